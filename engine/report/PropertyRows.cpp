// SPDX-License-Identifier: Apache-2.0
#include "engine/report/PropertyRows.h"

#include <fmt/format.h>

#include <algorithm>

#include "engine/layer/SpecifierKeyword.h"
#include "engine/report/ValueText.h"
#include "engine/stage/Stage.h"

namespace usdscope {
namespace {

std::string sourceTextOf(const ResolveInfo& info, bool isInterpolated) {
  std::string text;
  switch (info.source) {
    case ValueSource::None:
      text = "No Value";
      break;
    case ValueSource::Fallback:
      text = "Fallback";
      break;
    case ValueSource::Default:
      text = "Default";
      break;
    case ValueSource::TimeSamples:
      text = "Time Samples";
      break;
    case ValueSource::Clips:
      text = "Value Clips";
      break;
    case ValueSource::Spline:
      text = "Spline";
      break;
  }
  if (info.isBlocked) text += " (blocked)";
  if (isInterpolated) text += " (interpolated)";
  return text;
}

std::string targetsText(const std::vector<Path>& targets) {
  std::string text;
  for (const Path target : targets) {
    if (!text.empty()) text += ", ";
    text += '<' + target.text() + '>';
  }
  return text.empty() ? "no targets" : text;
}

std::string fileName(const Layer& layer) {
  if (layer.isAnonymous()) return "session layer";
  const std::string& identifier = layer.identifier();
  return identifier.substr(identifier.rfind('/') + 1);
}

std::string authoredText(const Layer& layer, Path path) {
  const PropertySpec spec = layer.findProperty(path);
  if (!spec) return {};
  if (!spec.isAttribute()) {
    const Value targets = spec.field(fields::kTargetPaths);
    return targets.isEmpty() ? "" : valueToText(targets);
  }
  std::string text;
  const Value samples = spec.field(fields::kTimeSamples);
  if (const auto* found = samples.find<TimeSamples>()) {
    text = fmt::format("{} time samples", found->size());
  }
  if (spec.hasField(fields::kSpline)) text = "spline";
  const Value value = spec.field(fields::kDefault);
  if (!value.isEmpty()) {
    if (!text.empty()) text += ", default ";
    text += valueToText(value);
  }
  return text;
}

// The specifier, type and metadata of a prim spec: "def Xform, kind = component".
std::string metadataText(const Layer& layer, Path path) {
  const PrimSpec spec = layer.findPrim(path);
  if (!spec) return {};
  std::string text;
  if (spec.hasField(fields::kSpecifier)) text = keywordOf(spec.specifier());
  if (const Token type = spec.typeName()) text += (text.empty() ? "" : " ") + type.string();
  for (const Token name : spec.fieldNames()) {
    if (name == fields::kSpecifier || name == fields::kTypeName) continue;
    if (!text.empty()) text += ", ";
    text += fmt::format("{} = {}", name.text(), valueToText(spec.field(name)));
  }
  return text;
}

}  // namespace

std::vector<PropertyRow> propertyRows(const Prim& prim, TimeCode time) {
  std::vector<PropertyRow> rows;
  std::vector<Token> names = prim.propertyNames();
  std::ranges::sort(names, textLess);
  for (const Token name : names) {
    PropertyRow row;
    row.name = name;
    if (const Attribute attribute = prim.attribute(name)) {
      const ResolveInfo info = attribute.resolveInfo(time);
      row.isAuthored = attribute.isAuthored();
      row.typeName = attribute.typeName().string();
      row.source = info.source;
      row.isInterpolated = info.samples == SampleUse::Linear;
      row.value = valueToText(attribute.value(time));
      row.sourceText = sourceTextOf(info, row.isInterpolated);
    } else if (const Relationship relationship = prim.relationship(name)) {
      row.isRelationship = true;
      row.isAuthored = relationship.isAuthored();
      row.typeName = "rel";
      row.value = targetsText(relationship.targets());
      row.sourceText = "Relationship";
    } else {
      continue;
    }
    rows.push_back(std::move(row));
  }
  return rows;
}

std::vector<LayerStackRow> layerStackRows(const Prim& prim, Token property, TimeCode time) {
  std::vector<StackEntry> entries;
  ResolveInfo info;
  if (property.isEmpty()) {
    entries = prim.primStack();
  } else if (const Attribute attribute = prim.attribute(property)) {
    entries = attribute.propertyStack(time);
    info = attribute.resolveInfo(time);
  } else if (const Relationship relationship = prim.relationship(property)) {
    entries = relationship.propertyStack();
  }
  const auto used = prim.stage().usedLayers();
  std::vector<LayerStackRow> rows;
  for (const StackEntry& entry : entries) {
    LayerStackRow& row = rows.emplace_back();
    row.layer = fileName(*entry.layer);
    row.identifier = entry.layer->identifier();
    row.offset = entry.offset;
    row.path = entry.path.text();
    row.value = property.isEmpty() ? metadataText(*entry.layer, entry.path)
                                   : authoredText(*entry.layer, entry.path);
    row.isClip = std::ranges::find(used, entry.layer) == used.end();
    row.isWinner = info.layer == entry.layer && info.specPath == entry.path;
  }
  return rows;
}

}  // namespace usdscope
