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

/// A schema has an API schema built in that is unknown or that cannot be applied to it.
inline constexpr DiagnosticCode kUnknownApiSchema{"definitions.unknown-api-schema",
                                                  Severity::Warning};
/// API schemas have one another built in.
inline constexpr DiagnosticCode kSchemaCycle{"definitions.schema-cycle", Severity::Warning};
/// A schema has two versions of another built in.
inline constexpr DiagnosticCode kSchemaVersionConflict{"definitions.version-conflict",
                                                       Severity::Warning};

/// Schemas and kinds: OpenUSD's own, or these and those of plug-ins. (UsdSchemaRegistry,
/// KindRegistry.)
///
/// Immutable, except for the cache of primDefinition(). Thread-safe.
class Definitions {
 public:
  /// The schemas and kinds of OpenUSD, from resources/definitions. Built on the first call.
  static const Definitions& builtin();

  /// Reports kUnknownApiSchema, kSchemaCycle and kSchemaVersionConflict. The site's path is the
  /// name of the schema.
  Definitions(const SchemaFacts& facts, Diagnostics& diagnostics);
  ~Definitions();
  Definitions(const Definitions&) = delete;
  Definitions& operator=(const Definitions&) = delete;

  /// Returns null for unknown names.
  const SchemaInfo* findSchema(Token name) const;
  /// All schemas, each after its bases.
  std::span<const SchemaInfo> schemas() const;

  /// True when `schema` is `base` or derives from it, both by name: isA("Mesh", "Imageable").
  /// False for unknown names.
  bool isA(Token schema, Token base) const;
  /// True when `schema` or one of its bases is a version of `family`.
  bool isInFamily(Token schema, Token family) const;

  /// The type that defines a prim with this type name: the name itself if it is a concrete type;
  /// else the first concrete type that `fallbackPrimTypes`, metadata of the root layer, lists for
  /// it; else empty.
  Token schemaType(Token typeName, const Dictionary& fallbackPrimTypes) const;

  /// The definition of prims with a schema type and applied API schemas. A type that is not
  /// concrete is ignored. Ignored API schemas: names that are not applied schemas, multiple-apply
  /// schemas without an instance name, single-apply schemas with one, and any that would add
  /// another version of a schema that is there.
  ///
  /// Equal arguments return the same object, which lives as long as this.
  const PrimDefinition& primDefinition(Token schemaType,
                                       std::span<const Token> apiSchemas = {}) const;

  /// The definition of one schema of any kind. For a multiple-apply schema this is its template,
  /// with
  /// `__INSTANCE_NAME__` in the names. Null for unknown names.
  const PrimDefinition* findSchemaDefinition(Token name) const;

  /// True when the kind is `base` or derives from it: isKindA("assembly", "model").
  bool isKindA(Token kind, Token base) const;

 private:
  struct Cache;

  PrimDefinition buildPrimDefinition(Token schemaType, std::span<const Token> apiSchemas) const;

  std::unique_ptr<const detail::SchemaTable> table_;
  std::unordered_map<Token, Token> kindBases_;
  std::unique_ptr<Cache> cache_;
};

}  // namespace usdscope
