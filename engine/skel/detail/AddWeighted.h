// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <span>

#include "engine/math/Types.h"

namespace usdscope::detail {

/// Values of one kind, and the offsets that are added to them: offsetAt(i) returns the offset i.
template <typename Vector, typename OffsetAt>
struct WeightedSum {
  std::span<Vector> values;  ///< As many as the values of the first sum, or empty.
  OffsetAt offsetAt;

  void add(std::size_t index, std::size_t i, float weight) const {
    using Number = typename Vector::value_type;
    if (!values.empty()) values[index] += Vector(offsetAt(i)) * Number(weight);
  }
};

template <typename Vector, typename OffsetAt>
WeightedSum(std::span<Vector>, OffsetAt) -> WeightedSum<Vector, OffsetAt>;

/// Adds the weighted offsets of a blend shape to points or vertices, in one pass. The offset i
/// moves the value indexAt(i). Stops and returns false at an index that no value has.
template <typename IndexAt, typename First, typename... More>
bool addWeighted(std::size_t count, const IndexAt& indexAt, float weight, const First& first,
                 const More&... more) {
  for (std::size_t i = 0; i < count; ++i) {
    const auto index = static_cast<std::size_t>(indexAt(i));
    if (index >= first.values.size()) return false;
    first.add(index, i, weight);
    (more.add(index, i, weight), ...);
  }
  return true;
}

}  // namespace usdscope::detail
