// SPDX-License-Identifier: Apache-2.0
#include "engine/definitions/detail/ApiComposer.h"

#include <algorithm>
#include <cassert>

namespace usdscope::detail {

ApiName::ApiName(Token name) : schema(name) {
  const std::string_view text = name.text();
  const std::size_t colon = text.find(':');
  if (colon == std::string_view::npos) return;
  schema = Token(text.substr(0, colon));
  instance = text.substr(colon + 1);
}

ApiComposer::Applied ApiComposer::appliedAs(Token api) const {
  const ApiName name(api);
  const SchemaInfo* const info = table_.find(name.schema);
  assert(info);
  return {info->family, name.instance, info->version};
}

bool ApiComposer::add(const PrimDefinition& weaker, std::string_view instance) {
  // Collect its new API schemas. One in another version rules out all.
  std::vector<Token> added;
  const std::size_t appliedBefore = applied_.size();
  for (const Token brought : weaker.apiSchemas()) {
    const Token full = instance.empty() ? brought : instanceName(brought, instance);
    const Applied wanted = appliedAs(full);
    const auto there = std::ranges::find_if(applied_, [&](const Applied& a) {
      return a.family == wanted.family && a.instance == wanted.instance;
    });
    if (there == applied_.end()) {
      applied_.push_back(wanted);
      added.push_back(full);
    } else if (there->version != wanted.version) {
      applied_.resize(appliedBefore);
      return false;
    }
  }
  for (const Token schema : added) builder_.addApiSchema(schema);
  builder_.addProperties(weaker, instance);
  return true;
}

}  // namespace usdscope::detail
