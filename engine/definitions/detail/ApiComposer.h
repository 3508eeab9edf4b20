// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string_view>
#include <vector>

#include "engine/definitions/detail/PrimDefinitionBuilder.h"
#include "engine/definitions/detail/SchemaTable.h"

namespace usdscope::detail {

/// `CollectionAPI:lights` → `CollectionAPI` and `lights`. Instance names may hold colons.
struct ApiName {
  Token schema;
  std::string_view instance;

  explicit ApiName(Token name);
};

/// Adds API schemas to a definition that is being put together, strongest first, each with those
/// that it has built in, and keeps versions of one family apart.
class ApiComposer {
 public:
  ApiComposer(const SchemaTable& table, PrimDefinitionBuilder& builder)
      : table_(table), builder_(builder) {}

  /// Tells of an API schema that is there already.
  void mark(Token api) { applied_.push_back(appliedAs(api)); }

  /// Adds the schema that `weaker` is the definition of, under an instance name if it is a
  /// template. False, and nothing is added, when that would bring along another version of one
  /// that is there.
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
