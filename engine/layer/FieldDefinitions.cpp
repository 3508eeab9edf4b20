// SPDX-License-Identifier: Apache-2.0
#include "engine/layer/FieldDefinitions.h"

#include <algorithm>
#include <cassert>
#include <iterator>

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

// FieldDefinitionsTest checks the format of every line; the text is part of the program.
FieldDefinition readField(const FactLine& line) {
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
  return field;
}

std::vector<FieldDefinition> readBuiltinFields() {
  std::vector<FieldDefinition> fields;
  FactLines lines(detail::fieldFacts());
  FactLine line;
  while (lines.next(line)) fields.push_back(readField(line));
  return fields;
}

}  // namespace

const FieldDefinitions& FieldDefinitions::builtin() {
  static const FieldDefinitions instance{{}};
  return instance;
}

FieldDefinitions::FieldDefinitions(std::vector<FieldDefinition> more)
    : fields_(readBuiltinFields()) {
  std::ranges::move(more, std::back_inserter(fields_));
  std::ranges::stable_sort(fields_, textLess, &FieldDefinition::name);
  const auto again = std::ranges::unique(fields_, {}, &FieldDefinition::name);
  fields_.erase(again.begin(), again.end());
  for (std::size_t i = 0; i < fields_.size(); ++i) byName_.emplace(fields_[i].name, i);
}

const FieldDefinition* FieldDefinitions::find(Token name) const {
  const auto found = byName_.find(name);
  return found == byName_.end() ? nullptr : &fields_[found->second];
}

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

}  // namespace usdscope
