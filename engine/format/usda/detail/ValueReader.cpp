// SPDX-License-Identifier: Apache-2.0
#include "engine/format/usda/detail/ValueReader.h"

#include <fmt/format.h>

#include <algorithm>

#include "engine/base/Parallel.h"

namespace usdscope::usda {
namespace {

// The deepest nesting of `[[[…]]]`. The elements are stored in one array.
constexpr int kMaxShape = 16;

// Reads a list after `[`. Nested lists must have equal counts, which `counts[level]` holds.
bool readElements(ReadContext& context, ValueTable& out, std::array<std::size_t, kMaxShape>& counts,
                  std::size_t level) {
  Scanner& in = context.in;
  const std::size_t start = in.offset();
  in.skipMultiline();
  std::size_t count = 0;
  if (in.peek() == '[') {
    if (level + 1 == kMaxShape) {
      return in.failAt(in.offset(), fmt::format("Lists are nested more than {} deep.", kMaxShape));
    }
    const bool isRead = readList(in, ']', [&] {
      ++count;
      return in.expect('[') && readElements(context, out, counts, level + 1);
    });
    if (!isRead) return false;
  } else {
    const std::size_t before = out.size();
    if (!out.readList(context, in)) return false;
    if (!in.take(']')) return in.fail("',' or ']'");
    count = out.size() - before;
  }
  if (level != 0 && counts[level] != 0 && counts[level] != count) {
    return in.failAt(start - 1, "The nested lists have different lengths.");
  }
  counts[level] = count;
  return true;
}

// Reads a large list of numbers after `[` on several threads. The text is split between elements.
// Returns false, and changes nothing, when the list has anything but elements. An error is then
// found by reading in order.
bool readInParts(ReadContext& context, ValueKind kind, std::string_view separator, Value& out) {
  constexpr std::size_t kPartBytes = 1 << 16;
  Scanner& in = context.in;
  const std::string_view rest = in.rest();
  if (separator.empty() || threadCount() == 1 || rest.size() < 2 * kPartBytes) return false;
  const std::string_view list = rest.substr(0, rest.find(']'));
  if (list.size() == rest.size() || list.size() < 2 * kPartBytes) return false;
  // Nested lists and comments are read in order.
  for (const char c : {'[', '#', '/'}) {
    if (list.find(c) != list.npos) return false;
  }
  std::vector<std::string_view> texts;
  for (std::size_t begin = 0; begin < list.size();) {
    const std::size_t last = list.find(separator, std::min(begin + kPartBytes, list.size()));
    const std::size_t end = last == list.npos ? list.size() : last + separator.size();
    texts.push_back(list.substr(begin, end - begin));
    begin = end;
  }
  std::vector<std::unique_ptr<ValueTable>> parts(texts.size());
  std::vector<char> isRead(texts.size());
  parallelFor(texts.size(), 1, [&](std::size_t first, std::size_t end) {
    for (std::size_t i = first; i < end; ++i) {
      Scanner part(texts[i]);
      part.skipMultiline();
      parts[i] = ValueTable::make(kind);
      isRead[i] = parts[i]->readList(context, part) && part.atEnd();
    }
  });
  if (std::ranges::find(isRead, 0) != isRead.end()) return false;
  out = parts.front()->array(std::span(parts).subspan(1));
  in.rewind(in.offset() + list.size() + 1);
  return true;
}

bool readArray(ReadContext& context, ValueKind kind, Value& out) {
  Scanner& in = context.in;
  if (in.peek() != '[') return in.fail("'[': the type is an array");
  in.take('[');
  in.skipInline();
  ValueTable& buffer = context.buffers.of(kind);
  buffer.clear();
  if (!in.take(']')) {
    if (readInParts(context, kind, buffer.separator(), out)) return true;
    std::array<std::size_t, kMaxShape> counts{};
    if (!readElements(context, buffer, counts, 0)) return false;
  }
  out = buffer.array();
  return true;
}

bool readSingle(ReadContext& context, ValueKind kind, Value& out) {
  if (context.in.peek() == '[') return context.in.fail("a single value: the type is not an array");
  ValueTable& buffer = context.buffers.of(kind);
  buffer.clear();
  if (!buffer.readOne(context, context.in)) return false;
  out = buffer.at(0);
  return true;
}

}  // namespace

bool readValue(ReadContext& context, const TypeName& type, Value& out) {
  if (type.kind == ValueKind::Other) return context.in.fail("a type that has values");
  return type.isArray ? readArray(context, type.kind, out) : readSingle(context, type.kind, out);
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
