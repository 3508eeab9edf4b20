// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>
#include <span>
#include <utility>
#include <vector>

#include "engine/layer/Arcs.h"
#include "engine/value/TypeName.h"

namespace usdscope {

/// What schemas say of one built-in property. Its name stands beside it: instances of a
/// multiple-apply schema share these facts under different names.
struct PropertyDefinition {
  const TypeName* type = nullptr;  ///< Null: a relationship.
  Variability variability = Variability::Varying;
  Value fallback;                                 ///< Empty when there is none.
  std::vector<std::pair<Token, Value>> metadata;  ///< `allowedTokens`, `displayName`, …; no texts.

  bool isRelationship() const { return !type; }
  /// The fallback of a metadata field; null when the schemas give none.
  const Value* findMetadata(Token field) const;
};

/// What a prim's type and applied API schemas bring along: the built-in properties and the whole
/// list of API schemas. (UsdPrimDefinition.)
///
/// Immutable. Belongs to the Definitions that made it and may not outlive it.
class PrimDefinition {
 public:
  struct Property {
    Token name;
    const PropertyDefinition* definition;
  };

  PrimDefinition() = default;

  /// The applied API schemas, strongest first, those that other schemas have built in included;
  /// as they stand in `apiSchemas`: `CollectionAPI:lights`.
  std::span<const Token> apiSchemas() const { return apiSchemas_; }
  bool hasApiSchema(Token name) const;

  /// Built-in properties, by name (code points).
  std::span<const Property> properties() const { return properties_; }
  /// Null when no schema has such a property.
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
      merged_;  // Those that two schemas make up.
};

}  // namespace usdscope
