// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

#include "engine/layer/Layer.h"

namespace usdscope {

/// One way in which two layers differ.
struct LayerDifference {
  enum class Kind : std::uint8_t {
    OnlyInFirst,   ///< A spec that the second layer does not have.
    OnlyInSecond,  ///< A spec that the first layer does not have.
    Field,         ///< A field of a spec that both have.
    Order,         ///< The order of children or properties that both have; `field` says which.
  };
  Kind kind = Kind::Field;
  std::string path;  ///< Of the spec.
  Token field;
  Value first;  ///< Empty where a layer does not have the field.
  Value second;
};

/// All differences by spec and field, in the order of the first layer, then what only the second
/// has. Of what a layer does not have only the topmost spec is named.
/// Values that areClose() up to `tolerance` are no difference.
std::vector<LayerDifference> findDifferences(const Layer& first, const Layer& second,
                                             double tolerance);

}  // namespace usdscope
