// SPDX-License-Identifier: Apache-2.0
#include "engine/schema/detail/AuthoredBindings.h"

#include <string_view>
#include <unordered_set>

#include "engine/schema/SchemaNames.h"
#include "engine/stage/Property.h"
#include "engine/stage/resolve/OpinionWalk.h"

namespace usdscope::detail {
namespace {

constexpr std::string_view kCollectionPrefix = "material:binding:collection:";

bool isStronger(const Relationship& binding) {
  return binding.metadata(shade::kBindMaterialAs).valueOr(Token()) ==
         shade::kStrongerThanDescendants;
}

// Returns the material of a direct binding; empty unless it targets exactly one prim.
Path directTarget(const Relationship& binding) {
  const std::vector<Path> targets = binding.forwardedTargets();
  return targets.size() == 1 && targets[0].isPrim() ? targets[0] : Path();
}

// Returns the properties `material:binding:collection:NAME` in the order of the prim's properties;
// the purpose, if any, stands before the name.
std::vector<Token> collectionBindingNames(const Prim& prim, Token purpose) {
  std::string prefix(kCollectionPrefix);
  if (!purpose.isEmpty()) prefix += purpose.string() + ':';
  std::unordered_set<Token> names;
  for (OpinionWalk walk(prim); walk.next();) {
    const PrimSpec& spec = walk.opinion().prim;
    for (std::size_t i = 0; i < spec.propertyCount(); ++i) {
      const Token name = spec.property(i).name();
      if (!name.text().starts_with(prefix)) continue;
      const bool hasPurpose = name.text().find(':', prefix.size()) != std::string_view::npos;
      if (!purpose.isEmpty() || !hasPurpose) names.insert(name);
    }
  }
  // Few prims have several, and only those need their properties sorted.
  if (names.size() < 2) return {names.begin(), names.end()};
  std::vector<Token> sorted = prim.authoredPropertyNames();
  std::erase_if(sorted, [&](Token name) { return !names.contains(name); });
  return sorted;
}

}  // namespace

std::vector<AuthoredBinding> authoredBindings(const Prim& prim, Token purpose) {
  std::vector<AuthoredBinding> bindings;
  const Token directName = purpose.isEmpty()
                               ? shade::kMaterialBinding
                               : Token(shade::kMaterialBinding.string() + ':' + purpose.string());
  if (const Relationship direct = prim.relationship(directName); direct && direct.isAuthored()) {
    bindings.push_back({.relationship = directName,
                        .material = directTarget(direct),
                        .collection = {},
                        .isStronger = isStronger(direct)});
  }
  for (const Token name : collectionBindingNames(prim, purpose)) {
    const Relationship relationship = prim.relationship(name);
    if (!relationship) continue;
    AuthoredBinding& binding = bindings.emplace_back();
    binding.relationship = name;
    binding.isCollection = true;
    binding.isStronger = isStronger(relationship);
    // One target must be a prim (the material), the other a property (the collection).
    const std::vector<Path> targets = relationship.forwardedTargets();
    if (targets.size() != 2 || targets[0].isPrim() == targets[1].isPrim()) continue;
    const bool isFirst = targets[0].isPrim();
    binding.material = targets[isFirst ? 0 : 1];
    binding.collection = targets[isFirst ? 1 : 0];
  }
  return bindings;
}

}  // namespace usdscope::detail
