// SPDX-License-Identifier: Apache-2.0
#include "app/session/edits/EditableValue.h"

#include <fmt/format.h>

#include <algorithm>

#include "engine/author/EditTranslator.h"
#include "engine/format/Environment.h"
#include "engine/format/usda/ValueFromText.h"
#include "engine/format/usda/ValueText.h"
#include "engine/layer/FieldDefinitions.h"
#include "engine/layer/Fields.h"
#include "engine/layer/ListOp.h"
#include "engine/report/clips/ClipEntryCheck.h"
#include "engine/report/text/ValueText.h"
#include "engine/stage/Property.h"
#include "engine/stage/clips/ClipMetadata.h"
#include "engine/value/Array.h"
#include "engine/value/Dictionary.h"

namespace usdscope {
namespace {

// Longer texts are slow in a line editor, and nobody edits them in one line.
constexpr std::size_t kMostBytes = 20'000;
constexpr const char* kDictionary = "dictionary";

std::string textOf(const std::vector<Path>& targets) {
  std::string text;
  for (const Path target : targets) text += (text.empty() ? "<" : ", <") + target.text() + ">";
  return text;
}

std::string layerText(const EditTargetState& target) {
  return target.isSession() ? "the session layer" : target.text();
}

EditTranslator translatorOf(const Stage& stage, const EditTargetState& target) {
  return {stage, target.target ? *target.target : EditTarget::session(stage)};
}

void setText(EditableValue& out, const Value& value) {
  if (!value.isEmpty()) out.text = valueText(value, kMostBytes);
  if (out.text.size() < kMostBytes) return;
  out.problem = fmt::format(
      "The value of <{}> is too long to be edited in a line; set it with an action or in its "
      "layer.",
      out.object.text());
}

}  // namespace

EditableValue editableValue(const Stage& stage, const EditTargetState& target, Path property,
                            TimeCode time) {
  EditableValue out;
  out.object = property;
  const Prim prim = stage.primAt(property.primPath());
  const EditTranslator translator = translatorOf(stage, target);
  const std::string layer = layerText(target);
  if (prim && prim.relationship(property.name())) {
    const std::vector<Path> targets = prim.relationship(property.name()).targets();
    out.text = textOf(targets);
    out.place = "the targets in " + layer;
    out.problem = translator.clearTargets(property).problem;
    return out;
  }
  // The refusals of an edit without a value are those of every edit.
  out.problem = translator.clear(property).problem;
  if (!out.problem.empty()) return out;
  const Attribute attribute = prim.attribute(property.name());
  out.typeName = attribute.typeName().string();
  const bool isSample = time.isNumeric() && translator.hasSamples(property);
  out.place = (isSample ? "frame " + numberToText(time.time()) : "the default") + " in " + layer;
  setText(out, attribute.value(time));
  return out;
}

EditableValue editableField(const Stage& stage, const EditTargetState& target, Path object,
                            Token field) {
  EditableValue out;
  out.object = object;
  out.field = field;
  out.place = std::string(field.text()) + " in " + layerText(target);
  // The order of clip sets is written as a list of names.
  if (field == fields::kClipSets && object.isPrim()) {
    out.problem = translatorOf(stage, target).setMetadataText(object, field, "None").problem;
    out.typeName = "string[]";
    const Value order = stage.primAt(object).metadata(field);
    if (const auto* names = order.find<ListOp<std::string>>()) {
      setText(out, Value(Array<std::string>(names->appliedItems())));
    }
    return out;
  }
  out.problem = translatorOf(stage, target).setMetadata(object, field, {}).problem;
  if (!out.problem.empty()) return out;
  const FieldDefinition& definition = *stage.environment().fields().find(field);
  const bool isText =
      definition.type == FieldType::Data || definition.type == FieldType::Dictionary;
  if (!isText) {
    out.problem = fmt::format("The metadata '{}' cannot be edited as text.", field.text());
    return out;
  }
  out.typeName = definition.type == FieldType::Dictionary
                     ? kDictionary
                     : std::string(definition.dataType->name.text());
  const Prim prim = stage.primAt(object.isProperty() ? object.parent() : object);
  const Attribute attribute = object.isProperty() ? prim.attribute(object.name()) : Attribute();
  setText(out, !object.isProperty() ? prim.metadata(field)
               : attribute          ? attribute.metadata(field)
                                    : prim.relationship(object.name()).metadata(field));
  return out;
}

EditableValue editableClipEntry(const Stage& stage, const EditTargetState& target, Path prim,
                                const std::string& set, const std::string& key) {
  EditableValue out;
  out.object = prim;
  out.field = fields::kClips;
  out.clipSet = set;
  out.clipKey = key;
  out.place = fmt::format("{} of the clips {} in {}", key, set, layerText(target));
  out.typeName = std::string(typeOfClipKey(key));
  out.problem = translatorOf(stage, target).setClipInfo(prim, set, key, {}).problem;
  if (!out.problem.empty()) return out;
  const Value clips = stage.primAt(prim).metadata(fields::kClips);
  const auto* sets = clips.find<Dictionary>();
  const Value* found = sets ? sets->find(set) : nullptr;
  const auto* entries = found ? found->find<Dictionary>() : nullptr;
  const Value* entry = entries ? entries->find(key) : nullptr;
  if (entry) setText(out, *entry);
  return out;
}

std::string clipFindingsText(const Stage& stage, const EditTargetState& target,
                             const EditableValue& value, const std::string& text,
                             const std::stop_token& stop) {
  const TypeName* const type = findTypeName(Token(value.typeName));
  const ValueFromText read = type ? valueFromText(text, *type) : ValueFromText();
  const Prim prim = stage.primAt(value.object);
  if (!prim || !read.problem.empty() || read.value.isBlock() || read.value.isEmpty()) return {};
  WantedClipEntry wanted{value.clipSet, value.clipKey, read.value, {}};
  if (target.target) wanted.stageFromLayer = target.target->stageFromSpec().timeOffset();
  std::string found;
  for (const ClipFinding& finding : checkClipEntry(prim, wanted, stop)) {
    if (finding.severity == Severity::Note) continue;
    found += (found.empty() ? "" : "\n") + findingText(finding);
  }
  return found;
}

TargetsFromText targetsFromText(const std::string& text) {
  TargetsFromText out;
  std::string plain = text;
  for (char& letter : plain) {
    if (letter == ',' || letter == '[' || letter == ']') letter = ' ';
  }
  std::size_t at = 0;
  while ((at = plain.find_first_not_of(" \t", at)) != std::string::npos) {
    const std::size_t end = std::min(plain.find_first_of(" \t", at), plain.size());
    std::string word = plain.substr(at, end - at);
    if (word.size() > 1 && word.front() == '<' && word.back() == '>') {
      word = word.substr(1, word.size() - 2);
    }
    const Path path = Path::fromText(word);
    if (path.isEmpty()) {
      out.problem = fmt::format(
          "Column {}: expected paths such as </World/Ball>, separated by commas; '{}' is not a "
          "path.",
          at + 1, word);
      return out;
    }
    out.targets.push_back(path);
    at = end;
  }
  return out;
}

std::string whyNotText(const EditableValue& value, const std::string& text) {
  if (value.isRelationship()) return targetsFromText(text).problem;
  if (!value.field.isEmpty() && text == "None") return {};
  if (value.typeName == kDictionary) return dictionaryFromText(text).problem;
  const TypeName* const type = findTypeName(Token(value.typeName));
  const bool hasValues = type && type->kind != ValueKind::Other && type->kind != ValueKind::Opaque;
  if (!hasValues) {
    return fmt::format("<{}> has the type '{}', whose values cannot be written as text.",
                       value.object.text(), value.typeName);
  }
  return valueFromText(text, *type).problem;
}

}  // namespace usdscope
