// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string_view>

#include "engine/base/Diagnostics.h"
#include "engine/definitions/PrimDefinition.h"
#include "engine/definitions/SchemaInfo.h"

namespace usdscope::detail {

/// The contents of resources/definitions/schemas.txt, line by line.
struct SchemaFacts {
  struct Property {
    Token name;
    PropertyDefinition definition;
  };
  struct Schema {
    SchemaInfo info;                   ///< `bases` holds the direct one only.
    std::vector<Token> apiSchemas;     ///< All that are built in, in order, without itself.
    std::vector<Property> properties;  ///< Those that base and built-in schemas do not have alike.
  };
  struct Kind {
    Token name;
    Token base;  ///< Empty: none.
  };
  std::vector<Schema> schemas;
  std::vector<Kind> kinds;
};

inline constexpr DiagnosticCode kUnreadableFact{"definitions.unreadable-fact", Severity::Error};

/// Reads the facts. A line that makes no sense is reported as kUnreadableFact and left out.
SchemaFacts readSchemaFacts(std::string_view text, Diagnostics& diagnostics);

/// The text of resources/definitions/schemas.txt, which the build puts into the program.
std::string_view schemaFacts();

}  // namespace usdscope::detail
