// SPDX-License-Identifier: Apache-2.0
#include "engine/format/mtlx/MtlxValues.h"

#include <charconv>
#include <optional>
#include <string>
#include <vector>

#include "engine/math/Types.h"
#include "engine/value/Array.h"
#include "engine/value/Scalars.h"

namespace usdscope {
namespace {

bool separates(char c) { return c == ',' || c == ' ' || c == '\t' || c == '\n' || c == '\r'; }

template <typename T>
std::optional<std::vector<T>> numbersIn(std::string_view text) {
  std::vector<T> numbers;
  for (std::size_t at = 0; at < text.size();) {
    if (separates(text[at])) {
      ++at;
      continue;
    }
    std::size_t end = at;
    while (end < text.size() && !separates(text[end])) ++end;
    T number{};
    const char* first = text.data() + at + (text[at] == '+' ? 1 : 0);
    const auto [stop, error] = std::from_chars(first, text.data() + end, number);
    if (error != std::errc() || stop != text.data() + end) return std::nullopt;
    numbers.push_back(number);
    at = end;
  }
  return numbers;
}

template <int N>
Value vectorFrom(std::string_view text) {
  const auto numbers = numbersIn<float>(text);
  if (!numbers || numbers->size() != N) return {};
  glm::vec<N, float> result;
  for (int i = 0; i < N; ++i) result[i] = (*numbers)[static_cast<std::size_t>(i)];
  return Value(result);
}

template <int N>
Value vectorsFrom(std::string_view text) {
  const auto numbers = numbersIn<float>(text);
  if (!numbers || numbers->size() % N != 0) return {};
  std::vector<glm::vec<N, float>> items(numbers->size() / N);
  for (std::size_t i = 0; i < numbers->size(); ++i) {
    items[i / N][static_cast<int>(i % N)] = (*numbers)[i];
  }
  return Value(Array<glm::vec<N, float>>(std::move(items)));
}

template <typename T>
Value numberFrom(std::string_view text) {
  const auto numbers = numbersIn<T>(text);
  return numbers && numbers->size() == 1 ? Value(numbers->front()) : Value();
}

template <typename T>
Value numberArrayFrom(std::string_view text) {
  auto numbers = numbersIn<T>(text);
  return numbers ? Value(Array<T>(std::move(*numbers))) : Value();
}

Value booleanFrom(std::string_view text) {
  if (text == "true" || text == "1") return Value(true);
  return text == "false" || text == "0" ? Value(false) : Value();
}

}  // namespace

Value valueFromMtlx(std::string_view text, std::string_view type) {
  using Read = Value (*)(std::string_view);
  static constexpr std::pair<std::string_view, Read> kReaders[] = {
      {"boolean", booleanFrom},
      {"color2", vectorFrom<2>},
      {"color3", vectorFrom<3>},
      {"color4", vectorFrom<4>},
      {"filename",
       [](std::string_view path) { return Value(AssetPath{std::string(path), {}, {}}); }},
      {"float", numberFrom<float>},
      {"floatarray", numberArrayFrom<float>},
      {"geomname", [](std::string_view name) { return Value(std::string(name)); }},
      {"integer", numberFrom<std::int32_t>},
      {"integerarray", numberArrayFrom<std::int32_t>},
      {"string", [](std::string_view words) { return Value(std::string(words)); }},
      {"vector2", vectorFrom<2>},
      {"vector3", vectorFrom<3>},
      {"vector4", vectorFrom<4>},
      {"color3array", vectorsFrom<3>},
      {"color4array", vectorsFrom<4>},
      {"vector2array", vectorsFrom<2>},
      {"vector3array", vectorsFrom<3>},
      {"vector4array", vectorsFrom<4>},
  };
  for (const auto& [known, read] : kReaders) {
    if (known == type) return read(text);
  }
  return {};
}

}  // namespace usdscope
