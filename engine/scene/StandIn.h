// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>

#include "engine/scene/Cards.h"

namespace usdscope {

/// The simple geometry that is drawn in place of a prim and its descendants: because of the draw
/// mode of a model, because its payload is not loaded, or because it is a volume without fields.
/// (UsdGeomModelAPI.)
struct StandIn {
  enum class Kind : std::uint8_t { Origin, Bounds, Cards };
  Kind kind = Kind::Bounds;
  glm::vec3 color{0.18f};
  Cards cards;             ///< Used if `kind` is Cards.
  std::string remark;      ///< A sentence that says why the prim is simplified; may be empty.
  bool isVarying = false;  ///< Whether its box, or the fields of a volume, vary over time.
  bool isVolume = false;   ///< The prim is a volume, whose fields are drawn in place of the box.
};

/// Returns the stand-in of a prim; empty if the prim is drawn as it is. A prim that is not loaded
/// has its box as a stand-in if it states one; no descendants are needed for that.
std::optional<StandIn> readStandIn(const Prim& prim);

/// Builds the axes or the edges of the box, as lines. Sets `problem` and returns null when there is
/// no box. Requires: the kind is not Cards.
std::shared_ptr<const Geometry> buildStandInLines(const StandIn& standIn, const Prim& prim,
                                                  TimeCode time, std::string& problem);

/// Builds the cards. Without a box there are none, and the problem says so. Requires: the kind is
/// Cards.
MeshInput buildStandInCards(const StandIn& standIn, const Prim& prim, TimeCode time);

}  // namespace usdscope
