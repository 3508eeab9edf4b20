// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string_view>
#include <vector>

#include "engine/definitions/detail/PrimDefinitionBuilder.h"
#include "engine/definitions/detail/SchemaTable.h"

namespace usdscope::detail {

/// `CollectionAPI:lights` → `CollectionAPI` and `lights`. Instance names may contain colons.
struct ApiName {
  Token schema;
  std::string_view instance;

  explicit ApiName(Token name);
};

/// Adds API schemas to a definition under construction, strongest first, each with its built-in API
/// schemas. Refuses a second version of a family.
class ApiComposer {
 public:
  ApiComposer(const SchemaTable& table, PrimDefinitionBuilder& builder)
      : table_(table), builder_(builder) {}

  /// Records an API schema that the definition already has.
  void mark(Token api) { applied_.push_back(appliedAs(api)); }

  /// Adds the schema with the definition `weaker`, under an instance name if it is a template.
  /// Returns false and adds nothing if another version of one of its schemas is already applied.
  bool add(const PrimDefinition& weaker, std::string_view instance);

 private:
  struct Applied {
    Token family;
    std::string_view instance;
    int version;
  };
  Applied appliedAs(Token api) const;

  const SchemaTable& table_;
  PrimDefinitionBuilder& builder_;
  std::vector<Applied> applied_;
};

}  // namespace usdscope::detail
