// SPDX-License-Identifier: Apache-2.0
#include "engine/layer/FieldDefinitions.h"

#include <algorithm>
#include <atomic>
#include <cassert>
#include <deque>
#include <mutex>
#include <unordered_map>

#include "engine/layer/FactText.h"
#include "engine/layer/detail/FieldFacts.h"

namespace usdscope {
namespace {

struct TypeRow {
  std::string_view name;
  FieldType type;
};

constexpr TypeRow kTypes[] = {
    {"any", FieldType::Any},
    {"dictionary", FieldType::Dictionary},
    {"permission", FieldType::Permission},
    {"specifier", FieldType::Specifier},
    {"variability", FieldType::Variability},
    {"tokenlistop", FieldType::TokenListOp},
    {"stringlistop", FieldType::StringListOp},
    {"intlistop", FieldType::IntListOp},
    {"uintlistop", FieldType::UIntListOp},
    {"int64listop", FieldType::Int64ListOp},
    {"uint64listop", FieldType::UInt64ListOp},
    {"pathlistop", FieldType::PathListOp},
    {"referencelistop", FieldType::ReferenceListOp},
    {"payloadlistop", FieldType::PayloadListOp},
    {"tokenvector", FieldType::TokenVector},
    {"stringvector", FieldType::StringVector},
    {"layeroffsetvector", FieldType::LayerOffsetVector},
    {"relocates", FieldType::RelocateList},
    {"variantselection", FieldType::VariantSelection},
    {"timesamples", FieldType::TimeSamples},
    {"spline", FieldType::Spline},
};

std::uint8_t specsOf(std::string_view list) {
  struct {
    std::string_view name;
    FieldSpecs bit;
  } constexpr kRows[] = {{"layer", kOnLayer},
                         {"prim", kOnPrim},
                         {"variant", kOnVariant},
                         {"attribute", kOnAttribute},
                         {"relationship", kOnRelationship}};
  unsigned specs = 0;
  while (!list.empty()) {
    const std::string_view name = list.substr(0, list.find(','));
    list.remove_prefix(std::min(name.size() + 1, list.size()));
    for (const auto& row : kRows) {
      if (row.name == name) specs |= row.bit;
    }
  }
  return static_cast<std::uint8_t>(specs);
}

struct FieldTable {
  std::vector<FieldDefinition> fields;
  std::unordered_map<Token, std::size_t> byName;

  explicit FieldTable(std::string_view facts) {
    FactLines lines(facts);
    FactLine line;
    while (lines.next(line)) add(line);
    index();
  }

  FieldTable(const FieldTable& builtin, std::vector<FieldDefinition> more)
      : fields(builtin.fields) {
    for (FieldDefinition& field : more) {
      if (!builtin.byName.contains(field.name)) fields.push_back(std::move(field));
    }
    index();
  }

  void index() {
    std::ranges::stable_sort(fields, textLess, &FieldDefinition::name);
    const auto again = std::ranges::unique(fields, {}, &FieldDefinition::name);
    fields.erase(again.begin(), again.end());
    for (std::size_t i = 0; i < fields.size(); ++i) byName.emplace(fields[i].name, i);
  }

  // The text is part of the program and FieldDefinitionsTest holds every line to its form.
  void add(const FactLine& line) {
    assert(line.words.size() == 4);
    FieldDefinition field;
    field.isMetadata = line.words[0] == "metadata";
    field.name = Token(line.words[2]);
    field.specs = specsOf(line.words[3]);
    const auto* const row = std::ranges::find(kTypes, line.words[1], &TypeRow::name);
    if (row != std::end(kTypes)) {
      field.type = row->type;
    } else {
      field.dataType = findTypeName(Token(line.words[1]));
      assert(field.dataType);
      if (line.value) field.fallback = readFactValue(*line.value, *field.dataType);
    }
    fields.push_back(std::move(field));
  }
};

const FieldTable& builtinTable() {
  static const FieldTable instance(detail::fieldFacts());
  return instance;
}

// Tables stay for good: definitions that were given out lie in them.
struct Tables {
  std::atomic<const FieldTable*> current = &builtinTable();
  std::mutex mutex;
  std::deque<FieldTable> withPlugins;
};

Tables& tables() {
  static Tables instance;
  return instance;
}

const FieldTable& fieldTable() { return *tables().current.load(std::memory_order_acquire); }

}  // namespace

const FieldDefinition* findFieldDefinition(Token name) {
  const FieldTable& t = fieldTable();
  const auto found = t.byName.find(name);
  return found == t.byName.end() ? nullptr : &t.fields[found->second];
}

std::span<const FieldDefinition> fieldDefinitions() { return fieldTable().fields; }

bool setMetadataType(FieldDefinition& field, std::string_view type) {
  const auto* const row = std::ranges::find(kTypes, type, &TypeRow::name);
  if (row != std::end(kTypes)) {
    const bool isListOfValues = type.ends_with("listop") && row->type != FieldType::PathListOp &&
                                row->type != FieldType::ReferenceListOp &&
                                row->type != FieldType::PayloadListOp;
    field.type = row->type;
    return isListOfValues || row->type == FieldType::Dictionary;
  }
  field.type = FieldType::Data;
  field.dataType = findTypeName(Token(type));
  return field.dataType;
}

void setPluginFields(std::vector<FieldDefinition> fields) {
  Tables& all = tables();
  const std::lock_guard lock(all.mutex);
  const FieldTable* next = &builtinTable();
  if (!fields.empty()) next = &all.withPlugins.emplace_back(*next, std::move(fields));
  all.current.store(next, std::memory_order_release);
}

}  // namespace usdscope
