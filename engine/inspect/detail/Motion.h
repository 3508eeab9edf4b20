// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <vector>

#include "engine/stage/Property.h"
#include "engine/value/Value.h"

namespace usdscope::detail {

/// Whether values of this kind move between samples, so that steps have a size.
bool canMove(const Value& value);

/// The numbers of a value: `width` components for each of `count` elements.
struct MotionNumbers {
  std::vector<double> numbers;
  std::size_t width = 0;
  std::size_t count = 0;

  bool isEmpty() const { return numbers.empty(); }
};

/// How the components of an attribute are subtracted.
enum class MotionMeasure : std::uint8_t { Plain, Degrees, Quaternion };

MotionMeasure measureOf(const Attribute& attribute, const Value& value);

/// Returns the numbers of a value that can move; empty otherwise.
MotionNumbers numbersIn(const Value& value);

/// The step from one value to another: a vector for each element. Requires: equal widths and
/// counts.
std::vector<double> stepBetween(const MotionNumbers& from, const MotionNumbers& to,
                                MotionMeasure measure);

/// The length of the longest vector in a list of vectors with `width` components.
double largest(const std::vector<double>& vectors, std::size_t width);

/// The smallest step that is not rounding.
double smallestStep(const MotionNumbers& numbers);

}  // namespace usdscope::detail
