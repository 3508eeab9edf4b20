// SPDX-License-Identifier: Apache-2.0
#include "engine/format/usda/detail/MetadataReader.h"

#include <fmt/format.h>

#include <algorithm>

#include "engine/format/usda/detail/ArcReader.h"
#include "engine/format/usda/detail/Keywords.h"
#include "engine/format/usda/detail/ListEdits.h"
#include "engine/format/usda/detail/MetadataValues.h"
#include "engine/format/usda/detail/ValueReader.h"

namespace usdscope::usda {
namespace {

// Metadata with its own syntax. Each function reads the text after the `=`.
using ReadField = bool (*)(ReadContext&, const MetadataOwner&, ListEdit, Token field);

struct Syntax {
  std::string_view word;
  int owners;  // FieldSpecs
  Token field;
  bool isList;  // May follow a list edit keyword.
  ReadField read;
};

bool readString(ReadContext& context, const MetadataOwner& owner, ListEdit, Token field) {
  std::string text;
  if (!context.in.readString(text)) return false;
  owner.set(context, field, Value(std::move(text)));
  return true;
}

bool readToken(ReadContext& context, const MetadataOwner& owner, ListEdit, Token field) {
  std::string text;
  if (!context.in.readString(text)) return false;
  owner.set(context, field, Value(Token(text)));
  return true;
}

bool readPermission(ReadContext& context, const MetadataOwner& owner, ListEdit, Token field) {
  const bool isPublic = context.in.takeWord("public");
  if (!isPublic && !context.in.takeWord("private")) return context.in.fail("public or private");
  owner.set(context, field, Value(isPublic ? Permission::Public : Permission::Private));
  return true;
}

bool readSymmetryFunction(ReadContext& context, const MetadataOwner& owner, ListEdit, Token field) {
  const std::size_t start = context.in.offset();
  const std::string_view name = context.in.takeTypeIdentifier();
  if (hasKeyword(name)) {
    return context.in.failAt(
        start, fmt::format("'{}' cannot be a symmetry function: it contains a keyword.", name));
  }
  owner.set(context, field, Value(Token(name)));
  return true;
}

bool readDisplayUnit(ReadContext& context, const MetadataOwner& owner, ListEdit, Token field) {
  static constexpr std::string_view kUnits[] = {"mm", "cm", "dm", "m",   "km",  "in",
                                                "ft", "yd", "mi", "deg", "rad", "default"};
  const std::size_t start = context.in.offset();
  const std::string_view unit = context.in.takeIdentifier();
  if (std::ranges::find(kUnits, unit) == std::end(kUnits)) {
    context.in.rewind(start);
    return context.in.fail("a unit");
  }
  owner.set(context, field, Value(Token(unit)));
  return true;
}

bool readSubstitutions(ReadContext& context, const MetadataOwner& owner, ListEdit, Token field) {
  Dictionary dictionary;
  if (!readStringDictionary(context, dictionary)) return false;
  owner.set(context, field, Value(std::move(dictionary)));
  return true;
}

// Reads and sets the items of a list. A list that edits another one must not be empty.
template <typename T, typename ReadItems>
bool readArcs(ReadContext& context, const MetadataOwner& owner, ListEdit edit, Token field,
              ReadItems&& readItems) {
  const std::size_t start = context.in.offset();
  std::vector<T> items;
  if (!readItems(items)) return false;
  if (items.empty() && edit != ListEdit::Explicit) {
    return context.in.failAt(start, "Only a whole list may be empty or None, not an edit of one.");
  }
  if (hasDuplicates(items)) return context.in.failAt(start, "This list has an item twice.");
  setListField(context, owner, field, edit, std::move(items));
  return true;
}

bool readReferenceField(ReadContext& context, const MetadataOwner& owner, ListEdit edit,
                        Token field) {
  return readArcs<Reference>(context, owner, edit, field,
                             [&](auto& items) { return readReferences(context, items); });
}

bool readPayloadField(ReadContext& context, const MetadataOwner& owner, ListEdit edit,
                      Token field) {
  return readArcs<Payload>(context, owner, edit, field,
                           [&](auto& items) { return readPayloads(context, items); });
}

bool readPrimPaths(ReadContext& context, const MetadataOwner& owner, ListEdit edit, Token field) {
  return readArcs<Path>(context, owner, edit, field,
                        [&](auto& items) { return readPaths(context, PathUse::Prim, items); });
}

bool readVariantSets(ReadContext& context, const MetadataOwner& owner, ListEdit edit, Token field) {
  return readArcs<std::string>(context, owner, edit, field, [&](auto& items) {
    const std::size_t start = context.in.offset();
    std::vector<Token> names;
    if (!readNames(context, names)) return false;
    for (const Token name : names) {
      if (!isValidVariantName(name.text())) {
        return context.in.failAt(
            start, fmt::format("'{}' is not a valid name of a variant set.", name.text()));
      }
      items.push_back(name.string());
    }
    return true;
  });
}

bool readVariants(ReadContext& context, const MetadataOwner& owner, ListEdit, Token field) {
  const std::size_t start = context.in.offset();
  Dictionary dictionary;
  if (!readDictionary(context, dictionary)) return false;
  VariantSelections selections;
  for (const auto& [set, value] : dictionary.entries()) {
    const auto* variant = value.find<std::string>();
    if (!variant) return context.in.failAt(start, "The selection of a variant must be a string.");
    const bool isExpression = variant->starts_with('`');
    if (!variant->empty() && !isExpression && !isValidVariantName(*variant)) {
      return context.in.failAt(start,
                               fmt::format("'{}' is not a valid name of a variant.", *variant));
    }
    selections.emplace_back(set, *variant);
  }
  owner.set(context, field, Value(std::move(selections)));
  return true;
}

bool readRelocateField(ReadContext& context, const MetadataOwner& owner, ListEdit, Token field) {
  Relocates relocates;
  if (!readRelocates(context, relocates)) return false;
  owner.set(context, field, Value(std::move(relocates)));
  return true;
}

bool readSubLayerField(ReadContext& context, const MetadataOwner& owner, ListEdit, Token field) {
  std::vector<std::string> paths;
  std::vector<LayerOffset> offsets;
  if (!readSubLayers(context, paths, offsets)) return false;
  if (paths.empty()) return true;  // The reference does not write such a list either.
  owner.set(context, field, Value(std::move(paths)));
  owner.set(context, fields::kSubLayerOffsets, Value(std::move(offsets)));
  return true;
}

std::span<const Syntax> syntaxes() {
  constexpr int kPrims = kOnPrim | kOnVariant;
  constexpr int kProperties = kOnAttribute | kOnRelationship;
  static const Syntax kRows[] = {
      {"doc", kOnLayer | kPrims | kProperties, fields::kDocumentation, false, readString},
      {"kind", kPrims, fields::kKind, false, readToken},
      {"permission", kPrims | kProperties, fields::kPermission, false, readPermission},
      {"symmetryFunction", kPrims | kProperties, fields::kSymmetryFunction, false,
       readSymmetryFunction},
      {"displayUnit", kOnAttribute, fields::kDisplayUnit, false, readDisplayUnit},
      {"prefixSubstitutions", kPrims, fields::kPrefixSubstitutions, false, readSubstitutions},
      {"suffixSubstitutions", kPrims, fields::kSuffixSubstitutions, false, readSubstitutions},
      {"references", kPrims, fields::kReferences, true, readReferenceField},
      {"payload", kPrims, fields::kPayload, true, readPayloadField},
      {"inherits", kPrims, fields::kInheritPaths, true, readPrimPaths},
      {"specializes", kPrims, fields::kSpecializes, true, readPrimPaths},
      {"variantSets", kPrims, fields::kVariantSetNames, true, readVariantSets},
      {"variants", kPrims, fields::kVariantSelection, false, readVariants},
      {"relocates", kPrims, fields::kRelocates, false, readRelocateField},
      {"relocates", kOnLayer, fields::kLayerRelocates, false, readRelocateField},
      {"subLayers", kOnLayer, fields::kSubLayers, false, readSubLayerField},
  };
  return kRows;
}

// Fields that list the content of the braces, and the kinds of specs that have them. In other specs
// these fields are ignored.
bool isChildList(std::string_view word, FieldSpecs owner) {
  constexpr int kPrims = kOnPrim | kOnVariant;
  static constexpr struct {
    std::string_view word;
    int owners;
  } kRows[] = {{"primChildren", kOnLayer | kPrims},
               {"variantSetChildren", kPrims},
               {"connectionChildren", kOnAttribute},
               {"targetChildren", kOnRelationship}};
  return std::ranges::any_of(
      kRows, [&](const auto& row) { return row.word == word && (row.owners & owner); });
}

bool readStatement(ReadContext& context, const MetadataOwner& owner) {
  Scanner& in = context.in;
  if (in.isAtString()) return readString(context, owner, ListEdit::Explicit, fields::kComment);

  const std::optional<ListEdit> edit = takeListEdit(in);
  const std::size_t start = in.offset();
  const std::string_view word = in.takeIdentifier();
  if (word.empty()) return in.fail("a name of metadata");
  const auto expectAssignment = [&] {
    in.skipInline();
    if (!in.expect('=')) return false;
    in.skipInline();
    return true;
  };
  for (const Syntax& syntax : syntaxes()) {
    if (syntax.word != word || !(syntax.owners & owner.kind)) continue;
    if (edit && !syntax.isList) break;
    return expectAssignment() &&
           syntax.read(context, owner, edit.value_or(ListEdit::Explicit), syntax.field);
  }
  const Token name = context.tokens.token(word);
  const FieldDefinition* definition = context.fieldDefinitions.find(name);
  // As in the reference, metadata of a variant in text is read like that of a prim.
  const int specs = owner.kind == kOnVariant ? int{kOnPrim} : owner.kind;
  const bool isKnown = definition && (definition->specs & specs);
  if (isKeyword(word) && !(isKnown && definition->isMetadata)) {
    in.rewind(start);
    return in.fail(edit ? "metadata that is a list" : "metadata that is allowed here");
  }
  const bool isType = name == fields::kTypeName && owner.kind != kOnAttribute;
  if ((isKnown && !definition->isMetadata && !isType) || isChildList(word, owner.kind)) {
    in.rewind(start);
    return in.fail("metadata; this field is written in another way");
  }
  if (!expectAssignment()) return false;
  return isKnown ? readKnownField(context, owner, *definition, edit)
                 : readUnknownField(context, owner, name, edit);
}

}  // namespace

void MetadataOwner::set(ReadContext& context, Token name, Value value) const {
  if (isProperty()) {
    context.specs.setPropertyField(property, name, std::move(value));
  } else {
    context.specs.setField(name, std::move(value));
  }
}

const Value* MetadataOwner::find(const ReadContext& context, Token name) const {
  return isProperty() ? context.specs.propertyField(property, name) : context.specs.field(name);
}

bool readMetadata(ReadContext& context, const MetadataOwner& owner) {
  if (!context.in.expect('(')) return false;
  int count = 0;
  return readStatements(context.in, ')', [&] {
    // Fields of a spec are searched linearly.
    constexpr int kMost = 5000;
    if (++count > kMost) {
      return context.in.failAt(context.in.offset(),
                               fmt::format("A spec can have at most {} metadata.", kMost));
    }
    return readStatement(context, owner);
  });
}

bool readNames(ReadContext& context, std::vector<Token>& out) {
  Scanner& in = context.in;
  const auto readOne = [&] {
    std::string_view text;
    std::string buffer;
    if (!in.readString(text, buffer)) return false;
    out.push_back(context.tokens.token(text));
    return true;
  };
  if (in.isAtString()) return readOne();
  if (!in.take('[')) return in.fail("a string or a list of strings");
  return readList(in, ']', readOne);
}

}  // namespace usdscope::usda
