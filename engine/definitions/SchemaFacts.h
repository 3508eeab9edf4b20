// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string_view>
#include <vector>

#include "engine/base/Diagnostics.h"
#include "engine/definitions/PrimDefinition.h"
#include "engine/definitions/SchemaInfo.h"

namespace usdscope {

inline constexpr DiagnosticCode kUnreadableFact{"definitions.unreadable-fact", Severity::Error};

/// What there is to know of schemas and kinds before definitions are put together of it: the
/// contents of resources/definitions/schemas.txt, or of plug-ins.
struct SchemaFacts {
  struct Property {
    Token name;
    PropertyDefinition definition;
  };
  struct Schema {
    SchemaInfo info;  ///< `bases` holds the direct ones only.
    /// Built-in API schemas in order, without itself. Those that they bring along may stand here
    /// too.
    std::vector<Token> apiSchemas;
    std::vector<Property> properties;  ///< The schema's own, which are stronger than built-in ones.
    /// Facts laid over properties that built-in API schemas bring along.
    std::vector<Property> overrides;
    bool takesBaseProperties = true;  ///< False: `properties` hold those of the base as well.
  };
  struct Kind {
    Token name;
    Token base;  ///< Empty: none.
  };
  /// An API schema that these types, and what derives from them, have built in behind their own.
  struct AutoApply {
    Token apiSchema;
    std::vector<Token> types;
  };

  std::vector<Schema> schemas;
  std::vector<Kind> kinds;
  std::vector<AutoApply> autoApplied;

  bool isEmpty() const { return schemas.empty() && kinds.empty() && autoApplied.empty(); }
  /// Adds what `more` holds. The first schema or kind of a name counts.
  void append(SchemaFacts more);
};

/// Reads facts in the form that README.md describes. A line that makes no sense is reported as
/// kUnreadableFact and left out.
SchemaFacts readSchemaFacts(std::string_view text, Diagnostics& diagnostics);

/// The schemas and kinds of OpenUSD, read anew.
SchemaFacts builtinSchemaFacts();

}  // namespace usdscope
