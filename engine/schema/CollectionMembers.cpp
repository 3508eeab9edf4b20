// SPDX-License-Identifier: Apache-2.0
#include "engine/schema/CollectionMembers.h"

namespace usdscope {

CollectionMembers::CollectionMembers(const Prim& owner, Token name)
    : byRelationships_(owner, name) {
  if (!isByExpression(owner, name, byRelationships_)) return;
  expression_ = std::make_shared<const CollectionExpression>(owner, name);
  byRelationships_ = {};
}

bool CollectionMembers::contains(const Prim& prim) const {
  return expression_ ? expression_->match(prim).isMatch : byRelationships_.contains(prim.path());
}

std::optional<bool> CollectionMembers::containsUnnamedChildren(const Prim& prim) const {
  if (!expression_) return byRelationships_.containsUnnamedChildren(prim.path());
  const PathMatch match = expression_->match(prim);
  return match.isConstant ? std::optional(match.isMatch) : std::nullopt;
}

}  // namespace usdscope
