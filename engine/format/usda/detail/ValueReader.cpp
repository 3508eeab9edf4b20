// SPDX-License-Identifier: Apache-2.0
#include "engine/format/usda/detail/ValueReader.h"

#include <algorithm>
#include <type_traits>

#include "engine/base/Parallel.h"
#include "engine/format/usda/detail/SingleReader.h"

namespace usdscope::usda {
namespace {

// The deepest nesting of `[[[…]]]`. The elements are stored in one array.
constexpr int kMaxShape = 16;

// Reads a list after `[`. Nested lists must have equal counts, which `counts[level]` holds.
template <typename Element>
bool readElements(ReadContext& context, std::vector<Element>& out,
                  std::array<std::size_t, kMaxShape>& counts, std::size_t level) {
  Scanner& in = context.in;
  SingleReader single(context);
  const std::size_t start = in.offset();
  const bool isOutermost = level == 0;
  in.skipMultiline();
  const bool isNested = in.peek() == '[';
  if (isNested && level + 1 == kMaxShape) return in.fail("fewer nested lists");
  std::size_t count = 0;
  const bool isRead = readList(in, ']', [&] {
    ++count;
    if (isNested) return in.expect('[') && readElements(context, out, counts, level + 1);
    return single.read(out.emplace_back());
  });
  if (!isRead) return false;
  if (!isOutermost && counts[level] != 0 && counts[level] != count) {
    return in.failAt(start - 1, "The nested lists have different lengths.");
  }
  counts[level] = count;
  return true;
}

// Numbers, vectors and quaternions. `),` ends an element with parentheses, a comma an element
// without.
template <typename Element>
constexpr bool kIsNumeric = false;
template <>
constexpr bool kIsNumeric<std::int32_t> = true;
template <>
constexpr bool kIsNumeric<float> = true;
template <>
constexpr bool kIsNumeric<double> = true;
template <int count, typename T>
constexpr bool kIsNumeric<glm::vec<count, T>> = true;
template <typename T>
constexpr bool kIsNumeric<glm::qua<T>> = true;

// Reads the elements of one part of a list, separated by commas.
template <typename Element>
bool readPart(ReadContext& context, std::string_view text, std::vector<Element>& out) {
  Scanner in(text);
  SingleReader single(context, in);
  in.skipMultiline();
  while (!in.atEnd()) {
    if (!single.read(out.emplace_back())) return false;
    in.skipMultiline();
    if (!in.take(',') && !in.atEnd()) return false;
    in.skipMultiline();
  }
  return !out.empty();
}

// Reads a large list of numbers after `[` on several threads. The text is split between elements.
// Returns false, and changes nothing, when the list has anything but elements. An error is then
// found by reading in order.
template <typename Element>
bool readInParts(ReadContext& context, Value& out) {
  constexpr std::size_t kPartBytes = 1 << 16;
  Scanner& in = context.in;
  const std::string_view rest = in.rest();
  if (threadCount() == 1 || rest.size() < 2 * kPartBytes) return false;
  const std::string_view list = rest.substr(0, rest.find(']'));
  if (list.size() == rest.size() || list.size() < 2 * kPartBytes) return false;
  // Nested lists and comments are read in order.
  for (const char c : {'[', '#', '/'}) {
    if (list.find(c) != list.npos) return false;
  }
  constexpr std::string_view kEnd = std::is_arithmetic_v<Element> ? "," : "),";
  std::vector<std::string_view> texts;
  for (std::size_t begin = 0; begin < list.size();) {
    const std::size_t last = list.find(kEnd, std::min(begin + kPartBytes, list.size()));
    const std::size_t end = last == list.npos ? list.size() : last + kEnd.size();
    texts.push_back(list.substr(begin, end - begin));
    begin = end;
  }
  std::vector<std::vector<Element>> parts(texts.size());
  std::vector<char> isRead(texts.size());
  parallelFor(texts.size(), 1, [&](std::size_t first, std::size_t end) {
    for (std::size_t i = first; i < end; ++i) isRead[i] = readPart(context, texts[i], parts[i]);
  });
  if (std::ranges::find(isRead, 0) != isRead.end()) return false;
  std::size_t count = 0;
  for (const auto& part : parts) count += part.size();
  std::vector<Element> all;
  all.reserve(count);
  for (const auto& part : parts) all.insert(all.end(), part.begin(), part.end());
  out = Value(Array<Element>(std::move(all)));
  in.rewind(in.offset() + list.size() + 1);
  return true;
}

template <typename Element>
bool readArray(ReadContext& context, Value& out) {
  Scanner& in = context.in;
  if (in.peek() != '[') return in.fail("'[': the type is an array");
  in.take('[');
  in.skipInline();
  if (in.take(']')) {
    out = Value(Array<Element>());
    return true;
  }
  if constexpr (kIsNumeric<Element>) {
    if (readInParts<Element>(context, out)) return true;
  }
  std::vector<Element>& buffer = context.buffers.of<Element>();
  buffer.clear();
  std::array<std::size_t, kMaxShape> counts{};
  if (!readElements(context, buffer, counts, 0)) return false;
  out = Value(Array<Element>(std::vector<Element>(buffer)));  // A copy has no reserve.
  return true;
}

template <typename Type>
bool readSingle(ReadContext& context, Value& out) {
  if (context.in.peek() == '[') return context.in.fail("a single value: the type is not an array");
  Type value{};
  if (!SingleReader(context).read(value)) return false;
  out = Value(std::move(value));
  return true;
}

}  // namespace

bool readValue(ReadContext& context, const TypeName& type, Value& out) {
  switch (type.kind) {
#define USDSCOPE_READ(Kind, Type, Element) \
  case ValueKind::Kind:                    \
    return type.isArray ? readArray<Element>(context, out) : readSingle<Type>(context, out);
    USDSCOPE_VALUE_TYPES(USDSCOPE_READ)
#undef USDSCOPE_READ
    case ValueKind::Other:
      break;
  }
  return context.in.fail("a type that has values");
}

bool readType(ReadContext& context, TypeText& out) {
  Scanner& in = context.in;
  const std::string_view word = in.takeTypeIdentifier();
  if (word.empty()) return in.fail("a type");
  const std::size_t afterWord = in.offset();
  in.skipInline();
  if (in.take('[')) {
    in.skipInline();
    if (!in.expect(']')) return false;
    std::string name(word);
    name += "[]";
    out.name = context.tokens.token(name);
  } else {
    in.rewind(afterWord);
    out.name = context.tokens.token(word);
  }
  out.type = findTypeName(out.name);
  if (!out.type && word == "Schema") {
    // The type is not registered, but its values are read as tokens.
    out.type = &typeNameOf(ValueKind::Token, out.name != "Schema");
  }
  return true;
}

}  // namespace usdscope::usda
