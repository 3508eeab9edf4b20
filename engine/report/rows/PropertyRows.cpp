// SPDX-License-Identifier: Apache-2.0
#include "engine/report/rows/PropertyRows.h"

#include <algorithm>
#include <tuple>
#include <unordered_map>
#include <unordered_set>

#include "engine/base/DictionaryOrder.h"
#include "engine/definitions/Definitions.h"
#include "engine/report/text/LayerNames.h"
#include "engine/report/text/ValueText.h"
#include "engine/stage/Stage.h"

namespace usdscope {
namespace {

using Badge = PropertyRow::Badge;

std::string wordOf(ValueSource source) {
  switch (source) {
    case ValueSource::None:
      return "No Value";
    case ValueSource::Fallback:
      return "Fallback";
    case ValueSource::Default:
      return "Default";
    case ValueSource::TimeSamples:
      return "Time Samples";
    case ValueSource::Clips:
      return "Value Clips";
    case ValueSource::Spline:
      return "Spline";
  }
  return {};
}

// Whether the value can change before and after a time. If the samples of a layer edit arrays, the
// edited arrays may have samples outside of the range of the edits.
bool isBetweenSamples(const Attribute& attribute, const ResolveInfo& info, TimeCode time) {
  if (info.source != ValueSource::TimeSamples) return false;
  const auto [first, last] = std::ranges::minmax(attribute.timeSamples());
  return first <= time.time() && time.time() <= last;
}

Badge badgeOf(const Attribute& attribute, const ResolveInfo& info, TimeCode time) {
  if (info.isBlocked || info.samples == SampleUse::Blocked) return Badge::Blocked;
  const bool isBefore = info.samples == SampleUse::HeldBeforeFirst;
  if (!isBefore && info.samples != SampleUse::HeldAfterLast) return Badge::None;
  if (isBetweenSamples(attribute, info, time)) return Badge::None;
  return isBefore ? Badge::HeldBeforeFirst : Badge::HeldAfterLast;
}

std::string sourceTextOf(const PropertyRow& row) {
  std::string text = wordOf(row.source);
  switch (row.badge) {
    case Badge::None:
      break;
    case Badge::Blocked:
      text += " (blocked)";
      break;
    case Badge::HeldBeforeFirst:
      text += " (held before the first sample)";
      break;
    case Badge::HeldAfterLast:
      text += " (held after the last sample)";
      break;
  }
  if (row.isInterpolated) text += " (interpolated)";
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

void fillAttribute(PropertyRow& row, const Attribute& attribute, TimeCode time) {
  const ResolveInfo info = attribute.resolveInfo(time);
  row.isAuthored = attribute.isAuthored();
  row.typeName = attribute.typeName().string();
  row.source = info.source;
  row.isInterpolated = info.samples == SampleUse::Linear;
  row.isExact = info.samples == SampleUse::Exact;
  row.badge = badgeOf(attribute, info, time);
  row.value = valueToText(attribute.value(time));
  row.sourceText = sourceTextOf(row);
  if (info.layer) row.layer = layerLabel(*info.layer, attribute.prim().stage());
  if (row.isAuthored) row.targets = attribute.connections();
}

void fillRelationship(PropertyRow& row, const Relationship& relationship) {
  row.isRelationship = true;
  row.isAuthored = relationship.isAuthored();
  row.typeName = "rel";
  row.targets = relationship.targets();
  row.value = targetsText(row.targets);
  row.sourceText = "Relationship";
  if (!row.isAuthored) return;
  const std::vector<StackEntry> specs = relationship.propertyStack();
  if (!specs.empty()) row.layer = layerLabel(*specs.front().layer, relationship.prim().stage());
}

// The name that a property of a schema instance has in the definition of the schema.
std::string templateName(std::string name, std::string_view instance) {
  const std::size_t at = name.find(instance);
  if (!instance.empty() && at != std::string::npos) {
    name.replace(at, instance.size(), "__INSTANCE_NAME__");
  }
  return name;
}

bool declares(const Definitions& definitions, std::string_view schema, Token property) {
  const std::size_t colon = schema.find(':');
  const std::string_view instance =
      colon == std::string_view::npos ? std::string_view() : schema.substr(colon + 1);
  const PrimDefinition* definition =
      definitions.findSchemaDefinition(Token(std::string(schema.substr(0, colon))));
  return definition &&
         definition->findProperty(Token(templateName(property.string(), instance))) != nullptr;
}

std::string_view namespaceOf(Token name) {
  const std::string_view text = name.text();
  const std::size_t colon = text.rfind(':');
  return colon == std::string_view::npos ? std::string_view() : text.substr(0, colon);
}

// The place of a schema among those of a prim.
std::size_t rankOf(const Prim& prim, Token schema) {
  std::vector<Token> order(prim.appliedSchemas().begin(), prim.appliedSchemas().end());
  const SchemaInfo* type =
      prim.stage().environment().definitions().findSchema(prim.schemaTypeName());
  if (type) {
    order.push_back(type->name);
    order.insert(order.end(), type->bases.begin(), type->bases.end());
  }
  return std::size_t(std::ranges::find(order, schema) - order.begin());
}

}  // namespace

std::optional<PropertyRow> propertyRow(const Prim& prim, Token name, TimeCode time) {
  PropertyRow row{.name = name};
  if (const Attribute attribute = prim.attribute(name)) {
    fillAttribute(row, attribute, time);
  } else if (const Relationship relationship = prim.relationship(name)) {
    fillRelationship(row, relationship);
  } else {
    return std::nullopt;
  }
  row.schema = schemaOfProperty(prim, name);
  return row;
}

std::vector<PropertyRow> propertyRows(const Prim& prim, TimeCode time) {
  std::vector<PropertyRow> rows;
  for (const Token name : prim.propertyNames()) {
    if (std::optional<PropertyRow> row = propertyRow(prim, name, time)) {
      rows.push_back(std::move(*row));
    }
  }
  return rows;
}

PropertySheet propertySheet(const std::vector<Prim>& prims, TimeCode time) {
  PropertySheet sheet;
  std::unordered_set<Token> seen;
  for (const Prim& prim : prims) {
    const std::vector<Token> authored = prim.authoredPropertyNames();
    const std::unordered_set<Token> isAuthored(authored.begin(), authored.end());
    for (const Token name : prim.propertyNames()) {
      if (isAuthored.contains(name) && seen.insert(name).second) sheet.columns.push_back(name);
    }
  }
  for (const Prim& prim : prims) {
    PropertySheet::Row row{.prim = prim.path(), .cells = {}};
    for (const Token name : sheet.columns) row.cells.push_back(propertyRow(prim, name, time));
    sheet.rows.push_back(std::move(row));
  }
  return sheet;
}

Token schemaOfProperty(const Prim& prim, Token property) {
  if (!prim.definition().findProperty(property)) return {};
  const Definitions& definitions = prim.stage().environment().definitions();
  const SchemaInfo* type = definitions.findSchema(prim.schemaTypeName());
  Token found;
  // The most basic type that has the property declares it.
  if (type && declares(definitions, type->name.text(), property)) {
    found = type->name;
    for (const Token base : type->bases) {
      if (declares(definitions, base.text(), property)) found = base;
    }
    return found;
  }
  for (const Token schema : prim.appliedSchemas()) {
    if (declares(definitions, schema.text(), property)) return schema;
  }
  return {};
}

void sortPropertyRows(std::vector<PropertyRow>& rows, const Prim& prim, PropertyOrder order) {
  const auto first = std::ranges::stable_partition(rows, &PropertyRow::isComputed).begin();
  const auto byName = [](const PropertyRow& a, const PropertyRow& b) {
    return dictionaryLess(a.name.text(), b.name.text());
  };
  std::unordered_map<Token, std::size_t> places;
  // Rows that are not properties of the prim, such as inherited primvars, come last.
  const auto place = [&](Token key) {
    const auto found = places.find(key);
    return found == places.end() ? places.size() : found->second;
  };
  switch (order) {
    case PropertyOrder::Composed: {
      for (const Token name : prim.propertyNames()) places.emplace(name, places.size());
      std::sort(first, rows.end(), [&](const PropertyRow& a, const PropertyRow& b) {
        return place(a.name) < place(b.name);
      });
      break;
    }
    case PropertyOrder::Alphabetical:
      std::sort(first, rows.end(), byName);
      break;
    case PropertyOrder::Namespace:
      std::sort(first, rows.end(), [&](const PropertyRow& a, const PropertyRow& b) {
        const auto left = namespaceOf(a.name);
        const auto right = namespaceOf(b.name);
        return left == right ? byName(a, b) : dictionaryLess(left, right);
      });
      break;
    case PropertyOrder::Schema:
      for (auto row = first; row != rows.end(); ++row) {
        places.emplace(row->schema, rankOf(prim, row->schema));
      }
      std::sort(first, rows.end(), [&](const PropertyRow& a, const PropertyRow& b) {
        const std::size_t left = place(a.schema);
        const std::size_t right = place(b.schema);
        return left == right ? byName(a, b) : left < right;
      });
      break;
  }
}

}  // namespace usdscope
