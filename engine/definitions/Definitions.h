// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>
#include <span>
#include <unordered_map>

#include "engine/base/Diagnostics.h"
#include "engine/definitions/PrimDefinition.h"
#include "engine/definitions/SchemaFacts.h"
#include "engine/value/Dictionary.h"

namespace usdscope {

namespace detail {
struct SchemaTable;
}

/// A schema has a built-in API schema that is unknown or cannot be applied to it.
inline constexpr DiagnosticCode kUnknownApiSchema{"definitions.unknown-api-schema",
                                                  Severity::Warning};
/// API schemas are built into each other.
inline constexpr DiagnosticCode kSchemaCycle{"definitions.schema-cycle", Severity::Warning};
/// A schema has two versions of one built-in API schema.
inline constexpr DiagnosticCode kSchemaVersionConflict{"definitions.version-conflict",
                                                       Severity::Warning};

/// The schemas and kinds of OpenUSD, possibly with those of plug-ins. (UsdSchemaRegistry,
/// KindRegistry.)
///
/// Immutable, except for the cache of primDefinition(). Thread-safe.
class Definitions {
 public:
  /// The schemas and kinds of OpenUSD, from resources/definitions. Built on the first call.
  static const Definitions& builtin();

  /// Builds definitions from facts. Reports kUnknownApiSchema, kSchemaCycle and
  /// kSchemaVersionConflict; the path of their site is the name of the schema.
  Definitions(const SchemaFacts& facts, Diagnostics& diagnostics);
  ~Definitions();
  Definitions(const Definitions&) = delete;
  Definitions& operator=(const Definitions&) = delete;

  /// Returns null for unknown names.
  const SchemaInfo* findSchema(Token name) const;
  /// All schemas, each after its bases.
  std::span<const SchemaInfo> schemas() const;

  /// Whether the schema named `schema` is `base` or derives from it: isA("Mesh", "Imageable").
  /// False for unknown names.
  bool isA(Token schema, Token base) const;
  /// True when `schema` or one of its bases is a version of `family`.
  bool isInFamily(Token schema, Token family) const;

  /// Returns the schema type of a prim with this type name: the name itself if it is a concrete
  /// type; else the first concrete type that `fallbackPrimTypes` (metadata of the root layer) lists
  /// for the name; else empty.
  Token schemaType(Token typeName, const Dictionary& fallbackPrimTypes) const;

  /// The definition of prims with a schema type and applied API schemas. Ignores a type that is not
  /// concrete. Ignores API schemas that are not applied schemas, multiple-apply schemas without an
  /// instance name, single-apply schemas with an instance name, and schemas of which another
  /// version is already applied.
  ///
  /// Returns the same object for equal arguments. It lives as long as this Definitions object.
  const PrimDefinition& primDefinition(Token schemaType,
                                       std::span<const Token> apiSchemas = {}) const;

  /// Returns the definition of one schema of any kind; null for unknown names. For a multiple-apply
  /// schema this is its template, with `__INSTANCE_NAME__` in the names.
  const PrimDefinition* findSchemaDefinition(Token name) const;

  /// Whether a kind is `base` or derives from it: isKindA("assembly", "model").
  bool isKindA(Token kind, Token base) const;

 private:
  struct Cache;

  PrimDefinition buildPrimDefinition(Token schemaType, std::span<const Token> apiSchemas) const;

  std::unique_ptr<const detail::SchemaTable> table_;
  std::unordered_map<Token, Token> kindBases_;
  std::unique_ptr<Cache> cache_;
};

}  // namespace usdscope
