// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string_view>
#include <vector>

#include "engine/base/Diagnostics.h"
#include "engine/definitions/PrimDefinition.h"
#include "engine/definitions/SchemaInfo.h"

namespace usdscope {

inline constexpr DiagnosticCode kUnreadableFact{"definitions.unreadable-fact", Severity::Error};

/// Facts about schemas and kinds, from which Definitions are built: the contents of
/// resources/definitions/schemas.txt, or of plug-ins.
struct SchemaFacts {
  struct Property {
    Token name;
    PropertyDefinition definition;
  };
  struct Schema {
    SchemaInfo info;  ///< SchemaInfo::bases has only the direct bases.
    /// Built-in API schemas in order, without the schema itself. The list may contain indirect
    /// ones.
    std::vector<Token> apiSchemas;
    /// The properties that the schema declares. They are stronger than those of built-in API
    /// schemas.
    std::vector<Property> properties;
    /// Facts that override properties of built-in API schemas.
    std::vector<Property> overrides;
    bool takesBaseProperties = true;  ///< If false, `properties` already include those of the base.
  };
  struct Kind {
    Token name;
    Token base;  ///< Empty if the kind has no base.
  };
  /// An API schema that is built into `types` and their derived types, weaker than their other
  /// built-in API schemas.
  struct AutoApply {
    Token apiSchema;
    std::vector<Token> types;
  };

  std::vector<Schema> schemas;
  std::vector<Kind> kinds;
  std::vector<AutoApply> autoApplied;

  bool isEmpty() const { return schemas.empty() && kinds.empty() && autoApplied.empty(); }
  /// Adds the facts of `more`. The first schema or kind of a name wins.
  void append(SchemaFacts more);
};

/// Reads facts in the format that README.md describes. An invalid line is ignored and reported as
/// kUnreadableFact.
SchemaFacts readSchemaFacts(std::string_view text, Diagnostics& diagnostics);

/// Reads the schemas and kinds of OpenUSD.
SchemaFacts builtinSchemaFacts();

}  // namespace usdscope
