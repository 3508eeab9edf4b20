// SPDX-License-Identifier: Apache-2.0
#include "engine/report/rows/ArrayTable.h"

#include <fmt/format.h>
#include <algorithm>

#include <array>
#include <charconv>
#include <cmath>
#include <limits>
#include <type_traits>

#include "engine/report/text/ValueText.h"
#include "engine/value/ElementParts.h"

namespace usdscope {
namespace {

constexpr std::size_t kStopInterval = 1 << 16;

template <typename T>
std::string exactText(const T& part) {
  if constexpr (std::is_same_v<T, float> || std::is_same_v<T, double>) {
    return fmt::format("{}", part);
  } else if constexpr (std::is_same_v<T, Half>) {
    return fmt::format("{}", float(part));
  } else {
    return valueToText(Value(part), std::numeric_limits<std::size_t>::max());
  }
}
std::string exactText(const BoolByte& part) { return part ? "true" : "false"; }
std::string exactText(const std::string& part) { return part; }

template <typename T>
std::string shortText(const T& part) {
  if constexpr (std::is_same_v<T, BoolByte> || std::is_same_v<T, std::string>) {
    return exactText(part);
  } else if constexpr (std::is_same_v<T, bool>) {
    return part ? "true" : "false";
  } else if constexpr (std::is_integral_v<T>) {
    return std::to_string(part);
  } else if (const auto number = numberOfPart(part)) {
    return numberToText(*number);
  } else {
    return valueToText(Value(part), std::numeric_limits<std::size_t>::max());
  }
}

std::vector<std::string> linesOf(const std::string& text) {
  std::vector<std::string> lines(1);
  for (const char c : text) {
    if (c == '\n') {
      lines.emplace_back();
    } else {
      lines.back() += c;
    }
  }
  return lines;
}

template <typename T>
void addElement(const T& item, std::size_t index, ArrayStatistics& result) {
  bool hasNan = false;
  bool hasInfinity = false;
  for (int i = 0; i < Parts<T>::kCount; ++i) {
    const double number = *numberOfPart(Parts<T>::at(item, i));
    ArrayStatistics::Column& column = result.columns[std::size_t(i)];
    if (!std::isfinite(number)) {
      (std::isnan(number) ? hasNan : hasInfinity) = true;
      column.nanCount += std::isnan(number);
      continue;
    }
    column.min = column.finiteCount == 0 ? number : std::min(column.min, number);
    column.max = column.finiteCount == 0 ? number : std::max(column.max, number);
    column.mean += number;  // The sum, until all elements are known.
    ++column.finiteCount;
  }
  if (hasInfinity) ++result.infiniteCount;
  if (!hasNan) return;
  ++result.nanCount;
  if (!result.firstNan) result.firstNan = index;
}

template <typename T>
void addElements(std::span<const T> items, const std::stop_token& stop, ArrayStatistics& result) {
  if (items.empty() || !numberOfPart(Parts<T>::at(items[0], 0))) return;
  result.columns.resize(std::size_t(Parts<T>::kCount));
  for (std::size_t i = 0; i < items.size(); ++i) {
    if (i % kStopInterval == 0 && stop.stop_requested()) return;
    addElement(items[i], i, result);
  }
}

template <typename T>
bool hasNan(const T& item) {
  for (int i = 0; i < Parts<T>::kCount; ++i) {
    const auto number = numberOfPart(Parts<T>::at(item, i));
    if (number && std::isnan(*number)) return true;
  }
  return false;
}

std::string_view trimmed(std::string_view text) {
  while (!text.empty() && text.front() == ' ') text.remove_prefix(1);
  while (!text.empty() && text.back() == ' ') text.remove_suffix(1);
  return text;
}

// Parses a whole number; empty for an empty text. Returns false for any other text. Numbers beyond
// the range of integers become the nearest integer.
bool parseNumber(std::string_view text, std::optional<std::int64_t>& number) {
  text = trimmed(text);
  number.reset();
  if (text.empty()) return true;
  if (text.front() == '+') text.remove_prefix(1);
  std::int64_t parsed = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), parsed);
  if (end != text.data() + text.size() || error == std::errc::invalid_argument) return false;
  constexpr std::int64_t kFar = std::numeric_limits<std::int64_t>::max() / 4;
  if (error == std::errc::result_out_of_range) parsed = text.front() == '-' ? -kFar : kFar;
  number = std::clamp(parsed, -kFar, kFar);
  return true;
}

// The rows of start:stop:step, by the rules of Python.
ArraySlice sliceOf(std::optional<std::int64_t> start, std::optional<std::int64_t> stop,
                   std::int64_t step, std::int64_t size) {
  const bool isForwards = step > 0;
  const std::int64_t least = isForwards ? 0 : -1;
  const std::int64_t most = isForwards ? size : size - 1;
  const auto clamped = [&](std::int64_t at) {
    return std::clamp(at < 0 ? at + size : at, least, most);
  };
  const std::int64_t from = start ? clamped(*start) : (isForwards ? least : most);
  const std::int64_t to = stop ? clamped(*stop) : (isForwards ? most : least);
  const std::int64_t distance = isForwards ? to - from : from - to;
  if (distance <= 0) return {.start = 0, .step = step, .count = 0};
  const std::int64_t stride = isForwards ? step : -step;
  return {.start = from, .step = step, .count = std::size_t((distance + stride - 1) / stride)};
}

}  // namespace

ArrayTable::ArrayTable(Value value) : value_(std::move(value)) {
  if (value_.isEmpty()) return;
  columnCount_ = 1;
  visitData(value_, [&](const auto& data) {
    using Data = std::decay_t<decltype(data)>;
    if constexpr (requires { data.span(); }) {
      rowCount_ = data.size();
      columnCount_ = Parts<typename Data::value_type>::kCount;
    } else if constexpr (requires { Data::length(); }) {
      rowCount_ = 1;
      columnCount_ = Parts<Data>::kCount;
      if constexpr (requires { typename Data::col_type; }) {
        rowCount_ = std::size_t(Data::length());
        columnCount_ = Data::length();
      }
    } else {
      rowCount_ = 1;
      columnCount_ = Parts<Data>::kCount;
    }
  });
  if (const auto* text = value_.find<std::string>()) lines_ = linesOf(*text);
  if (rowCount_ == 0 && !value_.isArray()) lines_ = {valueToText(value_)};
  if (!lines_.empty()) rowCount_ = lines_.size();
}

std::string_view ArrayTable::columnName(int column) const {
  static constexpr std::array<std::string_view, 4> kVector = {"x", "y", "z", "w"};
  static constexpr std::array<std::string_view, 4> kQuaternion = {"real", "i", "j", "k"};
  static constexpr std::array<std::string_view, 16> kMatrix = {
      "0,0", "0,1", "0,2", "0,3", "1,0", "1,1", "1,2", "1,3",
      "2,0", "2,1", "2,2", "2,3", "3,0", "3,1", "3,2", "3,3"};
  static constexpr std::array<std::string_view, 9> kMatrix3 = {"0,0", "0,1", "0,2", "1,0", "1,1",
                                                               "1,2", "2,0", "2,1", "2,2"};
  static constexpr std::array<std::string_view, 4> kMatrix2 = {"0,0", "0,1", "1,0", "1,1"};
  static constexpr std::array<std::string_view, 4> kColumns = {"0", "1", "2", "3"};
  const auto index = std::size_t(column);
  if (columnCount_ == 1) return {};
  switch (value_.kind()) {
    case ValueKind::Quath:
    case ValueKind::Quatf:
    case ValueKind::Quatd:
      return kQuaternion[index];
    case ValueKind::Matrix2d:
      return value_.isArray() ? kMatrix2[index] : kColumns[index];
    case ValueKind::Matrix3d:
      return value_.isArray() ? kMatrix3[index] : kColumns[index];
    case ValueKind::Matrix4d:
      return value_.isArray() ? kMatrix[index] : kColumns[index];
    default:
      return kVector[index];
  }
}

std::string ArrayTable::cell(std::size_t row, int column) const {
  return textOf(row, column, false);
}

std::string ArrayTable::exactCell(std::size_t row, int column) const {
  return textOf(row, column, true);
}

std::string ArrayTable::textOf(std::size_t row, int column, bool isExact) const {
  if (!lines_.empty()) return lines_[row];
  std::string text;
  visitData(value_, [&](const auto& data) {
    using Data = std::decay_t<decltype(data)>;
    const auto write = [&](const auto& item, int part) {
      const auto& found = Parts<std::decay_t<decltype(item)>>::at(item, part);
      text = isExact ? exactText(found) : shortText(found);
    };
    if constexpr (requires { data.span(); }) {
      write(data[row], column);
    } else if constexpr (requires { typename Data::col_type; }) {
      write(data, int(row) * columnCount_ + column);
    } else {
      write(data, column);
    }
  });
  return text;
}

std::optional<ArraySlice> parseSlice(std::string_view text, std::size_t size,
                                     std::string& problem) {
  problem.clear();
  const auto length = static_cast<std::int64_t>(size);
  std::string_view rest = trimmed(text);
  if (rest.starts_with('[') && rest.ends_with(']')) {
    rest = trimmed(rest.substr(1, rest.size() - 2));
  }
  if (rest.empty()) return ArraySlice{.count = size};
  std::array<std::optional<std::int64_t>, 3> numbers;
  std::size_t colons = 0;
  for (std::size_t at = 0;; ++colons) {
    const std::size_t end = rest.find(':', at);
    const bool isNumber = colons < 3 && parseNumber(rest.substr(at, end - at), numbers[colons]);
    if (!isNumber) {
      problem = fmt::format("`{}` is not a slice. Expected an index, or start:stop:step.", text);
      return std::nullopt;
    }
    if (end == std::string_view::npos) break;
    at = end + 1;
  }
  if (colons == 0) {
    const std::int64_t index = *numbers[0] < 0 ? *numbers[0] + length : *numbers[0];
    if (index < 0 || index >= length) {
      problem =
          fmt::format("There is no element {}: the array has {} elements.", *numbers[0], size);
      return std::nullopt;
    }
    return ArraySlice{.start = index, .count = 1};
  }
  if (numbers[2] == 0) {
    problem = "The step of a slice cannot be 0.";
    return std::nullopt;
  }
  return sliceOf(numbers[0], numbers[1], numbers[2].value_or(1), length);
}

ArrayStatistics computeStatistics(const Value& value, const std::stop_token& stop) {
  ArrayStatistics result;
  visitData(value, [&](const auto& data) {
    using Data = std::decay_t<decltype(data)>;
    if constexpr (requires { data.span(); }) {
      result.count = data.size();
      if constexpr (kHasNumbers<typename Data::value_type>) {
        addElements(data.span(), stop, result);
      }
    } else {
      result.count = 1;
      if constexpr (kHasNumbers<Data>) addElements(std::span<const Data>(&data, 1), stop, result);
    }
  });
  for (ArrayStatistics::Column& column : result.columns) {
    if (column.finiteCount > 0) column.mean /= double(column.finiteCount);
  }
  return result;
}

std::optional<std::size_t> nextNan(const Value& value, std::optional<std::size_t> element) {
  std::optional<std::size_t> found;
  visitData(value, [&](const auto& data) {
    if constexpr (requires { data.span(); }) {
      using Item = typename std::decay_t<decltype(data)>::value_type;
      if constexpr (kHasNumbers<Item>) {
        const std::size_t size = data.size();
        const std::size_t first = element ? *element + 1 : 0;
        for (std::size_t i = 0; i < size && !found; ++i) {
          const std::size_t at = (first + i) % size;
          if (hasNan(data[at])) found = at;
        }
      }
    }
  });
  return found;
}

}  // namespace usdscope
