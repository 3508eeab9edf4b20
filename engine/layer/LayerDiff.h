// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

#include "engine/layer/Layer.h"

namespace usdscope {

/// One difference between two layers.
struct LayerDifference {
  enum class Kind : std::uint8_t {
    OnlyInFirst,   ///< A spec that the second layer does not have.
    OnlyInSecond,  ///< A spec that the first layer does not have.
    Field,         ///< A field of a spec that both have.
    Order,         ///< The order of children or properties that both have; `field` names them.
  };
  Kind kind = Kind::Field;
  std::string path;  ///< The path of the spec.
  Token field;
  Value first;  ///< Empty when the first layer does not have the field.
  Value second;
};

/// Returns all differences by spec and field in the order of the first layer, then the specs that
/// only the second layer has. Names only the topmost spec of a missing subtree. Values that
/// areClose() up to `tolerance` do not differ.
std::vector<LayerDifference> findDifferences(const Layer& first, const Layer& second,
                                             double tolerance);

}  // namespace usdscope
