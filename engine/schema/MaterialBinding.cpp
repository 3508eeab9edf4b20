// SPDX-License-Identifier: Apache-2.0
#include "engine/schema/MaterialBinding.h"

#include <algorithm>
#include <string>

#include "engine/schema/AttributeValues.h"
#include "engine/stage/Opinions.h"
#include "engine/stage/Stage.h"

namespace usdscope {
namespace {

const Token kMaterialBinding("material:binding");
const Token kBindMaterialAs("bindMaterialAs");
const Token kStrongerThanDescendants("strongerThanDescendants");
const Token kMaterial("Material");
constexpr std::string_view kCollectionPrefix = "material:binding:collection:";
constexpr std::string_view kCollectionName = "collection:";

bool isStronger(const Relationship& binding) {
  return binding.metadata(kBindMaterialAs).valueOr(Token()) == kStrongerThanDescendants;
}

// The material of a direct binding; empty when it does not target exactly one prim.
Path directTarget(const Relationship& binding) {
  const std::vector<Path> targets = binding.forwardedTargets();
  return targets.size() == 1 && targets[0].isPrim() ? targets[0] : Path();
}

// `material:binding:collection:NAME`, with the purpose before the name where there is one, in
// order.
std::vector<Token> collectionBindingNames(const Prim& prim, Token purpose) {
  std::string prefix(kCollectionPrefix);
  if (!purpose.isEmpty()) prefix += purpose.string() + ':';
  std::vector<Token> names;
  for (OpinionWalk walk(prim); walk.next();) {
    const PrimSpec& spec = walk.opinion().prim;
    for (std::size_t i = 0; i < spec.propertyCount(); ++i) {
      const Token name = spec.property(i).name();
      if (!name.text().starts_with(prefix)) continue;
      const bool hasPurpose = name.text().find(':', prefix.size()) != std::string_view::npos;
      if (!purpose.isEmpty() || !hasPurpose) names.push_back(name);
    }
  }
  std::ranges::sort(names, textLess);
  names.erase(std::ranges::unique(names).begin(), names.end());
  return names;
}

}  // namespace

std::shared_ptr<const CollectionMembership> MaterialBindings::membersOf(const Stage& stage,
                                                                        Path collection) {
  {
    const std::lock_guard lock(mutex_);
    const auto found = memberships_.find(collection);
    if (found != memberships_.end()) return found->second;
  }
  const Prim owner = stage.primAt(collection.primPath());
  auto members = std::make_shared<const CollectionMembership>();
  if (owner && collection.name().text().starts_with(kCollectionName)) {
    const Token name(collection.name().text().substr(kCollectionName.size()));
    // Properties alone make no collection: the schema must be applied.
    if (owner.hasApi(Token("CollectionAPI:" + name.string()))) {
      members = std::make_shared<const CollectionMembership>(owner, name);
    }
  }
  const std::lock_guard lock(mutex_);
  return memberships_.emplace(collection, std::move(members)).first->second;
}

std::vector<MaterialBindings::Binding> MaterialBindings::readBindings(const Prim& prim,
                                                                      Token purpose) {
  std::vector<Binding> bindings;
  const Token directName = purpose.isEmpty()
                               ? kMaterialBinding
                               : Token(kMaterialBinding.string() + ':' + purpose.string());
  if (const Relationship direct = prim.relationship(directName); direct && direct.isAuthored()) {
    const Path material = directTarget(direct);
    if (!material.isEmpty()) bindings.push_back({material, isStronger(direct), nullptr});
  }
  for (const Token name : collectionBindingNames(prim, purpose)) {
    const Relationship relationship = prim.relationship(name);
    if (!relationship) continue;
    // One target must be a prim (the material), the other a property (the collection).
    const std::vector<Path> targets = relationship.forwardedTargets();
    if (targets.size() != 2 || targets[0].isPrim() == targets[1].isPrim()) continue;
    const bool isFirst = targets[0].isPrim();
    bindings.push_back({targets[isFirst ? 0 : 1], isStronger(relationship),
                        membersOf(prim.stage(), targets[isFirst ? 1 : 0])});
  }
  return bindings;
}

std::shared_ptr<const std::vector<MaterialBindings::Binding>> MaterialBindings::bindingsAbove(
    const Prim& prim, Token purpose) {
  const auto key = std::uint64_t{prim.path().index()} << 32 | purpose.index();
  {
    const std::lock_guard lock(mutex_);
    const auto found = bindings_.find(key);
    if (found != bindings_.end()) return found->second;
  }
  auto bindings = std::make_shared<const std::vector<Binding>>(readBindings(prim, purpose));
  const std::lock_guard lock(mutex_);
  return bindings_.emplace(key, std::move(bindings)).first->second;
}

Path MaterialBindings::boundForPurpose(const Prim& prim, Token purpose, bool& isBound) {
  Path bound;
  Prim winner;
  isBound = false;
  const auto take = [&](const Prim& at, const std::vector<Binding>& bindings) {
    for (const Binding& binding : bindings) {
      if (binding.members && !binding.members->contains(prim.path())) continue;
      // On one prim a collection that the prim is in beats the direct binding; the first one
      // counts.
      const bool isOnWinner = binding.members && winner == at;
      if (isBound && !isOnWinner && !binding.isStronger) continue;
      bound = binding.material;
      winner = at;
      isBound = true;
      if (binding.members) break;
    }
  };
  take(prim, readBindings(prim, purpose));
  for (Prim at = prim.parent(); at && !at.isPseudoRoot(); at = at.parent()) {
    take(at, *bindingsAbove(at, purpose));
  }
  return bound;
}

Path MaterialBindings::boundMaterial(const Prim& prim, Token purpose) {
  bool isBound = false;
  Path bound = boundForPurpose(prim, purpose, isBound);
  if (!isBound && !purpose.isEmpty()) bound = boundForPurpose(prim, {}, isBound);
  if (!isBound) return {};
  const Prim material = prim.stage().primAt(bound);
  return material && material.isA(kMaterial) ? bound : Path();
}

}  // namespace usdscope
