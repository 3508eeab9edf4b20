// SPDX-License-Identifier: Apache-2.0
#include "engine/schema/MaterialBinding.h"

#include "engine/schema/SchemaNames.h"
#include "engine/schema/detail/AuthoredBindings.h"
#include "engine/stage/Stage.h"

namespace usdscope {
namespace {

std::uint64_t keyOf(const Prim& prim, Token purpose) {
  return std::uint64_t{prim.path().index()} << 32 | purpose.index();
}

}  // namespace

std::shared_ptr<const CollectionMembers> MaterialBindings::membersOf(const Stage& stage,
                                                                     Path collection) {
  {
    const std::lock_guard lock(mutex_);
    const auto found = members_.find(collection);
    if (found != members_.end()) return found->second;
  }
  const Prim owner = stage.primAt(collection.primPath());
  auto members = std::make_shared<const CollectionMembers>();
  if (const Token name = collectionName(collection); owner && name) {
    // Properties alone do not make a collection: the schema must be applied.
    if (owner.hasApi(collectionApi(name))) {
      members = std::make_shared<const CollectionMembers>(owner, name);
    }
  }
  const std::lock_guard lock(mutex_);
  for (const auto& [path, rule] : members->byRelationships().rules())
    namedByCollections_.insert(path);
  return members_.emplace(collection, std::move(members)).first->second;
}

MaterialBindings::Bindings MaterialBindings::readBindings(const Prim& prim, Token purpose) {
  Bindings bindings;
  for (const detail::AuthoredBinding& each : detail::authoredBindings(prim, purpose)) {
    if (each.material.isEmpty()) continue;
    bindings.push_back({each.material, each.isStronger,
                        each.isCollection ? membersOf(prim.stage(), each.collection) : nullptr,
                        each.relationship});
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
  bool isForAll = true;
  const auto isMember = [&](const CollectionMembers& members) {
    const std::optional<bool> all = members.containsUnnamedChildren(parent);
    if (!all) isForAll = false;
    return all.value_or(false);
  };
  Choice alone;
  takeFrom(parent, purpose, isMember, alone);
  Choice beaten{.material = {}, .owner = {}, .isBound = true, .relationship = {}};
  takeFrom(parent, purpose, isMember, beaten);
  const std::lock_guard lock(mutex_);
  return inherited_.try_emplace(key, Inherited{alone.material, beaten.material, isForAll})
      .first->second;
}

bool MaterialBindings::isNamedByCollection(Path prim) {
  const std::lock_guard lock(mutex_);
  return namedByCollections_.contains(prim);
}

Path MaterialBindings::boundForPurpose(const Prim& prim, Token purpose) {
  const auto isMember = [&](const CollectionMembers& members) { return members.contains(prim); };
  Choice choice;
  choice.take(prim, readBindings(prim, purpose), isMember);
  const Prim parent = prim.parent();
  if (!parent) return choice.material;
  const Inherited inherited = inheritedFrom(parent, purpose);
  // All bindings of ancestors have been read by now, with their collections.
  if (!inherited.isForAll || isNamedByCollection(prim.path())) {
    takeFrom(parent, purpose, isMember, choice);
    return choice.material;
  }
  if (!choice.isBound) return inherited.material;
  return inherited.stronger.isEmpty() ? choice.material : inherited.stronger;
}

MaterialBindings::Choice MaterialBindings::choose(const Prim& prim, Token purpose) {
  Choice choice;
  takeFrom(
      prim, purpose, [&](const CollectionMembers& members) { return members.contains(prim); },
      choice);
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
