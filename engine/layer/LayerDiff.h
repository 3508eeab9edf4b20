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

/// True when two values are the same, numbers up to `tolerance`: |a − b| ≤ tolerance · max(1, |a|,
/// |b|) for floating-point numbers, alone or in vectors, arrays, dictionaries and samples (whose
/// times must be equal). A NaN is equal to a NaN.
bool areClose(const Value& a, const Value& b, double tolerance);

/// All differences by spec and field, in the order of the first layer, then what only the second
/// has. Of what a layer does not have only the topmost spec is named.
std::vector<LayerDifference> findDifferences(const Layer& first, const Layer& second,
                                             double tolerance);

}  // namespace usdscope
