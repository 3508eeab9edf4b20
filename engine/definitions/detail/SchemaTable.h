// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <deque>
#include <unordered_map>
#include <vector>

#include "engine/definitions/SchemaFacts.h"

namespace usdscope::detail {

/// All schemas with their definitions.
struct SchemaTable {
  std::vector<SchemaInfo> schemas;            ///< Each after its bases.
  std::vector<PrimDefinition> definitions;    ///< Parallel to `schemas`.
  std::deque<PropertyDefinition> properties;  ///< Definitions point to them.
  std::unordered_map<Token, std::size_t> byName;

  /// Returns null for unknown names.
  const SchemaInfo* find(Token name) const {
    const auto found = byName.find(name);
    return found == byName.end() ? nullptr : &schemas[found->second];
  }
  const PrimDefinition* findDefinition(Token name) const {
    const auto found = byName.find(name);
    return found == byName.end() ? nullptr : &definitions[found->second];
  }
};

/// Builds the definitions. Schemas may be in any order. API schemas that cannot be built in are
/// ignored and reported with the codes of Definitions.h.
SchemaTable buildSchemaTable(const SchemaFacts& facts, Diagnostics& diagnostics);

}  // namespace usdscope::detail
