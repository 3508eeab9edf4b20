// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>
#include <span>
#include <utility>
#include <vector>

#include "engine/layer/Arcs.h"
#include "engine/value/TypeName.h"

namespace usdscope {

/// The definition of one built-in property, without its name: the instances of a multiple-apply
/// schema share one definition under different names.
struct PropertyDefinition {
  const TypeName* type = nullptr;  ///< Null for a relationship.
  Variability variability = Variability::Varying;
  Value fallback;                                 ///< Empty if the property has no fallback.
  std::vector<std::pair<Token, Value>> metadata;  ///< `allowedTokens`, `displayName`, …

  bool isRelationship() const { return !type; }
  /// The fallback of a metadata field; null when there is none.
  const Value* findMetadata(Token field) const;
};

/// The built-in properties of a prim's type and applied API schemas, and the complete list of API
/// schemas. (UsdPrimDefinition.)
///
/// Immutable. Valid while the Definitions object that made it lives.
class PrimDefinition {
 public:
  struct Property {
    Token name;
    const PropertyDefinition* definition;
  };

  PrimDefinition() = default;

  /// All applied API schemas, strongest first, including those that other schemas have built in.
  /// Instances have names as in the metadata `apiSchemas`: `CollectionAPI:lights`.
  std::span<const Token> apiSchemas() const { return apiSchemas_; }
  bool hasApiSchema(Token name) const;

  /// Built-in properties, sorted by name (code points).
  std::span<const Property> properties() const { return properties_; }
  /// Returns null when no schema has such a property.
  const PropertyDefinition* findProperty(Token name) const;

 private:
  friend class PrimDefinitionBuilder;

  struct Slot {
    std::uint32_t token;
    std::uint32_t property;
  };

  std::vector<Token> apiSchemas_;
  std::vector<Property> properties_;
  std::vector<Slot> slots_;  // By token index, for findProperty.
  std::vector<std::shared_ptr<const PropertyDefinition>>
      merged_;  // Properties merged from two schemas.
};

}  // namespace usdscope
