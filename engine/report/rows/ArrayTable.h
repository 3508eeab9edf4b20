// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <optional>
#include <stop_token>
#include <string>
#include <string_view>
#include <vector>

#include "engine/value/Value.h"

namespace usdscope {

/// A value as a table without a copy of its elements: an array has a row for each element, and a
/// column for each component of an element. A matrix has its rows; a text has its lines. Any number
/// of rows is cheap. Thread-safe.
class ArrayTable {
 public:
  ArrayTable() = default;
  /// Values that are not data (dictionaries, list edits) become one cell.
  explicit ArrayTable(Value value);

  const Value& value() const { return value_; }
  bool isArray() const { return value_.isArray(); }
  std::size_t rowCount() const { return rowCount_; }
  int columnCount() const { return columnCount_; }
  /// The titles of the columns: `x`, `y`, `z`; `real`, `i`, `j`, `k`; a single column has none.
  std::string_view columnName(int column) const;

  /// Returns one cell as text, with six digits. Requires: the cell exists.
  std::string cell(std::size_t row, int column) const;
  /// Returns one cell with all its digits.
  std::string exactCell(std::size_t row, int column) const;

 private:
  std::string textOf(std::size_t row, int column, bool isExact) const;

  Value value_;
  std::size_t rowCount_ = 0;
  int columnCount_ = 0;
  std::vector<std::string> lines_;  ///< The cells of a value that is not an array.
};

/// A range of rows, like a slice of a Python list: the rows start, start + step, …
struct ArraySlice {
  std::int64_t start = 0;
  std::int64_t step = 1;  ///< Not 0; negative for a descending slice.
  std::size_t count = 0;

  std::size_t row(std::size_t index) const {
    return static_cast<std::size_t>(start + static_cast<std::int64_t>(index) * step);
  }
  bool operator==(const ArraySlice&) const = default;
};

/// Parses a Python slice of a list with `size` elements: `:`, `10:20`, `::5`, `-3:`, `[1:2]`, or
/// one index: `7`, `-1`. An empty text selects all. Returns a sentence in `problem` and no slice if
/// the text is not a slice, if the step is 0, or if a single index is out of range.
std::optional<ArraySlice> parseSlice(std::string_view text, std::size_t size, std::string& problem);

/// Facts about the numbers of an array.
struct ArrayStatistics {
  struct Column {
    double min = 0.0;  ///< Over all finite elements; meaningless when `finiteCount` is 0.
    double max = 0.0;
    double mean = 0.0;
    std::size_t finiteCount = 0;
    std::size_t nanCount = 0;
    bool operator==(const Column&) const = default;
  };
  std::size_t count = 0;        ///< Number of elements.
  std::vector<Column> columns;  ///< One for each component; empty if elements are not numbers.
  std::size_t nanCount = 0;     ///< Number of elements with a component that is NaN.
  std::size_t infiniteCount = 0;
  std::optional<std::size_t> firstNan;  ///< The first element with a NaN.
  bool operator==(const ArrayStatistics&) const = default;
};

/// Computes the statistics of an array, or of a number or vector as one element. Returns early,
/// with meaningless facts, when stopped.
ArrayStatistics computeStatistics(const Value& value, const std::stop_token& stop = {});

/// Returns the first element after `element` with a component that is NaN, starting again at the
/// first element after the last one; empty when the array has none. Without `element`, returns the
/// first one.
std::optional<std::size_t> nextNan(const Value& value, std::optional<std::size_t> element);

}  // namespace usdscope
