// SPDX-License-Identifier: Apache-2.0
#include "engine/inspect/detail/Motion.h"

#include <algorithm>
#include <cmath>

#include "engine/value/ElementParts.h"

namespace usdscope::detail {
namespace {

constexpr double kRounding = 1e-5;
constexpr double kTurn = 360.0;

template <typename T>
void addNumbers(const T& item, MotionNumbers& out) {
  if constexpr (kHasNumbers<T>) {
    out.width = std::size_t(Parts<T>::kCount);
    for (int i = 0; i < Parts<T>::kCount; ++i) {
      out.numbers.push_back(numberOfPart(Parts<T>::at(item, i)).value_or(0.0));
    }
    ++out.count;
  }
}

bool isQuaternion(ValueKind kind) {
  return kind == ValueKind::Quath || kind == ValueKind::Quatf || kind == ValueKind::Quatd;
}

}  // namespace

bool canMove(const Value& value) { return isInterpolating(value.kind()); }

MotionMeasure measureOf(const Attribute& attribute, const Value& value) {
  if (isQuaternion(value.kind())) return MotionMeasure::Quaternion;
  return attribute.name().text().starts_with("xformOp:rotate") ? MotionMeasure::Degrees
                                                               : MotionMeasure::Plain;
}

MotionNumbers numbersIn(const Value& value) {
  MotionNumbers out;
  if (!canMove(value)) return out;
  visitData(value, [&](const auto& data) {
    if constexpr (requires { data.span(); }) {
      for (const auto& item : data.span()) addNumbers(item, out);
    } else {
      addNumbers(data, out);
    }
  });
  return out;
}

std::vector<double> stepBetween(const MotionNumbers& from, const MotionNumbers& to,
                                MotionMeasure measure) {
  std::vector<double> step(from.numbers.size());
  for (std::size_t i = 0; i < step.size(); ++i) step[i] = to.numbers[i] - from.numbers[i];
  if (measure == MotionMeasure::Degrees) {
    for (double& each : step) each -= kTurn * std::round(each / kTurn);
  }
  if (measure != MotionMeasure::Quaternion) return step;
  for (std::size_t first = 0; first < step.size(); first += from.width) {
    double dot = 0.0;
    for (std::size_t i = first; i < first + from.width; ++i) {
      dot += from.numbers[i] * to.numbers[i];
    }
    if (dot >= 0.0) continue;
    for (std::size_t i = first; i < first + from.width; ++i) {
      step[i] = -to.numbers[i] - from.numbers[i];
    }
  }
  return step;
}

double largest(const std::vector<double>& vectors, std::size_t width) {
  double square = 0.0;
  for (std::size_t first = 0; first + width <= vectors.size() && width > 0; first += width) {
    double sum = 0.0;
    for (std::size_t i = first; i < first + width; ++i) sum += vectors[i] * vectors[i];
    square = std::max(square, sum);
  }
  return std::sqrt(square);
}

double smallestStep(const MotionNumbers& numbers) {
  return kRounding * largest(numbers.numbers, numbers.width);
}

}  // namespace usdscope::detail
