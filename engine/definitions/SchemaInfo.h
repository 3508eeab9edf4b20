// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <vector>

#include "engine/base/Token.h"

namespace usdscope {

enum class SchemaKind : std::uint8_t {
  AbstractBase,      ///< `Typed`, `APISchemaBase`.
  AbstractTyped,     ///< `Imageable`: other types derive from it, no prim has it.
  ConcreteTyped,     ///< `Mesh`: a prim can have it as its type.
  NonAppliedApi,     ///< `ModelAPI`: an interface to data that is not applied.
  SingleApplyApi,    ///< `MaterialBindingAPI`
  MultipleApplyApi,  ///< `CollectionAPI`: applied under instance names, as `CollectionAPI:lights`.
};

/// What is known of a schema besides its properties.
struct SchemaInfo {
  Token name;  ///< As in a prim's `typeName` or `apiSchemas`, with the version: `Capsule_1`.
  Token type;  ///< What plug-ins that derive from it call it: `UsdGeomMesh`.
  SchemaKind kind = SchemaKind::AbstractBase;
  Token family;              ///< `Capsule`
  int version = 0;           ///< `1`
  std::vector<Token> bases;  ///< All that it derives from, nearest first.
  std::vector<Token>
      canOnlyApplyTo;  ///< Types; empty: any. A hint for editors, nothing enforces it.

  bool isConcrete() const { return kind == SchemaKind::ConcreteTyped; }
  bool isAppliedApi() const {
    return kind == SchemaKind::SingleApplyApi || kind == SchemaKind::MultipleApplyApi;
  }
};

}  // namespace usdscope
