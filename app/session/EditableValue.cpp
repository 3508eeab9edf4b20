// SPDX-License-Identifier: Apache-2.0
#include "app/session/EditableValue.h"

#include <fmt/format.h>

#include <algorithm>

#include "engine/author/EditTranslator.h"
#include "engine/format/usda/ValueFromText.h"
#include "engine/format/usda/ValueText.h"
#include "engine/report/ValueText.h"
#include "engine/stage/Property.h"

namespace usdscope {
namespace {

// Longer texts are slow in a line editor, and nobody edits them in one line.
constexpr std::size_t kMostBytes = 20'000;

std::string textOf(const std::vector<Path>& targets) {
  std::string text;
  for (const Path target : targets) text += (text.empty() ? "<" : ", <") + target.text() + ">";
  return text;
}

}  // namespace

EditableValue editableValue(const Stage& stage, const EditTargetState& target, Path property,
                            double time) {
  EditableValue out{.property = property};
  const Prim prim = stage.primAt(property.primPath());
  const EditTranslator translator(stage,
                                  target.target ? *target.target : EditTarget::session(stage));
  const std::string layer = target.isSession() ? "the session layer" : target.text();
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
  out.place = (translator.hasSamples(property) ? "frame " + numberToText(time) : "the default") +
              " in " + layer;
  const Value value = attribute.value(time);
  if (!value.isEmpty()) out.text = valueText(value, kMostBytes);
  if (out.text.size() >= kMostBytes) {
    out.problem = fmt::format(
        "The value of <{}> is too long to be edited in a line; set it with an action or in its "
        "layer.",
        property.text());
  }
  return out;
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
  const TypeName* const type = findTypeName(Token(value.typeName));
  const bool hasValues = type && type->kind != ValueKind::Other && type->kind != ValueKind::Opaque;
  if (!hasValues) {
    return fmt::format("<{}> has the type '{}', whose values cannot be written as text.",
                       value.property.text(), value.typeName);
  }
  return valueFromText(text, *type).problem;
}

}  // namespace usdscope
