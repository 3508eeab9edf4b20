// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <vector>

#include "engine/base/Token.h"

namespace usdscope {

enum class SchemaKind : std::uint8_t {
  AbstractBase,      ///< `Typed`, `APISchemaBase`.
  AbstractTyped,     ///< `Imageable`: a base of other types, which prims cannot have as their type.
  ConcreteTyped,     ///< `Mesh`: prims can have it as their type.
  NonAppliedApi,     ///< `ModelAPI`: an interface to data that is not applied.
  SingleApplyApi,    ///< `MaterialBindingAPI`
  MultipleApplyApi,  ///< `CollectionAPI`: applied under instance names, as `CollectionAPI:lights`.
};

/// A schema without its properties.
struct SchemaInfo {
  Token name;  ///< The name in a prim's `typeName` or `apiSchemas`, with the version: `Capsule_1`.
  Token type;  ///< The name of the schema's C++ class in plug-ins: `UsdGeomMesh`.
  SchemaKind kind = SchemaKind::AbstractBase;
  Token family;              ///< `Capsule`
  int version = 0;           ///< `1`
  std::vector<Token> bases;  ///< All direct and indirect bases, nearest first.
  /// Types to which an API schema should be applied; empty for all types. A hint for editors, not
  /// enforced.
  std::vector<Token> canOnlyApplyTo;

  bool isConcrete() const { return kind == SchemaKind::ConcreteTyped; }
  bool isAppliedApi() const {
    return kind == SchemaKind::SingleApplyApi || kind == SchemaKind::MultipleApplyApi;
  }
};

}  // namespace usdscope
