// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <limits>
#include <vector>

#include "engine/value/Value.h"

namespace usdscope {

/// One step of an ArrayEdit.
struct ArrayEditStep {
  /// In the order of their numbers in crate files. `Element` takes what it writes from the array
  /// itself, the others from the literals.
  enum class Operation : std::uint8_t {
    Write,
    WriteElement,
    Insert,
    InsertElement,
    Erase,
    MinSize,
    MinSizeFill,
    Resize,
    ResizeFill,
    MaxSize,
  };
  /// As index of an insertion: behind the last element.
  static constexpr std::int64_t kEnd = std::numeric_limits<std::int64_t>::min();

  Operation operation = Operation::Write;
  std::int64_t source = 0;  ///< Number of a literal, or index of an element.
  std::int64_t index = 0;   ///< Where; negative ones count from the end. Of sizes: the size.

  bool takesLiteral() const {
    return operation == Operation::Write || operation == Operation::Insert ||
           operation == Operation::MinSizeFill || operation == Operation::ResizeFill;
  }
  bool takesElement() const {
    return operation == Operation::WriteElement || operation == Operation::InsertElement;
  }
  bool setsSize() const { return operation >= Operation::MinSize; }
  bool operator==(const ArrayEditStep&) const = default;
};

/// An opinion about an array that changes the weaker one instead of replacing it: steps that are
/// done in order. (VtArrayEdit.)
struct ArrayEdit {
  Value literals;  ///< An array of the element type: also tells the type when it is empty.
  std::vector<ArrayEditStep> steps;
  bool operator==(const ArrayEdit&) const = default;
};

/// True when all literals that the steps name are there.
bool isValid(const ArrayEdit& edit);

/// `array`, an array of the edit's type, with the edit done to it; an empty value or an array of
/// another type counts as the empty array. Steps with an index that is not there do nothing, and
/// neither do those that would make more than 2^26 elements of an array that has fewer.
Value applied(const ArrayEdit& edit, const Value& array);

}  // namespace usdscope
