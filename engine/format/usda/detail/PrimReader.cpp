// SPDX-License-Identifier: Apache-2.0
#include "engine/format/usda/detail/PrimReader.h"

#include <fmt/format.h>

#include <limits>
#include <utility>

#include "engine/format/usda/detail/Keywords.h"
#include "engine/format/usda/detail/MetadataReader.h"
#include "engine/format/usda/detail/ParallelPrims.h"
#include "engine/format/usda/detail/PropertyReader.h"

namespace usdscope::usda {
namespace {

bool readContents(ReadContext& context);

// Reads the metadata and the content of a variant.
bool readVariantBody(ReadContext& context) {
  Scanner& in = context.in;
  in.skipMultiline();
  if (in.peek() == '(' && !readMetadata(context, {kOnVariant})) return false;
  in.skipMultiline();
  return in.expect('{') && readContents(context);
}

// Reads a variant without a name and drops it, as the reference does: paths cannot name it.
bool skipUnnamedVariant(ReadContext& context, Token set, std::size_t start) {
  context.diagnostics.report(
      kDroppedVariant, siteOf(context, start),
      fmt::format("A variant of the set '{}' of {} has no name; it is ignored.", set.text(),
                  context.specs.path().text()));
  SpecCollector dropped(context.specs.path());
  std::swap(context.specs, dropped);
  std::vector<SpecPlace>* const places = std::exchange(context.places, nullptr);
  const std::size_t parallelFrom =
      std::exchange(context.parallelFrom, std::numeric_limits<std::size_t>::max());
  const bool isRead = readVariantBody(context);
  context.parallelFrom = parallelFrom;
  context.places = places;
  std::swap(context.specs, dropped);
  return isRead;
}

// Reads `variantSet "v" = { "a" ( … ) { … } … }` after the keyword.
bool readVariant(ReadContext& context, Token set) {
  Scanner& in = context.in;
  const std::size_t start = in.offset();
  std::string name;
  if (!in.isAtString()) return in.fail("the name of a variant");
  if (!in.readString(name)) return false;
  if (name.empty()) return skipUnnamedVariant(context, set, start);
  if (!isValidVariantName(name)) {
    return in.failAt(start, fmt::format("'{}' is not a valid name of a variant.", name));
  }
  context.specs.openVariant(set, Token(name));
  notePlace(context, context.specs.path(), start);
  context.specs.setField(fields::kSpecifier, Value(Specifier::Over));
  if (!readVariantBody(context)) return false;
  context.specs.close();
  return true;
}

bool readVariantSet(ReadContext& context) {
  Scanner& in = context.in;
  in.skipInline();
  const std::size_t start = in.offset();
  std::string set;
  if (!in.readString(set)) return false;
  if (!isValidIdentifier(set)) {
    return in.failAt(start, fmt::format("'{}' is not a valid name of a variant set.", set));
  }
  in.skipInline();
  if (!in.expect('=')) return false;
  in.skipMultiline();
  if (!in.expect('{')) return false;
  context.specs.openVariantSet(Token(set));
  if (in.take('}')) return true;
  in.skipMultiline();
  Nesting nesting(context);
  if (!nesting.isAllowed()) return false;
  do {
    if (!readVariant(context, Token(set))) return false;
    in.skipMultiline();
  } while (!in.take('}'));
  return true;
}

// Reads `reorder nameChildren = …`. Other reordered names are properties.
bool takeOrder(ReadContext& context, Token& field) {
  Scanner& in = context.in;
  const std::size_t start = in.offset();
  if (in.takeWord("reorder") && in.takeSpace()) {
    const std::string_view word = in.takeIdentifier();
    in.skipInline();
    if ((word == "nameChildren" || word == "properties") && in.peek() == '=') {
      field = word == "properties" ? fields::kPropertyOrder : fields::kPrimOrder;
      return true;
    }
  }
  in.rewind(start);
  return false;
}

bool readMember(ReadContext& context) {
  Scanner& in = context.in;
  const std::size_t start = in.offset();
  if (const auto specifier = takeSpecifier(in)) {
    if (!readPrim(context, *specifier)) return false;
    return in.takeLineEnd() || in.fail("a new line");
  }
  if (in.peek() == 'v' && in.takeWord("variantSet")) {
    if (in.takeSpace() && in.isAtString()) {
      if (!readVariantSet(context)) return false;
      return in.takeLineEnd() || in.fail("a new line");
    }
    in.rewind(start);
  }
  Token order;
  if (in.peek() == 'r' && takeOrder(context, order)) {
    if (!readOrder(context, order)) return false;
  } else if (!readProperty(context)) {
    return false;
  }
  return in.takeSeparator() || in.fail("a new line or ';'");
}

// As in the reference, the sets that the metadata of the prim lists come first, and exist even
// without variants.
void orderVariants(ReadContext& context) {
  const Value* field = context.specs.field(fields::kVariantSetNames);
  if (!field && !context.specs.hasVariants()) return;
  const auto* op = field ? field->find<ListOp<std::string>>() : nullptr;
  std::vector<Token> sets;
  if (op) {
    for (const std::string& set : op->isExplicit ? op->explicitItems : op->addedItems) {
      if (isValidIdentifier(set)) sets.push_back(context.tokens.token(set));
    }
  }
  context.specs.orderVariants(sets);
}

// Reads the content after the opening brace, up to the closing one.
bool readContents(ReadContext& context) {
  Scanner& in = context.in;
  in.skipMultiline();
  while (!in.take('}')) {
    if (in.atEnd()) return in.fail("'}'");
    if (mayReadInParallel(context) && readPrimsInParallel(context)) continue;
    if (!readMember(context)) return false;
  }
  orderVariants(context);
  return !in.hasFailed();
}

}  // namespace

std::optional<Specifier> takeSpecifier(Scanner& in) {
  static constexpr struct {
    std::string_view word;
    Specifier specifier;
  } kRows[] = {{"def", Specifier::Def}, {"over", Specifier::Over}, {"class", Specifier::Class}};
  const std::size_t start = in.offset();
  const char c = in.peek();
  if (c != 'd' && c != 'o' && c != 'c') return std::nullopt;
  const std::string_view word = in.takeIdentifier();
  for (const auto& row : kRows) {
    if (row.word != word) continue;
    if (!in.takeSpace()) break;
    return row.specifier;
  }
  in.rewind(start);
  return std::nullopt;
}

bool readPrim(ReadContext& context, Specifier specifier) {
  Scanner& in = context.in;
  Nesting nesting(context);
  if (!nesting.isAllowed()) return false;

  // `Type "name"`.
  Token type;
  if (!in.isAtString()) {
    const std::size_t typeStart = in.offset();
    std::string_view word = in.takeTypeIdentifier();
    if (word.empty() || hasKeyword(word)) {
      in.rewind(typeStart);
      return in.fail("the type or the name of a prim");
    }
    // Names in a prim type may be joined by dots too.
    while (in.peek() == '.' && in.take('.')) {
      if (in.takeTypeIdentifier().empty()) return in.fail("the rest of the type");
      word = in.textFrom(typeStart);
    }
    type = context.tokens.token(word);
    if (!in.takeSpace()) return in.fail("a space");
  }
  const std::size_t start = in.offset();
  std::string_view name;
  std::string buffer;
  if (!in.isAtString()) return in.fail("the name of the prim, in quotes");
  if (!in.readString(name, buffer)) return false;
  if (!isValidIdentifier(name)) {
    return in.failAt(start, fmt::format("'{}' is not a valid name of a prim.", name));
  }
  if (!context.specs.openPrim(context.tokens.token(name))) {
    return in.failAt(start, fmt::format("The prim '{}' is there already.", name));
  }
  notePlace(context, context.specs.path(), start);
  context.specs.setField(fields::kSpecifier, Value(specifier));
  if (type) context.specs.setField(fields::kTypeName, Value(type));

  in.skipMultiline();
  if (in.peek() == '(' && !readMetadata(context, {kOnPrim})) return false;
  in.skipMultiline();
  if (!in.expect('{') || !readContents(context)) return false;
  context.specs.close();
  return true;
}

bool readOrder(ReadContext& context, Token field) {
  Scanner& in = context.in;
  in.skipInline();
  if (!in.expect('=')) return false;
  in.skipInline();
  std::vector<Token> names;
  if (!readNames(context, names)) return false;
  context.specs.setField(field, Value(std::move(names)));
  return true;
}

}  // namespace usdscope::usda
