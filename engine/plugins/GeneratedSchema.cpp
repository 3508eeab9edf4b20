// SPDX-License-Identifier: Apache-2.0
#include "engine/plugins/detail/GeneratedSchema.h"

#include <fmt/format.h>

#include <algorithm>

#include "engine/base/FileBytes.h"
#include "engine/format/LayerFormat.h"
#include "engine/plugins/PluginSet.h"

namespace usdscope::detail {
namespace {

// Skips fields with their own place, without meaning as a fallback, and documentation.
bool isFact(Token field) {
  static const Token kOthers[] = {fields::kCustom,  fields::kVariability,  fields::kTypeName,
                                  fields::kDefault, fields::kCustomData,   fields::kTimeSamples,
                                  fields::kSpline,  fields::kTargetPaths,  fields::kConnectionPaths,
                                  fields::kComment, fields::kDocumentation};
  return std::ranges::find(kOthers, field) == std::end(kOthers);
}

// Properties of the class that override those of built-in API schemas.
std::vector<Token> overrideNames(const PrimSpec& spec) {
  const Value customData = spec.field(fields::kCustomData);
  const auto* const dictionary = customData.find<Dictionary>();
  const Value* const listed =
      dictionary ? dictionary->find("apiSchemaOverridePropertyNames") : nullptr;
  const auto* const names = listed ? listed->find<Array<Token>>() : nullptr;
  return names ? std::vector<Token>(names->begin(), names->end()) : std::vector<Token>();
}

}  // namespace

void GeneratedSchema::open() {
  if (std::exchange(isOpened_, true)) return;
  file_ = plugin_.resourceFolder + "/generatedSchema.usda";
  const FileBytesResult read = readFileBytes(file_);
  if (!read.bytes) {
    diagnostics_.report(kNoGeneratedSchema, {.layer = file_},
                        fmt::format("Schemas of the plug-in \"{}\" have no properties: {}",
                                    plugin_.name, read.problem));
    return;
  }
  layer_ = readLayer(*read.bytes, {file_}, diagnostics_, environment_);
  if (layer_) return;
  diagnostics_.report(kNoGeneratedSchema, {.layer = file_},
                      fmt::format("Schemas of the plug-in \"{}\" have no properties: the file "
                                  "cannot be read.",
                                  plugin_.name));
}

void GeneratedSchema::addTo(SchemaFacts::Schema& schema) {
  const bool isNeeded = schema.info.isConcrete() || schema.info.isAppliedApi();
  if (!isNeeded && schema.info.kind != SchemaKind::AbstractTyped) return;
  open();
  if (!layer_) return;
  const PrimSpec spec = layer_->findPrim(Path::root().child(schema.info.name));
  if (!spec) {
    if (!isNeeded) return;
    diagnostics_.report(kNoGeneratedSchema,
                        {.layer = file_, .path = fmt::format("/{}", schema.info.name.text())},
                        "There is no class of this name, so the schema has no properties.");
    return;
  }
  const Value apis = spec.field(fields::kApiSchemas);
  if (const auto* list = apis.find<ListOp<Token>>()) schema.apiSchemas = list->appliedItems();
  const std::vector<Token> overrides = overrideNames(spec);
  for (std::size_t i = 0; i < spec.propertyCount(); ++i) {
    const PropertySpec property = spec.property(i);
    std::optional<PropertyDefinition> definition = propertyOf(property);
    if (!definition) continue;
    const bool isOverride = std::ranges::find(overrides, property.name()) != overrides.end();
    (isOverride ? schema.overrides : schema.properties)
        .push_back({property.name(), std::move(*definition)});
  }
}

std::optional<PropertyDefinition> GeneratedSchema::propertyOf(const PropertySpec& spec) {
  PropertyDefinition definition;
  definition.variability = spec.variability();
  if (spec.isAttribute()) {
    definition.type = findTypeName(spec.typeName());
    if (!definition.type) {
      diagnostics_.report(kBrokenPlugInfo, {.layer = file_, .path = spec.path().text()},
                          fmt::format("The property is ignored: its type \"{}\" is unknown.",
                                      spec.typeName().text()));
      return std::nullopt;
    }
    definition.fallback = spec.field(fields::kDefault);
    if (definition.fallback.isBlock()) definition.fallback = {};
  }
  for (const Token field : spec.fieldNames()) {
    if (isFact(field)) definition.metadata.emplace_back(field, spec.field(field));
  }
  return definition;
}

}  // namespace usdscope::detail
