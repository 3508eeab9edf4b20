// SPDX-License-Identifier: Apache-2.0
#include "engine/author/EditTranslator.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "engine/author/detail/EditPlace.h"
#include "engine/format/usda/ValueFromText.h"
#include "engine/layer/PathExpressionTree.h"
#include "engine/value/ArrayEdit.h"
#include "engine/value/Dictionary.h"
#include "engine/value/TypeName.h"

namespace usdscope {
namespace {

StageEditResult refused(std::string problem) {
  return {.edits = {}, .problem = std::move(problem)};
}

LayerEdit fieldEdit(const PropertyPlace& spec, Token field, Value value) {
  return PropertyFieldEdit{.path = spec.path,
                           .field = field,
                           .value = std::move(value),
                           .kind = spec.kind,
                           .typeName = spec.typeName,
                           .variability = spec.variability,
                           .isCustom = spec.isCustom};
}

std::string_view nameOf(PropertyKind kind) {
  return kind == PropertyKind::Attribute ? "attribute" : "relationship";
}

bool holdsBlock(const Value& value) { return value.isBlock() || value.holds<AnimationBlock>(); }

// The name of a value's type for messages.
std::string typeText(const Value& value) {
  if (const auto* edit = value.find<ArrayEdit>()) {
    return fmt::format("edit of {}", typeText(edit->literals));
  }
  if (value.holds<Dictionary>()) return "dictionary";
  if (value.kind() == ValueKind::Other) return "unknown";
  return std::string(typeNameOf(value.kind(), value.isArray()).name.text());
}

Value mappedTimes(const Value& value, const LayerOffset& layerFromStage) {
  if (const auto* one = value.find<TimeCodeValue>()) {
    return Value(TimeCodeValue{layerFromStage(one->time)});
  }
  if (const auto* many = value.find<Array<TimeCodeValue>>()) {
    std::vector<TimeCodeValue> times(many->begin(), many->end());
    for (TimeCodeValue& time : times) time.time = layerFromStage(time.time);
    return Value(Array<TimeCodeValue>(std::move(times)));
  }
  if (const auto* dictionary = value.find<Dictionary>()) {
    Dictionary mapped = *dictionary;
    for (const auto& [key, item] : dictionary->entries()) {
      mapped.set(key, mappedTimes(item, layerFromStage));
    }
    return Value(std::move(mapped));
  }
  if (const auto* edit = value.find<ArrayEdit>()) {
    return Value(ArrayEdit{mappedTimes(edit->literals, layerFromStage), edit->steps});
  }
  return value;
}

}  // namespace

Prim EditTranslator::primFor(Path path, std::string& problem) const {
  const Prim prim = path.isRootOrPrim() ? stage_.primAt(path) : Prim();
  if (!prim) {
    problem = path.isEmpty() ? "This is not the path of a prim."
                             : fmt::format("There is no prim <{}>.", path.text());
  } else if (prim.isInPrototype()) {
    problem = fmt::format(
        "<{}> belongs to a prototype, which cannot be edited; edit the prims that its instances "
        "refer to.",
        path.text());
  } else if (prim.isInstanceProxy()) {
    Prim instance = prim.parent();
    while (instance && !instance.isInstance()) instance = instance.parent();
    problem = fmt::format(
        "<{}> is shared by all instances and cannot be edited below the instance <{}>; edit the "
        "instance or turn off its instanceable.",
        path.text(), instance ? instance.path().text() : "/");
  }
  return prim;
}

Path EditTranslator::specFor(Path path, std::string& problem) const {
  if (!problem.empty()) return {};
  const Path spec = target_.specPath(path);
  if (spec.isEmpty()) {
    problem = fmt::format(
        "<{}> cannot be edited in {}, which lies behind arcs that do not lead "
        "to this path.",
        path.text(), target_.text());
  }
  return spec;
}

EditTranslator::Place EditTranslator::placeOf(Path property,
                                              std::optional<PropertyKind> kind) const {
  Place place;
  place.property = property;
  if (!property.isProperty()) {
    place.problem = fmt::format("<{}> is not the path of a property.", property.text());
    return place;
  }
  const Token name = property.name();
  const Prim prim = primFor(property.parent(), place.problem);
  place.spec.path = specFor(property, place.problem);
  if (!place.problem.empty()) return place;

  const Attribute attribute = prim.attribute(name);
  const Relationship relationship = prim.relationship(name);
  if (!attribute && !relationship) {
    place.problem = fmt::format("<{}> has no {} '{}'.", prim.path().text(),
                                kind ? nameOf(*kind) : "property", name.text());
    return place;
  }
  place.spec.kind = attribute ? PropertyKind::Attribute : PropertyKind::Relationship;
  if (kind && *kind != place.spec.kind) {
    place.problem = fmt::format(
        "<{}> is {}.", property.text(),
        attribute ? "an attribute, not a relationship" : "a relationship, not an attribute");
    return place;
  }
  place.layer = editableLayer(stage_, target_.layer());
  if (!place.layer) {
    place.problem = fmt::format("The layer of the edit target {} is not open.", target_.text());
    return place;
  }

  if (attribute) {
    place.typeName = attribute.typeName();
    place.type = findTypeName(place.typeName);
  }
  if (const PropertyDefinition* builtIn = prim.definition().findProperty(name)) {
    place.spec.variability = attribute ? builtIn->variability : Variability::Uniform;
    place.spec.typeName = place.typeName;
  } else {
    const auto stack = attribute ? attribute.propertyStack() : relationship.propertyStack();
    const PropertySpec strongest = stack.front().layer->findProperty(stack.front().path);
    place.spec.typeName = strongest.typeName();
    place.spec.variability = strongest.variability();
    place.spec.isCustom = strongest.isCustom();
  }
  place.present = place.layer->findProperty(place.spec.path);
  if (place.present && place.present.kind() != place.spec.kind) {
    place.problem =
        fmt::format("<{}> is {} on the stage, but {} in the layer of the edit target.",
                    property.text(), nameOf(place.spec.kind), nameOf(place.present.kind()));
  }
  return place;
}

std::string EditTranslator::typeProblem(const Place& place, const Value& value,
                                        TimeCode time) const {
  if (time.isPreTime() ||
      (time.isNumeric() && (time.isEarliest() || !std::isfinite(time.time())))) {
    return "A value can only be set at a finite time or as the default.";
  }
  if (value.holds<AnimationBlock>() && time.isNumeric()) {
    return "An AnimationBlock can only be set as the default.";
  }
  if (holdsBlock(value)) return {};
  const std::string name = place.property.text();
  if (!place.type || place.type->kind == ValueKind::Other) {
    return fmt::format("<{}> has the unknown type '{}', so its value cannot be set.", name,
                       place.spec.typeName.text());
  }
  if (place.type->kind == ValueKind::Opaque) {
    return fmt::format("<{}> has the type {}, which has no values.", name, place.typeName.text());
  }
  const ArrayEdit* const edit = value.find<ArrayEdit>();
  const bool isFitting =
      edit ? place.type->isArray &&
                 (edit->literals.isEmpty() || edit->literals.kind() == place.type->kind)
           : value.kind() == place.type->kind && value.isArray() == place.type->isArray;
  if (isFitting) return {};
  return fmt::format("<{}> has the type {}; a value of the type {} was given.", name,
                     place.typeName.text(), typeText(value));
}

Value EditTranslator::layerValue(const Value& value, Path prim) const {
  if (target_.isIdentity()) return value;
  const auto mapped = [&](const PathExpression& expression) {
    const auto map = [&](Path path) { return target_.targetPath(path); };
    return PathExpression{
        PathExpressionTree::parse(expression.text).anchored(prim).mapped(map).text()};
  };
  if (const auto* one = value.find<PathExpression>()) return Value(mapped(*one));
  if (const auto* many = value.find<Array<PathExpression>>()) {
    std::vector<PathExpression> all;
    for (const PathExpression& expression : *many) all.push_back(mapped(expression));
    return Value(Array<PathExpression>(std::move(all)));
  }
  return mappedTimes(value, target_.layerFromStage());
}

// An inverse mapping may miss the time of a sample by its last bits, which would add a sample
// beside the present one.
double EditTranslator::layerTime(const Place& place, double stageTime) const {
  constexpr double kTolerance = 1e-9;
  const double time = target_.layerTime(stageTime);
  if (!place.present || target_.stageFromSpec().timeOffset().isIdentity()) return time;
  const Value authored = place.present.field(fields::kTimeSamples);
  const auto* const samples = authored.find<TimeSamples>();
  if (!samples || samples->isEmpty()) return time;
  const SampleBracket bracket = findBracket(samples->times().span(), time);
  for (const std::size_t i : {bracket.lower, bracket.upper}) {
    const double sample = samples->times()[i];
    if (std::abs(sample - time) <= kTolerance * std::max(1.0, std::abs(time))) return sample;
  }
  return time;
}

StageEditResult EditTranslator::setMappedValue(const Place& place, const Value& value,
                                               TimeCode time) const {
  if (std::string problem = typeProblem(place, value, time); !problem.empty()) {
    return refused(std::move(problem));
  }
  Value mapped = layerValue(value, place.property.parent());
  if (time.isDefault()) {
    return {.edits = {fieldEdit(place.spec, fields::kDefault, std::move(mapped))}, .problem = {}};
  }
  return {.edits = {SampleEdit{place.spec, layerTime(place, time.time()), std::move(mapped)}},
          .problem = {}};
}

StageEditResult EditTranslator::setValue(Path attribute, const Value& value, TimeCode time) const {
  if (value.isEmpty()) return clear(attribute, time);
  const Place place = placeOf(attribute, PropertyKind::Attribute);
  if (!place.problem.empty()) return refused(place.problem);
  return setMappedValue(place, value, time);
}

StageEditResult EditTranslator::setText(Path attribute, std::string_view text,
                                        TimeCode time) const {
  const Place place = placeOf(attribute, PropertyKind::Attribute);
  if (!place.problem.empty()) return refused(place.problem);
  const bool hasValues =
      place.type && place.type->kind != ValueKind::Other && place.type->kind != ValueKind::Opaque;
  if (!hasValues) return refused(typeProblem(place, Value(0), time));
  ValueFromText read = valueFromText(text, *place.type);
  if (!read.problem.empty()) return refused(std::move(read.problem));
  return setMappedValue(place, read.value, time);
}

bool EditTranslator::hasSamples(Path attribute) const {
  const auto layer = editableLayer(stage_, target_.layer());
  const Path path = target_.specPath(attribute);
  const PropertySpec spec = layer && path.isProperty() ? layer->findProperty(path) : PropertySpec();
  return spec && spec.hasField(fields::kTimeSamples);
}

StageEditResult EditTranslator::clear(Path attribute, TimeCode time) const {
  const Place place = placeOf(attribute, PropertyKind::Attribute);
  if (!place.problem.empty()) return refused(place.problem);
  if (std::string problem = typeProblem(place, Value(ValueBlock()), time); !problem.empty()) {
    return refused(std::move(problem));
  }
  if (time.isDefault()) {
    return {.edits = {fieldEdit(place.spec, fields::kDefault, {})}, .problem = {}};
  }
  return {.edits = {SampleEdit{place.spec, layerTime(place, time.time()), {}}}, .problem = {}};
}

StageEditResult EditTranslator::clearAll(Path attribute) const {
  const Place place = placeOf(attribute, PropertyKind::Attribute);
  if (!place.problem.empty()) return refused(place.problem);
  StageEditResult result;
  for (const Token field : {fields::kDefault, fields::kTimeSamples, fields::kSpline}) {
    result.edits.push_back(fieldEdit(place.spec, field, {}));
  }
  return result;
}

StageEditResult EditTranslator::block(Path attribute) const {
  StageEditResult result = clearAll(attribute);
  if (!result.isPossible()) return result;
  StageEditResult blocked = setValue(attribute, Value(ValueBlock()));
  result.edits.insert(result.edits.end(), blocked.edits.begin(), blocked.edits.end());
  return result;
}

StageEditResult EditTranslator::editTargets(Path property, TargetEdit::Action action,
                                            std::span<const Path> targets,
                                            TargetEdit::Position position) const {
  const Place place = placeOf(property, std::nullopt);
  if (!place.problem.empty()) return refused(place.problem);
  TargetEdit edit{.property = place.spec, .action = action, .targets = {}, .position = position};
  for (const Path target : targets) {
    const bool isObject = target.isRootOrPrim() || target.isProperty();
    if (!isObject || target.hasVariants()) {
      return refused(
          fmt::format("The target '{}' is not the path of a prim or property.", target.text()));
    }
    const Prim prim = stage_.primAt(target.primPath());
    if (prim && prim.isInPrototype()) {
      return refused(fmt::format(
          "<{}> belongs to a prototype, which cannot be a target; use the path below an instance.",
          target.text()));
    }
    edit.targets.push_back(target_.targetPath(target));
    if (edit.targets.back().isEmpty()) {
      return refused(fmt::format(
          "The target <{}> cannot be written in {}, which lies behind arcs that do not lead to it.",
          target.text(), target_.text()));
    }
  }
  return {.edits = {std::move(edit)}, .problem = {}};
}

StageEditResult EditTranslator::setTargets(Path property, std::span<const Path> targets) const {
  return editTargets(property, TargetEdit::Action::Set, targets, {});
}

StageEditResult EditTranslator::addTarget(Path property, Path target,
                                          TargetEdit::Position position) const {
  return editTargets(property, TargetEdit::Action::Add, std::span(&target, 1), position);
}

StageEditResult EditTranslator::removeTarget(Path property, Path target) const {
  return editTargets(property, TargetEdit::Action::Remove, std::span(&target, 1), {});
}

StageEditResult EditTranslator::clearTargets(Path property) const {
  return editTargets(property, TargetEdit::Action::Clear, {}, {});
}

}  // namespace usdscope
