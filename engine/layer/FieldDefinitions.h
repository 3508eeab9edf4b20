// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <span>
#include <string_view>
#include <unordered_map>
#include <vector>

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
  IntListOp,          ///< ListOp<std::int32_t>
  UIntListOp,         ///< ListOp<std::uint32_t>
  Int64ListOp,        ///< ListOp<std::int64_t>
  UInt64ListOp,       ///< ListOp<std::uint64_t>
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

/// The registered fields: those of the reference, and those that plug-ins add. Immutable.
class FieldDefinitions {
 public:
  /// The fields of the reference, from resources/definitions/fields.txt. Read on the first call.
  static const FieldDefinitions& builtin();

  /// The built-in fields and `more`. A built-in field wins over one of `more` that has its name.
  explicit FieldDefinitions(std::vector<FieldDefinition> more);

  /// Returns the definition of a field; null when nobody registers it. Valid while this lives.
  const FieldDefinition* find(Token name) const;

  /// All fields, sorted by name.
  std::span<const FieldDefinition> all() const { return fields_; }

 private:
  std::vector<FieldDefinition> fields_;
  std::unordered_map<Token, std::size_t> byName_;
};

/// Sets the type of a metadata field by the name that plug-ins give it: `token`, `int[]`,
/// `dictionary`, `tokenlistop`. False when it names no type that metadata can have.
bool setMetadataType(FieldDefinition& field, std::string_view type);

}  // namespace usdscope
