// SPDX-License-Identifier: Apache-2.0

// Edits of metadata, and edits of attributes that schemas give a meaning to.

#include <fmt/format.h>

#include <algorithm>

#include "engine/author/EditTranslator.h"
#include "engine/author/detail/EditPlace.h"
#include "engine/format/Environment.h"
#include "engine/format/usda/ValueFromText.h"
#include "engine/layer/ClipKeys.h"
#include "engine/layer/FieldDefinitions.h"
#include "engine/layer/ListOp.h"
#include "engine/schema/Imageable.h"
#include "engine/schema/SchemaNames.h"
#include "engine/stage/clips/ClipMetadata.h"
#include "engine/value/Dictionary.h"

namespace usdscope {
namespace {

const Token kDrawMode("model:drawMode");
const Token kTokenType("token");

StageEditResult impossible(std::string problem) {
  return {.edits = {}, .problem = std::move(problem)};
}

bool isEditableType(FieldType type) {
  return type == FieldType::Data || type == FieldType::Dictionary ||
         type == FieldType::TokenListOp || type == FieldType::StringListOp ||
         type == FieldType::TokenVector;
}

// The name of a field's type for messages.
std::string typeText(const FieldDefinition& field) {
  switch (field.type) {
    case FieldType::Data:
      return std::string(field.dataType->name.text());
    case FieldType::Dictionary:
      return "dictionary";
    case FieldType::TokenListOp:
      return "list of edits of tokens";
    case FieldType::StringListOp:
      return "list of edits of strings";
    default:
      return "list of tokens";
  }
}

bool isFitting(const FieldDefinition& field, const Value& value) {
  switch (field.type) {
    case FieldType::Data:
      return value.kind() == field.dataType->kind && value.isArray() == field.dataType->isArray;
    case FieldType::Dictionary:
      return value.holds<Dictionary>();
    case FieldType::TokenListOp:
      return value.holds<ListOp<Token>>();
    case FieldType::StringListOp:
      return value.holds<ListOp<std::string>>();
    default:
      return value.holds<std::vector<Token>>();
  }
}

std::string wrongType(Token field, const FieldDefinition& definition) {
  return fmt::format("The metadata '{}' has the type {}; a value of another type was given.",
                     field.text(), typeText(definition));
}

}  // namespace

std::string EditTranslator::fieldProblem(Path object, Token field) const {
  const FieldDefinition* const definition = stage_.environment().fields().find(field);
  if (!definition) {
    return fmt::format("There is no metadata '{}'; plug-ins and schemas register metadata.",
                       field.text());
  }
  if (!definition->isMetadata || !isEditableType(definition->type)) {
    return fmt::format("'{}' cannot be edited as metadata.", field.text());
  }
  unsigned specs = kOnPrim;
  std::string_view owner = "prims";
  if (object.isRoot()) {
    specs = kOnLayer;
    owner = "stages";
  } else if (object.isProperty()) {
    const Prim prim = stage_.primAt(object.parent());
    const bool isRelationship = prim && prim.relationship(object.name());
    specs = isRelationship ? kOnRelationship : kOnAttribute;
    owner = isRelationship ? "relationships" : "attributes";
  }
  if ((definition->specs & specs) == 0) {
    return fmt::format("The metadata '{}' does not exist on {}.", field.text(), owner);
  }
  if (!object.isRoot()) return {};
  if (target_.layer() == stage_.rootLayer()->identifier() ||
      target_.layer() == stage_.sessionLayer()->identifier()) {
    return {};
  }
  return fmt::format(
      "The metadata of the stage can only be set in the root layer or the session layer, not in "
      "{}.",
      target_.text());
}

StageEditResult EditTranslator::setMetadata(Path object, Token field, const Value& value) const {
  if (std::string problem = fieldProblem(object, field); !problem.empty()) {
    return impossible(std::move(problem));
  }
  const FieldDefinition& definition = *stage_.environment().fields().find(field);
  if (!value.isEmpty() && !isFitting(definition, value)) {
    return impossible(wrongType(field, definition));
  }
  if (!object.isProperty()) return setPrimField(object, field, value);
  const Place place = placeOf(object, std::nullopt);
  if (!place.problem.empty()) return impossible(place.problem);
  return {.edits = {PropertyFieldEdit{.path = place.spec.path,
                                      .field = field,
                                      .value = layerValue(value, object.parent()),
                                      .kind = place.spec.kind,
                                      .typeName = place.spec.typeName,
                                      .variability = place.spec.variability,
                                      .isCustom = place.spec.isCustom}},
          .problem = {}};
}

StageEditResult EditTranslator::setMetadataText(Path object, Token field,
                                                std::string_view text) const {
  // The order of clip sets is written as the whole list. (SetClipSets of UsdClipsAPI.)
  if (field == fields::kClipSets && object.isPrim()) {
    ValueFromText read = valueFromText(text, typeNameOf(ValueKind::String, true));
    if (!read.problem.empty()) return impossible(std::move(read.problem));
    const auto* names = read.value.find<Array<std::string>>();
    if (!names) return setPrimField(object, field, {});
    ListOp<std::string> order;
    order.isExplicit = true;
    order.explicitItems.assign(names->begin(), names->end());
    return setPrimField(object, field, Value(std::move(order)));
  }
  if (std::string problem = fieldProblem(object, field); !problem.empty()) {
    return impossible(std::move(problem));
  }
  const FieldDefinition& definition = *stage_.environment().fields().find(field);
  if (definition.type != FieldType::Data && definition.type != FieldType::Dictionary) {
    return impossible(fmt::format("The metadata '{}' cannot be read from text.", field.text()));
  }
  ValueFromText read = definition.type == FieldType::Data
                           ? valueFromText(text, *definition.dataType)
                           : dictionaryFromText(text);
  if (!read.problem.empty()) return impossible(std::move(read.problem));
  if (read.value.isBlock()) read.value = {};
  return setMetadata(object, field, read.value);
}

StageEditResult EditTranslator::setMetadataEntry(Path prim, Token field,
                                                 std::span<const std::string> keys,
                                                 const Value& value) const {
  if (std::string problem = fieldProblem(prim, field); !problem.empty()) {
    return impossible(std::move(problem));
  }
  if (stage_.environment().fields().find(field)->type != FieldType::Dictionary) {
    return impossible(fmt::format("The metadata '{}' is not a dictionary.", field.text()));
  }
  if (keys.empty() || std::ranges::find(keys, std::string()) != keys.end()) {
    return impossible("An entry of a dictionary needs a key that is not empty.");
  }
  if (!value.isEmpty() && value.kind() == ValueKind::Other && !value.holds<Dictionary>()) {
    return impossible("An entry of a dictionary has a data type or is a dictionary.");
  }
  std::string problem;
  primFor(prim, problem);
  const Path spec = specFor(prim, problem);
  if (!problem.empty()) return impossible(std::move(problem));
  return {
      .edits = {DictionaryEdit{spec, field, {keys.begin(), keys.end()}, layerValue(value, prim)}},
      .problem = {}};
}

StageEditResult EditTranslator::setClipInfo(Path prim, const std::string& set,
                                            const std::string& key, const Value& value) const {
  const std::string_view type = typeOfClipKey(key);
  if (type.empty()) {
    return impossible(fmt::format("Clip sets have no entry '{}'.", key));
  }
  if (set.empty()) return impossible("A clip set needs a name.");
  if (!value.isEmpty() && !hasTypeOfClipKey(key, value)) {
    return impossible(fmt::format(
        "The entry '{}' of a clip set has the type {}; a value of another type was given.", key,
        type));
  }
  const std::string keys[] = {set, key};
  return setMetadataEntry(prim, fields::kClips, keys, value);
}

StageEditResult EditTranslator::setClipInfoText(Path prim, const std::string& set,
                                                const std::string& key,
                                                std::string_view text) const {
  const TypeName* const type = findTypeName(Token(typeOfClipKey(key)));
  if (!type) return setClipInfo(prim, set, key, {});
  ValueFromText read = valueFromText(text, *type);
  if (!read.problem.empty()) return impossible(std::move(read.problem));
  if (read.value.isBlock()) read.value = {};
  return setClipInfo(prim, set, key, read.value);
}

StageEditResult EditTranslator::setPrimField(Path prim, Token field, Value value) const {
  std::string problem;
  primFor(prim, problem);
  const Path spec = specFor(prim, problem);
  if (!problem.empty()) return impossible(std::move(problem));
  return {.edits = {PrimFieldEdit{spec, field, layerValue(value, prim), true}}, .problem = {}};
}

StageEditResult EditTranslator::setActive(Path prim, std::optional<bool> isActive) const {
  if (prim.isRoot()) return impossible("The root of the stage is always active.");
  return setPrimField(prim, fields::kActive, isActive ? Value(*isActive) : Value());
}

StageEditResult EditTranslator::setInstanceable(Path prim,
                                                std::optional<bool> isInstanceable) const {
  if (prim.isRoot()) return impossible("The root of the stage cannot be an instance.");
  return setPrimField(prim, fields::kInstanceable,
                      isInstanceable ? Value(*isInstanceable) : Value());
}

StageEditResult EditTranslator::setKind(Path prim, Token kind) const {
  if (prim.isRoot()) return impossible("The root of the stage has no kind.");
  return setPrimField(prim, fields::kKind, kind.isEmpty() ? Value() : Value(kind));
}

StageEditResult EditTranslator::selectVariant(Path prim, const std::string& set,
                                              std::optional<std::string> variant) const {
  std::string problem;
  primFor(prim, problem);
  const Path spec = specFor(prim, problem);
  if (!problem.empty()) return impossible(std::move(problem));
  if (prim.isRoot()) return impossible("The root of the stage has no variants.");
  if (!isValidIdentifier(set)) {
    return impossible(fmt::format("'{}' is not a name of a variant set.", set));
  }
  if (variant && !variant->empty() && !isValidVariantName(*variant)) {
    return impossible(fmt::format("'{}' is not a name of a variant.", *variant));
  }
  return {.edits = {VariantSelectionEdit{spec, set, std::move(variant), true}}, .problem = {}};
}

StageEditResult EditTranslator::setToken(Path attribute, Token value, TimeCode time) const {
  return setValue(attribute, Value(value), time);
}

StageEditResult EditTranslator::setDrawMode(Path prim, Token mode) const {
  static const Token kModes[] = {Token("default"), Token("origin"), Token("bounds"), Token("cards"),
                                 Token("inherited")};
  if (std::ranges::find(kModes, mode) == std::end(kModes)) {
    return impossible(fmt::format(
        "'{}' is not a draw mode; expected default, origin, bounds, cards or inherited.",
        mode.text()));
  }
  std::string problem;
  const Prim at = primFor(prim, problem);
  if (!problem.empty()) return impossible(std::move(problem));
  if (prim.isRoot()) return impossible("The root of the stage has no draw mode.");
  if (at.attribute(kDrawMode)) return setToken(prim.property(kDrawMode), mode, {});
  // The attribute takes effect without the API schema, so it is declared like the schema's.
  const Path spec = specFor(prim.property(kDrawMode), problem);
  if (!problem.empty()) return impossible(std::move(problem));
  return {.edits = {PropertyFieldEdit{.path = spec,
                                      .field = fields::kDefault,
                                      .value = Value(mode),
                                      .typeName = kTokenType,
                                      .variability = Variability::Uniform}},
          .problem = {}};
}

StageEditResult EditTranslator::makeVisible(Path path, TimeCode shownAt, TimeCode time) const {
  StageEditResult result;
  const Prim prim = primFor(path, result.problem);
  if (!result.isPossible()) return result;
  if (!isImageable(prim)) {
    return impossible(fmt::format("<{}> is not imageable, so it has no visibility.", path.text()));
  }
  // The prim and its imageable ancestors, outermost first.
  std::vector<Prim> line;
  for (Prim p = prim; p && !p.isPseudoRoot() && isImageable(p); p = p.parent()) line.push_back(p);
  std::ranges::reverse(line);

  const auto set = [&](const Prim& at, Token value) {
    StageEditResult more = setToken(at.path().property(geom::kVisibility), value, time);
    if (result.isPossible()) result.problem = more.problem;
    result.edits.insert(result.edits.end(), more.edits.begin(), more.edits.end());
  };
  if (isInvisibleHere(prim, shownAt)) set(prim, geom::kInherited);
  bool wasInvisible = false;
  for (std::size_t i = 0; i + 1 < line.size(); ++i) {
    if (isInvisibleHere(line[i], shownAt)) {
      set(line[i], geom::kInherited);
      wasInvisible = true;
    }
    if (!wasInvisible) continue;
    for (const Prim& child : line[i].children()) {
      if (child == line[i + 1] || !isImageable(child) || isInvisibleHere(child, shownAt)) continue;
      set(child, geom::kInvisible);
    }
  }
  if (!result.isPossible()) result.edits.clear();
  return result;
}

StageEditResult EditTranslator::makeInvisible(Path path, TimeCode shownAt, TimeCode time) const {
  std::string problem;
  const Prim prim = primFor(path, problem);
  if (!problem.empty()) return impossible(std::move(problem));
  if (!isImageable(prim)) {
    return impossible(fmt::format("<{}> is not imageable, so it has no visibility.", path.text()));
  }
  if (isInvisibleHere(prim, shownAt)) return {};
  return setToken(path.property(geom::kVisibility), geom::kInvisible, time);
}

}  // namespace usdscope
