// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <span>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "engine/value/TypeName.h"

namespace usdscope {

/// The type of a field's values, in memory and in text.
enum class FieldType : std::uint8_t {
  Data,               ///< A data type: FieldDefinition::dataType.
  Any,                ///< `default`: a value of the attribute's type.
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

/// The kinds of specs that can have a field, as bits.
enum FieldSpecs : std::uint8_t {
  kOnLayer = 1,
  kOnPrim = 2,
  kOnVariant = 4,
  kOnAttribute = 8,
  kOnRelationship = 16,
};

/// A registered field of specs.
struct FieldDefinition {
  Token name;
  FieldType type = FieldType::Data;
  const TypeName* dataType = nullptr;  ///< If `type` is Data: `token`, `int`, `asset[]`.
  std::uint8_t specs = 0;              ///< FieldSpecs.
  /// Whether text layers write the field as `name = value` in parentheses. Other fields have
  /// special syntax.
  bool isMetadata = false;
  Value fallback;  ///< The value when none is authored. If it is empty, the type's default value.
};

/// The registered fields: those of the reference, and those that plug-ins add. Immutable.
class FieldDefinitions {
 public:
  /// The fields of the reference, from resources/definitions/fields.txt. Read on the first call.
  static const FieldDefinitions& builtin();

  /// Registers the built-in fields and `more`. A built-in field overrides a field of `more` with
  /// the same name.
  explicit FieldDefinitions(std::vector<FieldDefinition> more);

  /// Returns the definition of a field; null when the field is not registered. Valid while this
  /// object lives.
  const FieldDefinition* find(Token name) const;

  /// All fields, sorted by name.
  std::span<const FieldDefinition> all() const { return fields_; }

 private:
  std::vector<FieldDefinition> fields_;
  std::unordered_map<Token, std::size_t> byName_;
};

/// Sets the type of a metadata field by its name in plug-ins: `token`, `int[]`, `dictionary`,
/// `tokenlistop`. Returns false for a name that is not a type of metadata.
bool setMetadataType(FieldDefinition& field, std::string_view type);

}  // namespace usdscope
