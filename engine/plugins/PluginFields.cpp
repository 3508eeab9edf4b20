// SPDX-License-Identifier: Apache-2.0
#include "engine/plugins/detail/PluginFields.h"

#include <fmt/format.h>

#include <fmt/ranges.h>

#include <algorithm>
#include <cmath>

#include "engine/layer/FactText.h"
#include "engine/plugins/PluginSet.h"

namespace usdscope::detail {
namespace {

std::uint8_t specsFor(const Json& entry) {
  const std::vector<std::string> kinds = textsAt(entry, "appliesTo");
  const auto has = [&](std::string_view kind) {
    return kinds.empty() || std::ranges::find(kinds, kind) != kinds.end();
  };
  unsigned specs = 0;
  if (has("layers")) specs |= kOnLayer;
  if (has("prims")) specs |= kOnPrim;
  if (has("prims") || has("variants")) specs |= kOnVariant;
  if (has("properties") || has("attributes")) specs |= kOnAttribute;
  if (has("properties") || has("relationships")) specs |= kOnRelationship;
  return static_cast<std::uint8_t>(specs);
}

bool isInteger(ValueKind kind) {
  return kind == ValueKind::UChar || kind == ValueKind::Int || kind == ValueKind::UInt ||
         kind == ValueKind::Int64 || kind == ValueKind::UInt64;
}

// Converts a number, a text, or a flat list of one of these to a value. Like the reference,
// truncates real numbers for integer types, and ignores surplus items. Empty when the items do not
// fit the type.
Value readDefault(const Json& json, const TypeName& type) {
  const Json items = json.is_array() ? json : Json::array({json});
  const auto areAll = [&](auto&& isOne) { return std::ranges::all_of(items, isOne); };
  const auto isText = [](const Json& item) { return item.is_string(); };
  const auto isWhole = [](const Json& item) { return item.is_number_integer(); };
  const auto isReal = [](const Json& item) { return item.is_number_float(); };
  if (!areAll(isText) && !areAll(isWhole) && !areAll(isReal)) return {};
  std::vector<std::string> texts;
  for (const Json& item : items) {
    const bool isBool = type.kind == ValueKind::Bool;
    if (isBool && item.is_number()) {
      texts.push_back(item == 0 ? "false" : "true");
    } else if (isBool) {
      texts.push_back(item.get<std::string>());
    } else if (item.is_number_float() && isInteger(type.kind)) {
      texts.push_back(fmt::format("{:.0f}", std::trunc(item.get<double>())));
    } else {
      texts.push_back(toLine(item));
    }
  }
  const auto valueOfFirst = [&](std::size_t count) {
    const auto end = texts.begin() + static_cast<std::ptrdiff_t>(count);
    return readFactValue(fmt::format("{}", fmt::join(texts.begin(), end, " ")), type);
  };
  if (type.isArray) return valueOfFirst(texts.size());
  constexpr std::size_t kMostComponents = 16;
  for (std::size_t count = 1; count <= std::min(texts.size(), kMostComponents); ++count) {
    if (Value value = valueOfFirst(count)) return value;
  }
  return {};
}

// Returns why an entry is ignored; empty when it is valid.
std::string readField(const Json& entry, FieldDefinition& field) {
  if (!entry.is_object()) return "it is not a JSON object.";
  const std::string type = textAt(entry, "type");
  if (type.empty()) return "it has no \"type\".";
  if (!setMetadataType(field, type)) {
    return fmt::format("metadata cannot have the type \"{}\".", type);
  }
  field.isMetadata = true;
  field.specs = specsFor(entry);
  const auto fallback = entry.find("default");
  if (fallback == entry.end() || fallback->is_null()) return {};
  if (field.type != FieldType::Data) return fmt::format("a \"{}\" cannot have a default.", type);
  field.fallback = readDefault(*fallback, *field.dataType);
  return field.fallback.isEmpty() ? "its default does not fit its type." : "";
}

bool isAlike(const FieldDefinition& a, const FieldDefinition& b) {
  return a.type == b.type && a.dataType == b.dataType && a.specs == b.specs;
}

}  // namespace

std::vector<FieldDefinition> readPluginFields(const std::vector<Plugin>& plugins,
                                              Diagnostics& diagnostics) {
  std::vector<FieldDefinition> fields;
  for (const Plugin& plugin : plugins) {
    for (const auto& [name, entry] : objectAt(plugin.info, "SdfMetadata").items()) {
      const auto report = [&](const DiagnosticCode& code, std::string_view why) {
        diagnostics.report(code, {.layer = plugin.file},
                           fmt::format("The metadata field \"{}\" of the plug-in \"{}\" is "
                                       "ignored: {}",
                                       name, plugin.name, why));
      };
      FieldDefinition field{.name = Token(name), .fallback = {}};
      if (const std::string problem = readField(entry, field); !problem.empty()) {
        report(kBrokenPlugInfo, problem);
        continue;
      }
      const FieldDefinition* known = FieldDefinitions::builtin().find(field.name);
      if (!known) {
        const auto before = std::ranges::find(fields, field.name, &FieldDefinition::name);
        if (before != fields.end()) known = &*before;
      }
      if (!known) {
        fields.push_back(std::move(field));
      } else if (!isAlike(*known, field)) {
        report(kPluginClash, "there is another of this name.");
      }
    }
  }
  return fields;
}

}  // namespace usdscope::detail
