// SPDX-License-Identifier: Apache-2.0
#include "engine/format/usda/detail/ValueReader.h"

#include "engine/format/usda/detail/SingleReader.h"

namespace usdscope::usda {
namespace {

// How deep `[[[…]]]` may go; the elements are laid out in a row.
constexpr int kMaxShape = 16;

// Behind `[`. Counts of nested lists must agree: `counts[level]` holds them from the first on.
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
  std::vector<Element>& buffer = context.buffers.of<Element>();
  buffer.clear();
  std::array<std::size_t, kMaxShape> counts{};
  if (!readElements(context, buffer, counts, 0)) return false;
  out = Value(Array<Element>(std::vector<Element>(buffer)));  // A copy has no reserve.
  return true;
}

template <typename Type>
bool readSingle(ReadContext& context, Value& out) {
  if (context.in.peek() == '[') return context.in.fail("a single value: the type is no array");
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
  return true;
}

}  // namespace usdscope::usda
