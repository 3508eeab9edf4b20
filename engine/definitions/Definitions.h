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

/// A schema has one built in that is unknown, or that does not go with it.
inline constexpr DiagnosticCode kUnknownApiSchema{"definitions.unknown-api-schema",
                                                  Severity::Warning};
/// API schemas have one another built in.
inline constexpr DiagnosticCode kSchemaCycle{"definitions.schema-cycle", Severity::Warning};
/// A schema has two versions of another built in.
inline constexpr DiagnosticCode kSchemaVersionConflict{"definitions.version-conflict",
                                                       Severity::Warning};

/// The schemas that the engine knows, and what they bring along for a prim. (UsdSchemaRegistry,
/// KindRegistry.)
///
/// Immutable but for the definitions that primDefinition() keeps; any thread may ask.
class Definitions {
 public:
  /// The schemas and kinds of OpenUSD, from resources/definitions. Read on the first call.
  static const Definitions& builtin();

  /// Reports kUnknownApiSchema, kSchemaCycle and kSchemaVersionConflict; the path of the site is
  /// the schema's name.
  Definitions(const SchemaFacts& facts, Diagnostics& diagnostics);
  ~Definitions();
  Definitions(const Definitions&) = delete;
  Definitions& operator=(const Definitions&) = delete;

  /// Null for names that are no schema.
  const SchemaInfo* findSchema(Token name) const;
  /// All schemas, each after those that it derives from.
  std::span<const SchemaInfo> schemas() const;

  /// True when `schema` is `base` or derives from it, both by name: isA("Mesh", "Imageable").
  /// False for names that are no schema.
  bool isA(Token schema, Token base) const;
  /// True when `schema` or one that it derives from is a version of `family`.
  bool isInFamily(Token schema, Token family) const;

  /// The type whose definition a prim with this type name has: the name itself when it is a
  /// concrete type; else the first concrete type that `fallbackPrimTypes`, the metadatum of the
  /// root layer, lists for it; else empty.
  Token schemaType(Token typeName, const Dictionary& fallbackPrimTypes) const;

  /// What the prims of a schema type with these applied API schemas have built in. A type that is
  /// not concrete counts as none. Left out of the API schemas are names that are no applied schema,
  /// multiple-apply ones without an instance name, single-apply ones with one, and any that would
  /// bring along another version of a schema that is already there.
  ///
  /// Equal arguments give the same object, which stays as long as this.
  const PrimDefinition& primDefinition(Token schemaType,
                                       std::span<const Token> apiSchemas = {}) const;

  /// What one schema has built in, abstract and API schemas too; of a multiple-apply schema its
  /// template, with `__INSTANCE_NAME__` in the names. Null when it is no such schema.
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
