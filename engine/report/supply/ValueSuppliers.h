// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "engine/stage/Prim.h"
#include "engine/value/TimeCode.h"

namespace usdscope {

class PoseSources;

/// The source of a value in a few words.
struct ValueSupplier {
  std::string name;  ///< The name of a property, "pose" or "transform".
  /// "Value Clips (interpolated) in walk.0002.usd at 37.5". The time is that of the file.
  std::string source;
};

/// Returns the source of a property of a prim; empty if the prim does not have it.
std::vector<ValueSupplier> suppliersOfProperty(const Prim& prim, Token property, TimeCode time);

enum class SupplierChoice : std::uint8_t { All, Varying };

/// Returns the sources of the values that shape and place a prim: the animation that poses it, its
/// points, and the ops of its transform or else of the nearest ancestor that has some. Joints carry
/// a prim, so that the ops are those of the skeleton. Parts of the pose with the same source are
/// one, and so are ops. With `Varying`, omits what does not vary, and adds the visibilities of the
/// prim and its ancestors that do. `poses` are those of the stage.
std::vector<ValueSupplier> suppliersOfShape(const Prim& prim, TimeCode time, PoseSources& poses,
                                            SupplierChoice choice = SupplierChoice::All);

}  // namespace usdscope
