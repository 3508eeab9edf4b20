// SPDX-License-Identifier: Apache-2.0
#include "engine/report/rows/MetadataRows.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <unordered_set>

#include "engine/layer/FieldDefinitions.h"
#include "engine/report/detail/ItemRows.h"
#include "engine/report/text/LayerNames.h"
#include "engine/report/text/ValueText.h"
#include "engine/stage/Property.h"
#include "engine/stage/Stage.h"
#include "engine/stage/resolve/OpinionWalk.h"

namespace usdscope {
namespace {

using Origin = MetadataRow::Origin;
using detail::addItemRows;

// The rows show variant sets, clips, values, targets and children in another way, or not at all.
bool isShownElsewhere(Token field) {
  static const std::unordered_set<Token> kFields = {
      fields::kVariantSelection, fields::kVariantSetNames, fields::kClips,
      fields::kClipSets,         fields::kDefault,         fields::kTimeSamples,
      fields::kSpline,           fields::kConnectionPaths, fields::kTargetPaths,
      fields::kSubLayerOffsets};
  return kFields.contains(field) ||
         std::ranges::find(fields::kChildLists, field) != fields::kChildLists.end();
}

/// The spec of one layer that has a field.
struct FieldSite {
  std::shared_ptr<const Layer> layer;
  Path path;
  Value value;  ///< As authored.
};

// Walks the specs of one prim or property.
class Specs {
 public:
  Specs(const Prim& prim, Token property) : prim_(prim), property_(property) {}

  const Prim& prim() const { return prim_; }
  Token property() const { return property_; }

  /// The specs that have a field, strongest first.
  std::vector<FieldSite> sites(Token field) const {
    std::vector<FieldSite> sites;
    visit([&](const auto& spec, const Opinion& opinion) {
      Value value = spec.field(field);
      if (value.isEmpty()) return;
      sites.push_back({opinion.layer(), spec.path(), std::move(value)});
    });
    return sites;
  }

  std::vector<Token> fieldNames() const {
    std::vector<Token> names;
    visit([&](const auto& spec, const Opinion&) {
      for (const Token name : spec.fieldNames()) {
        if (!isShownElsewhere(name)) names.push_back(name);
      }
    });
    return names;
  }

 private:
  template <typename Visit>
  void visit(Visit visitSpec) const {
    const Stage& stage = prim_.stage();
    for (OpinionWalk walk(prim_, property_); walk.next();) {
      const Opinion& opinion = walk.opinion();
      const bool isOnRoot =
          opinion.layer() == stage.rootLayer() || opinion.layer() == stage.sessionLayer();
      if (prim_.isPseudoRoot() && !isOnRoot) continue;
      if (property_ && opinion.property) visitSpec(opinion.property, opinion);
      if (property_.isEmpty() && opinion.prim) visitSpec(opinion.prim, opinion);
    }
  }

  const Prim& prim_;
  Token property_;
};

void setSite(MetadataRow& row, const FieldSite& site, std::size_t siteCount, const Stage& stage) {
  row.origin = Origin::Authored;
  row.layer = layerLabel(*site.layer, stage);
  row.identifier = site.layer->identifier();
  row.specPath = site.path.text();
  row.weakerCount = siteCount - 1;
}

const Value* findKeys(const Value& value, const std::vector<std::string>& keys) {
  const Value* at = &value;
  for (const std::string& key : keys) {
    const auto* dictionary = at->find<Dictionary>();
    at = dictionary ? dictionary->find(key) : nullptr;
    if (!at) return nullptr;
  }
  return at;
}

// Adds the entries of a composed dictionary. `keys` lead from the fields of the sites to the
// dictionary.
void addEntries(MetadataRow& parent, const Dictionary& dictionary,
                const std::vector<FieldSite>& sites, std::vector<std::string>& keys,
                const Stage& stage) {
  for (const auto& [key, value] : dictionary.entries()) {
    MetadataRow row{.name = key, .value = valueToText(value)};
    keys.push_back(key);
    std::vector<FieldSite> having;
    for (const FieldSite& site : sites) {
      if (findKeys(site.value, keys)) having.push_back(site);
    }
    if (!having.empty()) setSite(row, having.front(), having.size(), stage);
    if (const auto* inner = value.find<Dictionary>()) {
      addEntries(row, *inner, sites, keys, stage);
    } else {
      addItemRows(row, value);
    }
    keys.pop_back();
    parent.children.push_back(std::move(row));
  }
}

// Adds a row for each kind of edit in a list operation.
template <typename T>
void addEdits(MetadataRow& parent, const FieldSite& site, const ListOp<T>& op, const Stage& stage) {
  const auto add = [&](const char* name, const std::vector<T>& items) {
    if (items.empty()) return;
    const Value value{std::vector<T>(items)};
    MetadataRow row{.name = name, .value = valueToText(value)};
    setSite(row, site, 1, stage);
    addItemRows(row, value);
    parent.children.push_back(std::move(row));
  };
  if (op.isExplicit && op.explicitItems.empty()) {
    MetadataRow row{.name = "explicit", .value = "[]"};
    setSite(row, site, 1, stage);
    parent.children.push_back(std::move(row));
  }
  add("explicit", op.explicitItems);
  add("deleted", op.deletedItems);
  add("added", op.addedItems);
  add("prepended", op.prependedItems);
  add("appended", op.appendedItems);
  add("reordered", op.orderedItems);
}

template <typename... T>
void addListEdits(MetadataRow& row, const std::vector<FieldSite>& sites, const Stage& stage) {
  const auto addIf = [&](const FieldSite& site, const auto* op) {
    if (op) addEdits(row, site, *op, stage);
  };
  for (const FieldSite& site : sites) (addIf(site, site.value.template find<ListOp<T>>()), ...);
}

// Adds the parts of a value as children of its row.
void addParts(MetadataRow& row, const Value& value, const std::vector<FieldSite>& sites,
              const Stage& stage, std::vector<std::string> keys = {}) {
  if (const auto* dictionary = value.find<Dictionary>()) {
    addEntries(row, *dictionary, sites, keys, stage);
  } else {
    addListEdits<Token, std::string, Path, Reference, Payload, std::int32_t, std::uint32_t,
                 std::int64_t, std::uint64_t>(row, sites, stage);
    addItemRows(row, value);
  }
}

Value metadataOf(const Specs& specs, Token field) {
  if (specs.property().isEmpty()) return specs.prim().metadata(field);
  return Property(specs.prim(), specs.property()).metadata(field);
}

const PropertyDefinition* definitionOf(const Specs& specs) {
  if (specs.property().isEmpty()) return nullptr;
  return specs.prim().definition().findProperty(specs.property());
}

// The value that the schema gives a field; empty if it gives none.
Value schemaValue(const Specs& specs, Token field) {
  if (specs.property().isEmpty()) {
    if (field != fields::kApiSchemas) return {};
    const auto applied = specs.prim().appliedSchemas();
    return Value(std::vector<Token>(applied.begin(), applied.end()));
  }
  const PropertyDefinition* definition = definitionOf(specs);
  if (field == fields::kCustom) return Value(definition == nullptr);
  if (!definition) return {};
  if (field == fields::kVariability) return Value(definition->variability);
  if (field == fields::kTypeName) {
    return definition->type ? Value(Attribute(specs.prim(), specs.property()).typeName()) : Value();
  }
  const Value* found = definition->findMetadata(field);
  return found ? *found : Value();
}

MetadataRow fieldRow(const Specs& specs, Token field) {
  const Stage& stage = specs.prim().stage();
  std::vector<FieldSite> sites = specs.sites(field);
  Value value = metadataOf(specs, field);
  MetadataRow row{.name = field.string(), .origin = Origin::Schema};
  if (value.isEmpty()) value = schemaValue(specs, field);
  if (field == fields::kSpecifier) {
    // A stronger `over` does not give the specifier.
    const auto gives = [&](const FieldSite& site) { return site.value == value; };
    std::ranges::stable_partition(sites, gives);
  }
  if (!sites.empty()) setSite(row, sites.front(), sites.size(), stage);
  row.value = valueToText(value);
  addParts(row, value, sites, stage);
  return row;
}

std::string objectType(const Prim& prim, Token property) {
  if (property.isEmpty()) return "Prim";
  return prim.relationship(property) ? "Relationship" : "Attribute";
}

void addVariantRows(std::vector<MetadataRow>& rows, const Specs& specs) {
  const Stage& stage = specs.prim().stage();
  const std::vector<VariantSet> sets = specs.prim().variantSets();
  const std::vector<FieldSite> sites = specs.sites(fields::kVariantSelection);
  const auto findSites = [&](const std::string& set) {
    std::vector<FieldSite> having;
    for (const FieldSite& site : sites) {
      const auto* selections = site.value.find<VariantSelections>();
      if (!selections) continue;
      const bool hasSet = std::ranges::any_of(
          *selections, [&](const auto& selection) { return selection.first == set; });
      if (hasSet) having.push_back(site);
    }
    return having;
  };
  const auto add = [&](MetadataRow row, const std::string& set) {
    const std::vector<FieldSite> having = findSites(set);
    if (!having.empty()) setSite(row, having.front(), having.size(), stage);
    rows.push_back(std::move(row));
  };
  for (const VariantSet& set : sets) {
    add({.name = set.name + " variant",
         .value = set.selection,
         .variantSet = set.name,
         .variants = set.variants},
        set.name);
  }
  // Selections without a variant set help to find a misspelled name.
  std::vector<std::string> seen;
  for (const FieldSite& site : sites) {
    const auto* selections = site.value.find<VariantSelections>();
    if (!selections) continue;
    for (const auto& [set, variant] : *selections) {
      if (std::ranges::find(sets, set, &VariantSet::name) != sets.end()) continue;
      if (std::ranges::find(seen, set) != seen.end()) continue;
      seen.push_back(set);
      add({.name = set + " variant", .value = variant}, set);
    }
  }
}

void addClipRows(std::vector<MetadataRow>& rows, const Specs& specs, const std::string& suffix,
                 Origin origin) {
  const Stage& stage = specs.prim().stage();
  const Value clips = specs.prim().metadata(fields::kClips);
  const auto* sets = clips.find<Dictionary>();
  if (!sets) return;
  const std::vector<FieldSite> sites = specs.sites(fields::kClips);
  for (const auto& [name, value] : sets->entries()) {
    MetadataRow row{.name = "clips:" + name + suffix, .value = valueToText(value)};
    std::vector<FieldSite> having;
    for (const FieldSite& site : sites) {
      if (findKeys(site.value, {name})) having.push_back(site);
    }
    if (!having.empty()) setSite(row, having.front(), having.size(), stage);
    row.origin = origin;
    addParts(row, value, sites, stage, {name});
    rows.push_back(std::move(row));
  }
}

// The sets of ancestors apply to the prim, too.
void addClipRowsOfAncestors(std::vector<MetadataRow>& rows, const Prim& prim) {
  for (Prim ancestor = prim.parent(); ancestor && !ancestor.isPseudoRoot();
       ancestor = ancestor.parent()) {
    if (!ancestor.mayHaveClips()) break;
    const std::string suffix = " of " + ancestor.path().text();
    addClipRows(rows, Specs(ancestor, {}), suffix, Origin::Ancestor);
  }
}

std::vector<Token> fieldsOf(const Specs& specs) {
  std::vector<Token> names = specs.fieldNames();
  if (specs.property()) {
    names.push_back(fields::kCustom);
    names.push_back(fields::kVariability);
    if (const PropertyDefinition* definition = definitionOf(specs)) {
      if (definition->type) names.push_back(fields::kTypeName);
      for (const auto& [field, value] : definition->metadata) names.push_back(field);
    }
  } else if (!specs.prim().isPseudoRoot()) {
    names.push_back(fields::kSpecifier);
    // Types have built-in API schemas.
    if (!specs.prim().appliedSchemas().empty()) names.push_back(fields::kApiSchemas);
  }
  std::ranges::sort(names, textLess);
  names.erase(std::ranges::unique(names).begin(), names.end());
  // usdview puts these first, each in front of the one before.
  for (const Token first : {fields::kKind, fields::kAssetInfo, fields::kActive}) {
    const auto found = std::ranges::find(names, first);
    if (found != names.end()) std::rotate(names.begin(), found, found + 1);
  }
  return names;
}

void writeLines(const std::vector<MetadataRow>& rows, const std::string& indent, std::string& out) {
  for (const MetadataRow& row : rows) {
    out += fmt::format("{}{} = {}{}\n", indent, row.name, row.value,
                       row.layer.empty() ? "" : "  # " + row.layer);
    writeLines(row.children, indent + "  ", out);
  }
}

}  // namespace

std::vector<MetadataRow> metadataRows(const Prim& prim, Token property) {
  const Specs specs(prim, property);
  const Path path = property ? prim.path().property(property) : prim.path();
  std::vector<MetadataRow> rows;
  rows.push_back({.name = "[object type]", .value = objectType(prim, property)});
  if (property.isEmpty() && !prim.appliedSchemas().empty()) {
    const auto applied = prim.appliedSchemas();
    MetadataRow row{.name = "[applied API schemas]"};
    for (const Token schema : applied) {
      row.value += (row.value.empty() ? "" : ", ") + schema.string();
      if (applied.size() > 1) row.children.push_back({.name = schema.string()});
    }
    rows.push_back(std::move(row));
  }
  rows.push_back({.name = "[path]", .value = path.text()});
  if (property.isEmpty()) addVariantRows(rows, specs);
  bool hasClipRows = property.isEmpty();
  const auto addClips = [&] {
    if (!std::exchange(hasClipRows, false)) return;
    addClipRows(rows, specs, {}, Origin::Authored);
    addClipRowsOfAncestors(rows, prim);
  };
  for (const Token field : fieldsOf(specs)) {
    const bool isFirst =
        field == fields::kKind || field == fields::kAssetInfo || field == fields::kActive;
    if (!isFirst && field.text() > fields::kClips.text()) addClips();
    MetadataRow row = fieldRow(specs, field);
    if (row.origin == Origin::Schema && row.value == "no value") continue;
    rows.push_back(std::move(row));
  }
  addClips();
  return rows;
}

std::string metadataText(const std::vector<MetadataRow>& rows) {
  std::string out;
  writeLines(rows, {}, out);
  return out;
}

}  // namespace usdscope
