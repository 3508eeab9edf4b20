// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <limits>
#include <optional>
#include <vector>

#include "engine/value/Value.h"

namespace usdscope {

/// One step of an ArrayEdit.
struct ArrayEditStep {
  /// In the order of their numbers in crate files. Operations with `Element` in their names copy an
  /// element of the array; the others take a literal.
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
  /// The index that means an insertion after the last element.
  static constexpr std::int64_t kEnd = std::numeric_limits<std::int64_t>::min();

  Operation operation = Operation::Write;
  std::int64_t source = 0;  ///< Index of a literal or of an element, depending on the operation.
  /// Index of the element to edit; a negative index counts from the end. For operations that set
  /// sizes, the size.
  std::int64_t index = 0;

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

/// An opinion that edits the weaker array instead of replacing it. The steps apply in order.
/// (VtArrayEdit.)
struct ArrayEdit {
  Value literals;  ///< An array of the element type. It defines the type even when it is empty.
  std::vector<ArrayEditStep> steps;
  bool operator==(const ArrayEdit&) const = default;
};

/// Whether every literal that a step refers to exists.
bool isValid(const ArrayEdit& edit);

/// The memory that a step which sets a size may need. A few bytes of a file ask for any size.
inline constexpr std::size_t kMostArrayEditBytes = std::size_t{64} << 20;

/// Returns the first size of the edit that needs more memory than kMostArrayEditBytes; empty if
/// there is none.
std::optional<std::int64_t> tooLargeSize(const ArrayEdit& edit);

/// Returns `array` with the edit applied. An empty value, or an array of another type, is treated
/// as the empty array. A step with an index out of range does nothing, and neither does a step with
/// a tooLargeSize().
Value applied(const ArrayEdit& edit, const Value& array);

}  // namespace usdscope
