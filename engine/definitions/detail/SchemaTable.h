// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <deque>
#include <unordered_map>
#include <vector>

#include "engine/definitions/SchemaFacts.h"

namespace usdscope::detail {

/// All schemas, each with the definition of what it has built in.
struct SchemaTable {
  std::vector<SchemaInfo> schemas;            ///< Each after those that it derives from.
  std::vector<PrimDefinition> definitions;    ///< One for each schema.
  std::deque<PropertyDefinition> properties;  ///< Definitions point to them.
  std::unordered_map<Token, std::size_t> byName;

  /// Null for names that are no schema.
  const SchemaInfo* find(Token name) const {
    const auto found = byName.find(name);
    return found == byName.end() ? nullptr : &schemas[found->second];
  }
  const PrimDefinition* findDefinition(Token name) const {
    const auto found = byName.find(name);
    return found == byName.end() ? nullptr : &definitions[found->second];
  }
};

/// Puts the definitions together. Schemas may stand in any order; what cannot be built in is
/// reported with the codes of Definitions.h and left out.
SchemaTable buildSchemaTable(const SchemaFacts& facts, Diagnostics& diagnostics);

}  // namespace usdscope::detail
