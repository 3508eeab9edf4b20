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
    SchemaInfo info;  ///< `bases` has only the direct ones.
    /// Built-in API schemas in order, without the schema itself. The list may contain indirect
    /// ones.
    std::vector<Token> apiSchemas;
    std::vector<Property> properties;  ///< The schema's own, stronger than built-in ones.
    /// Facts that override properties of built-in API schemas.
    std::vector<Property> overrides;
    bool takesBaseProperties = true;  ///< False: `properties` include those of the base.
  };
  struct Kind {
    Token name;
    Token base;  ///< Empty: it has no base.
  };
  /// An API schema that is built into these types and their derived types, behind their own.
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

/// The schemas and kinds of OpenUSD, read anew.
SchemaFacts builtinSchemaFacts();

}  // namespace usdscope
