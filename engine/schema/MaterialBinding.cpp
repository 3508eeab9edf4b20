// SPDX-License-Identifier: Apache-2.0
#include "engine/schema/MaterialBinding.h"

#include <algorithm>
#include <string>

#include "engine/schema/AttributeValues.h"
#include "engine/schema/SchemaNames.h"
#include "engine/stage/Stage.h"
#include "engine/stage/resolve/OpinionWalk.h"

namespace usdscope {
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

// Returns the properties `material:binding:collection:NAME` in order; the purpose, if any, stands
// before the name.
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

std::uint64_t keyOf(const Prim& prim, Token purpose) {
  return std::uint64_t{prim.path().index()} << 32 | purpose.index();
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
  if (const Token name = collectionName(collection); owner && name) {
    // Properties alone do not make a collection: the schema must be applied.
    if (owner.hasApi(collectionApi(name))) {
      members = std::make_shared<const CollectionMembership>(owner, name);
    }
  }
  const std::lock_guard lock(mutex_);
  for (const auto& [path, rule] : members->rules()) namedByCollections_.insert(path);
  return memberships_.emplace(collection, std::move(members)).first->second;
}

MaterialBindings::Bindings MaterialBindings::readBindings(const Prim& prim, Token purpose) {
  Bindings bindings;
  const Token directName = purpose.isEmpty()
                               ? shade::kMaterialBinding
                               : Token(shade::kMaterialBinding.string() + ':' + purpose.string());
  if (const Relationship direct = prim.relationship(directName); direct && direct.isAuthored()) {
    const Path material = directTarget(direct);
    if (!material.isEmpty())
      bindings.push_back({material, isStronger(direct), nullptr, directName});
  }
  for (const Token name : collectionBindingNames(prim, purpose)) {
    const Relationship relationship = prim.relationship(name);
    if (!relationship) continue;
    // One target must be a prim (the material), the other a property (the collection).
    const std::vector<Path> targets = relationship.forwardedTargets();
    if (targets.size() != 2 || targets[0].isPrim() == targets[1].isPrim()) continue;
    const bool isFirst = targets[0].isPrim();
    bindings.push_back({targets[isFirst ? 0 : 1], isStronger(relationship),
                        membersOf(prim.stage(), targets[isFirst ? 1 : 0]), name});
  }
  return bindings;
}

std::shared_ptr<const MaterialBindings::Bindings> MaterialBindings::bindingsOf(const Prim& prim,
                                                                               Token purpose) {
  const std::uint64_t key = keyOf(prim, purpose);
  {
    const std::lock_guard lock(mutex_);
    const auto found = bindings_.find(key);
    if (found != bindings_.end()) return found->second;
  }
  auto bindings = std::make_shared<const Bindings>(readBindings(prim, purpose));
  const std::lock_guard lock(mutex_);
  return bindings_.emplace(key, std::move(bindings)).first->second;
}

template <class IsMember>
void MaterialBindings::Choice::take(const Prim& at, const Bindings& bindings,
                                    const IsMember& isMember) {
  for (const Binding& binding : bindings) {
    if (binding.members && !isMember(*binding.members)) continue;
    // On one prim the first collection with the prim as a member is stronger than the direct
    // binding.
    const bool isOnOwner = binding.members && owner == at;
    if (isBound && !isOnOwner && !binding.isStronger) continue;
    material = binding.material;
    owner = at;
    isBound = true;
    relationship = binding.relationship;
    if (binding.members) break;
  }
}

template <class IsMember>
void MaterialBindings::takeFrom(const Prim& parent, Token purpose, const IsMember& isMember,
                                Choice& choice) {
  for (Prim at = parent; at && !at.isPseudoRoot(); at = at.parent()) {
    choice.take(at, *bindingsOf(at, purpose), isMember);
  }
}

MaterialBindings::Inherited MaterialBindings::inheritedFrom(const Prim& parent, Token purpose) {
  const std::uint64_t key = keyOf(parent, purpose);
  {
    const std::lock_guard lock(mutex_);
    const auto found = inherited_.find(key);
    if (found != inherited_.end()) return found->second;
  }
  const auto isMember = [&](const CollectionMembership& members) {
    return members.containsUnnamedChildren(parent.path());
  };
  Choice alone;
  takeFrom(parent, purpose, isMember, alone);
  Choice beaten{.material = {}, .owner = {}, .isBound = true, .relationship = {}};
  takeFrom(parent, purpose, isMember, beaten);
  const std::lock_guard lock(mutex_);
  return inherited_.try_emplace(key, Inherited{alone.material, beaten.material}).first->second;
}

bool MaterialBindings::isNamedByCollection(Path prim) {
  const std::lock_guard lock(mutex_);
  return namedByCollections_.contains(prim);
}

Path MaterialBindings::boundForPurpose(const Prim& prim, Token purpose) {
  const auto isMember = [&](const CollectionMembership& members) {
    return members.contains(prim.path());
  };
  Choice choice;
  choice.take(prim, readBindings(prim, purpose), isMember);
  const Prim parent = prim.parent();
  if (!parent) return choice.material;
  const Inherited inherited = inheritedFrom(parent, purpose);
  // All bindings of ancestors have been read by now, with their collections.
  if (isNamedByCollection(prim.path())) {
    takeFrom(parent, purpose, isMember, choice);
    return choice.material;
  }
  if (!choice.isBound) return inherited.material;
  return inherited.stronger.isEmpty() ? choice.material : inherited.stronger;
}

MaterialBindings::Choice MaterialBindings::choose(const Prim& prim, Token purpose) {
  Choice choice;
  takeFrom(
      prim, purpose,
      [&](const CollectionMembership& members) { return members.contains(prim.path()); }, choice);
  return choice;
}

Path MaterialBindings::bindingRelationship(const Prim& prim, Token purpose) {
  Choice choice = choose(prim, purpose);
  if (!choice.isBound && !purpose.isEmpty()) choice = choose(prim, {});
  return choice.isBound ? choice.owner.path().property(choice.relationship) : Path();
}

Path MaterialBindings::boundMaterial(const Prim& prim, Token purpose) {
  Path bound = boundForPurpose(prim, purpose);
  if (bound.isEmpty() && !purpose.isEmpty()) bound = boundForPurpose(prim, {});
  if (bound.isEmpty()) return {};
  const Prim material = prim.stage().primAt(bound);
  return material && material.isA(types::kMaterial) ? bound : Path();
}

}  // namespace usdscope
