// SPDX-License-Identifier: Apache-2.0
#include "engine/format/usda/detail/PropertyReader.h"

#include <fmt/format.h>

#include "engine/format/usda/detail/ArcReader.h"
#include "engine/format/usda/detail/Keywords.h"
#include "engine/format/usda/detail/ListEdits.h"
#include "engine/format/usda/detail/MetadataValues.h"
#include "engine/format/usda/detail/PathExpressionReader.h"
#include "engine/format/usda/detail/SamplesReader.h"
#include "engine/format/usda/detail/SplineReader.h"
#include "engine/format/usda/detail/ValueReader.h"

namespace usdscope::usda {
namespace {

// The keywords before the type.
struct Words {
  std::optional<ListEdit> edit;
  bool isCustom = false;
  bool isUniform = false;
  bool isVarying = false;
};

bool takePrefix(Scanner& in, std::string_view word) {
  const std::size_t start = in.offset();
  if (in.takeWord(word) && in.takeSpace()) return true;
  in.rewind(start);
  return false;
}

bool takeAssignment(Scanner& in) {
  in.skipInline();
  if (!in.take('=')) return false;
  in.skipInline();
  return true;
}

// Adds the fields that every attribute and relationship has.
std::uint32_t addProperty(ReadContext& context, Token name, PropertyKind kind, const Words& words) {
  const std::uint32_t property = context.specs.property(name, kind);
  if (words.isCustom || !context.specs.propertyField(property, fields::kCustom)) {
    context.specs.setPropertyField(property, fields::kCustom, Value(words.isCustom));
  }
  return property;
}

bool setTargets(ReadContext& context, const MetadataOwner& owner, Token field, ListEdit edit,
                PathUse use) {
  Scanner& in = context.in;
  const std::size_t start = in.offset();
  std::vector<Path> paths;
  if (!readPaths(context, use, paths)) return false;
  if (paths.empty() && edit != ListEdit::Explicit) {
    return in.failAt(start, "Only a whole list may be empty or None, not an edit of one.");
  }
  if (hasDuplicates(paths)) return in.failAt(start, "This list has a path twice.");
  setListField(context, owner, field, edit, std::move(paths));
  return true;
}

bool readMetadataIfAny(ReadContext& context, const MetadataOwner& owner) {
  const std::size_t start = context.in.offset();
  context.in.skipInline();
  if (context.in.peek() == '(') return readMetadata(context, owner);
  context.in.rewind(start);
  return true;
}

bool readRelationship(ReadContext& context, const Words& words) {
  Scanner& in = context.in;
  const std::string_view name = in.takeNamespacedIdentifier();
  if (name.empty()) return in.fail("the name of a relationship");
  const std::uint32_t property =
      addProperty(context, context.tokens.token(name), PropertyKind::Relationship, words);
  if (context.places) {
    notePlace(context, context.specs.path().property(context.tokens.token(name)), in.offset());
  }
  // Unlike that of attributes it may change. The last statement is used.
  const Variability variability = words.isVarying ? Variability::Varying : Variability::Uniform;
  context.specs.setPropertyField(property, fields::kVariability, Value(variability));

  const MetadataOwner owner{kOnRelationship, property};
  const ListEdit edit = words.edit.value_or(ListEdit::Explicit);
  const std::size_t afterName = in.offset();
  if (takeAssignment(in)) {
    if (!setTargets(context, owner, fields::kTargetPaths, edit, PathUse::Target)) return false;
    return words.edit || readMetadataIfAny(context, owner);
  }
  in.rewind(afterName);
  if (words.edit) return true;
  in.skipInline();
  if (in.take('.')) {
    in.skipInline();
    Path path;
    if (!in.takeWord("default")) return in.fail("default");
    if (!takeAssignment(in)) return in.fail("'='");
    if (!readPath(context, PathUse::Value, path)) return false;
    context.specs.setPropertyField(property, fields::kDefault, Value(path));
    return true;
  }
  if (in.take('[')) {  // Older files wrote relationship targets like this; ignored.
    in.skipInline();
    Path path;
    if (!readPath(context, PathUse::Value, path)) return false;
    in.skipInline();
    return in.expect(']');
  }
  in.rewind(afterName);
  return readMetadataIfAny(context, owner);
}

// Sets the declared type and variability, which must not change in later statements.
bool declareAttribute(ReadContext& context, std::uint32_t property, Token name, Token typeName,
                      const Words& words, std::size_t start) {
  const Value* type = context.specs.propertyField(property, fields::kTypeName);
  if (!type) {
    context.specs.setPropertyField(property, fields::kTypeName, Value(typeName));
  } else if (*type->find<Token>() != typeName) {
    return context.in.failAt(start,
                             fmt::format("'{}' has the type '{}' already, not '{}'.", name.text(),
                                         type->find<Token>()->text(), typeName.text()));
  }
  const Variability variability = words.isUniform ? Variability::Uniform : Variability::Varying;
  const Value* present = context.specs.propertyField(property, fields::kVariability);
  if (!present) {
    context.specs.setPropertyField(property, fields::kVariability, Value(variability));
  } else if (present->valueOr(variability) != variability) {
    return context.in.failAt(start, fmt::format("'{}' is {} already.", name.text(),
                                                words.isUniform ? "varying" : "uniform"));
  }
  return true;
}

bool readDefault(ReadContext& context, const TypeText& type, std::uint32_t property) {
  Scanner& in = context.in;
  Value value;
  if (in.takeWord("None")) {
    value = Value(ValueBlock());
  } else if (in.takeWord("AnimationBlock")) {
    value = Value(AnimationBlock());
  } else if (!readAttributeValue(context, type, value)) {
    return false;
  } else if (type.type && type.type->kind == ValueKind::PathExpression) {
    anchorPathExpressions(value, context.specs.path().primPath());
  }
  context.specs.setPropertyField(property, fields::kDefault, std::move(value));
  return true;
}

bool readSplineField(ReadContext& context, const TypeText& type, std::uint32_t property) {
  const ValueKind kind = type.type && !type.type->isArray ? type.type->kind : ValueKind::Other;
  if (kind != ValueKind::Double && kind != ValueKind::Float && kind != ValueKind::Half &&
      kind != ValueKind::TimeCode && kind != ValueKind::Duration) {
    return context.in.failAt(
        context.in.offset(),
        "Only attributes of type double, float, half, timecode or duration can have a spline.");
  }
  Spline spline;
  if (!readSpline(context, kind, spline)) return false;
  context.specs.setPropertyField(property, fields::kSpline, Value(std::move(spline)));
  return true;
}

// Reads the part after the dot: `timeSamples`, `connect` or `spline`.
bool readAttributeField(ReadContext& context, const TypeText& type, std::uint32_t property,
                        ListEdit edit) {
  Scanner& in = context.in;
  in.skipInline();
  const std::size_t start = in.offset();
  const std::string_view field = in.takeIdentifier();
  const bool isConnect = field == "connect";
  if (!isConnect && (edit != ListEdit::Explicit || (field != "timeSamples" && field != "spline"))) {
    in.rewind(start);
    return in.fail(edit != ListEdit::Explicit ? "connect" : "connect, timeSamples or spline");
  }
  if (!takeAssignment(in)) return in.fail("'='");
  if (isConnect) {
    return setTargets(context, {kOnAttribute, property}, fields::kConnectionPaths, edit,
                      PathUse::Connection);
  }
  if (field == "spline") return readSplineField(context, type, property);
  Value samples;
  if (!readTimeSamples(context, type, samples)) return false;
  context.specs.setPropertyField(property, fields::kTimeSamples, std::move(samples));
  return true;
}

bool readAttribute(ReadContext& context, const Words& words) {
  Scanner& in = context.in;
  TypeText type;
  const std::size_t typeStart = in.offset();
  if (!readType(context, type)) return false;
  if (hasKeyword(type.name.text())) {
    in.rewind(typeStart);
    return in.fail("the type of an attribute, or rel");
  }
  if (!in.takeSpace()) return in.fail("a space");
  const std::size_t start = in.offset();
  const std::string_view text = in.takeNamespacedIdentifier();
  if (text.empty()) return in.fail("the name of an attribute");
  const Token name = context.tokens.token(text);
  const std::uint32_t property = addProperty(context, name, PropertyKind::Attribute, words);
  if (context.places) notePlace(context, context.specs.path().property(name), start);
  if (!declareAttribute(context, property, name, type.name, words, start)) {
    return false;
  }
  const std::size_t afterName = in.offset();
  in.skipInline();
  if (in.take('.')) {
    return readAttributeField(context, type, property, words.edit.value_or(ListEdit::Explicit));
  }
  if (words.edit) return in.fail("'.connect'");
  if (takeAssignment(in)) {
    if (!readDefault(context, type, property)) return false;
  } else {
    in.rewind(afterName);
  }
  return readMetadataIfAny(context, {kOnAttribute, property});
}

}  // namespace

bool readProperty(ReadContext& context) {
  Scanner& in = context.in;
  Words words;
  words.edit = takeListEdit(in);
  words.isCustom = takePrefix(in, "custom");
  words.isVarying = takePrefix(in, "varying");
  words.isUniform = !words.isVarying && (takePrefix(in, "uniform") || takePrefix(in, "config"));
  if (!words.isUniform && takePrefix(in, "rel")) return readRelationship(context, words);
  if (words.isVarying) return in.fail("rel");
  return readAttribute(context, words);
}

}  // namespace usdscope::usda
