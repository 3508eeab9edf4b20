// SPDX-License-Identifier: Apache-2.0
#include "engine/format/usda/detail/ValueReader.h"

namespace usdscope::usda {
namespace {

bool readKey(Scanner& in, std::string& key) {
  if (in.isAtString()) return in.readString(key);
  key = in.takeIdentifier();
  return !key.empty() || in.fail("a key");
}

bool readEntry(ReadContext& context, Dictionary& out) {
  Scanner& in = context.in;
  const std::size_t start = in.offset();
  TypeText type;
  if (!readType(context, type)) return false;
  static const Token kDictionary("dictionary");
  const bool isDictionary = type.name == kDictionary;
  if (!type.type && !isDictionary) {
    in.rewind(start);
    return in.fail("a type of values");
  }
  if (!in.takeSpace()) return in.fail("a space");
  std::string key;
  if (!readKey(in, key)) return false;
  in.skipInline();
  if (!in.expect('=')) return false;
  in.skipInline();
  if (isDictionary) {
    Dictionary inner;
    if (!readDictionary(context, inner)) return false;
    out.set(std::move(key), Value(std::move(inner)));
    return true;
  }
  Value value;
  if (!readValue(context, *type.type, value)) return false;
  out.set(std::move(key), std::move(value));
  return true;
}

}  // namespace

bool readDictionary(ReadContext& context, Dictionary& out) {
  Scanner& in = context.in;
  Nesting nesting(context, context.dictionaryNesting, kMaxDictionaryNesting);
  if (!nesting.isAllowed() || !in.expect('{')) return false;
  return readStatements(in, '}', [&] { return readEntry(context, out); });
}

bool readStringDictionary(ReadContext& context, Dictionary& out) {
  Scanner& in = context.in;
  if (!in.expect('{')) return false;
  return readListOrNothing(in, '}', [&] {
    std::string key;
    std::string value;
    if (!in.readString(key)) return false;
    in.skipInline();
    if (!in.expect(':')) return false;
    in.skipInline();
    if (!in.readString(value)) return false;
    out.set(std::move(key), Value(std::move(value)));
    return true;
  });
}

}  // namespace usdscope::usda
