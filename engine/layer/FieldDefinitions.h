// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <span>
#include <string_view>

#include "engine/value/TypeName.h"

namespace usdscope {

/// How the values of a field are written down and held.
enum class FieldType : std::uint8_t {
  Data,               ///< A data type: FieldDefinition::dataType.
  Any,                ///< `default`: whatever the attribute's type says.
  Dictionary,         ///< Dictionary
  Permission,         ///< Permission
  Specifier,          ///< Specifier
  Variability,        ///< Variability
  TokenListOp,        ///< ListOp<Token>
  StringListOp,       ///< ListOp<std::string>
  Int64ListOp,        ///< ListOp<std::int64_t>
  PathListOp,         ///< ListOp<Path>
  ReferenceListOp,    ///< ListOp<Reference>
  PayloadListOp,      ///< ListOp<Payload>
  TokenVector,        ///< std::vector<Token>
  StringVector,       ///< std::vector<std::string>
  LayerOffsetVector,  ///< std::vector<LayerOffset>
  RelocateList,       ///< Relocates
  VariantSelection,   ///< VariantSelections
  TimeSamples,        ///< TimeSamples
  Spline,             ///< Spline
};

/// The kinds of spec that a field can stand on, as bits.
enum FieldSpecs : std::uint8_t {
  kOnLayer = 1,
  kOnPrim = 2,
  kOnVariant = 4,
  kOnAttribute = 8,
  kOnRelationship = 16,
};

/// What is known of a field of specs.
struct FieldDefinition {
  Token name;
  FieldType type = FieldType::Data;
  const TypeName* dataType = nullptr;  ///< When `type` is Data: `token`, `int`, `asset[]`.
  std::uint8_t specs = 0;              ///< FieldSpecs.
  bool isMetadata =
      false;       ///< Written as `name = value` in parentheses; else it has a syntax of its own.
  Value fallback;  ///< When none is authored; empty where that is the type's own empty value.
};

/// The definition of a field that the reference registers; null for others. Any thread.
const FieldDefinition* findFieldDefinition(Token name);

/// All of them, by name.
std::span<const FieldDefinition> fieldDefinitions();

}  // namespace usdscope
