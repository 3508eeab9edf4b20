// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "engine/schema/MaterialBinding.h"
#include "engine/stage/Prim.h"
#include "engine/value/TimeCode.h"

namespace usdscope {

class PoseSources;

/// A named fact about a prim: `subdivisionScheme`, `none`.
struct PrimFact {
  std::string name;
  std::string value;
  bool operator==(const PrimFact&) const = default;
};

/// Facts that belong together, with a title that may be empty.
struct PrimFactGroup {
  std::string title;
  std::vector<PrimFact> facts;
  bool operator==(const PrimFactGroup&) const = default;
};

/// The facts about a prim that a user wants at a glance. Groups without facts are not included.
struct PrimFacts {
  Path prim;
  std::vector<PrimFactGroup> groups;
  bool operator==(const PrimFacts&) const = default;
};

/// One drawn copy of a prim in a prototype of a point instancer.
struct DrawnInstance {
  std::size_t index = 0;  ///< Index into Item::instances of the prim.
  std::size_t count = 0;  ///< Size of Item::instances.
  Path instancer = {};    ///< The instancer that draws it; empty if it is not known.
  std::optional<std::uint32_t> id = std::nullopt;  ///< Its index in `protoIndices`, if known.
};

/// The point instance that a drawn copy belongs to.
struct PointInstance {
  Prim instancer;
  Path prototype;  ///< The target of `prototypes`.
  /// The index into `protoIndices`. Empty if the drawn copies are not one for each instance of the
  /// prototype, for example in nested instancers.
  std::optional<std::uint32_t> id;
};

/// Finds the instancer that draws a prim of its prototype, if it is not known: the nearest
/// ancestor, else the first instancer of the stage that has the prim in a prototype. Empty if there
/// is none.
std::optional<PointInstance> findPointInstance(const Prim& prim, const DrawnInstance& drawn,
                                               TimeCode time);

/// Returns usdview's facts about a prim at a time: type, enclosing model, rare visibility and
/// purpose, the shape of the geometry, point instances, materials and the relationships that bind
/// them, the prototype, asset info and variants of the model. Then the sources of the points and of
/// the transform. If the prim has `property`, these only as far as they vary, with visibilities,
/// and then the source of the property. `drawn` is empty if no point instancer draws the prim.
///
/// `bindings` and `poses` keep what they have found, which is of use for other prims of the stage.
/// May open clips. Asks the file system for date and owner of the file that defines the asset.
PrimFacts primFacts(const Prim& prim, TimeCode time, MaterialBindings& bindings, PoseSources& poses,
                    const std::optional<DrawnInstance>& drawn = std::nullopt, Token property = {});

}  // namespace usdscope
