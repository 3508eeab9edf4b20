// SPDX-License-Identifier: Apache-2.0
#include "engine/schema/MaterialBinding.h"

#include <string>
#include <vector>

#include "engine/schema/AttributeValues.h"
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

struct CollectionBinding {
  Relationship relationship;
  Path collection;
  Path material;
};

// One target must be a prim (the material), the other a property (the collection).
bool readCollectionBinding(const Relationship& relationship, CollectionBinding& binding) {
  const std::vector<Path> targets = relationship.forwardedTargets();
  if (targets.size() != 2 || targets[0].isPrim() == targets[1].isPrim()) return false;
  binding.relationship = relationship;
  binding.material = targets[0].isPrim() ? targets[0] : targets[1];
  binding.collection = targets[0].isPrim() ? targets[1] : targets[0];
  return true;
}

// `material:binding:collection:NAME`, with the purpose before the name where there is one.
std::vector<CollectionBinding> collectionBindings(const Prim& prim, Token purpose) {
  std::string prefix(kCollectionPrefix);
  if (!purpose.isEmpty()) prefix += purpose.string() + ':';
  std::vector<CollectionBinding> bindings;
  for (const Token name : prim.authoredPropertyNames()) {
    if (!name.text().starts_with(prefix)) continue;
    if (purpose.isEmpty() && name.text().find(':', prefix.size()) != std::string_view::npos) {
      continue;
    }
    const Relationship relationship = prim.relationship(name);
    CollectionBinding binding;
    if (relationship && readCollectionBinding(relationship, binding)) bindings.push_back(binding);
  }
  return bindings;
}

}  // namespace

bool MaterialBindings::isInCollection(const Stage& stage, Path collection, Path prim) {
  std::shared_ptr<const CollectionMembership> membership;
  {
    const std::lock_guard lock(mutex_);
    const auto found = memberships_.find(collection);
    if (found != memberships_.end()) membership = found->second;
  }
  if (!membership) {
    const Prim owner = stage.primAt(collection.primPath());
    membership = std::make_shared<const CollectionMembership>();
    if (owner && collection.name().text().starts_with(kCollectionName)) {
      const Token name(collection.name().text().substr(kCollectionName.size()));
      // Properties alone make no collection: the schema must be applied.
      if (owner.hasApi(Token("CollectionAPI:" + name.string()))) {
        membership = std::make_shared<const CollectionMembership>(owner, name);
      }
    }
    const std::lock_guard lock(mutex_);
    memberships_.emplace(collection, membership);
  }
  return membership->contains(prim);
}

Path MaterialBindings::boundForPurpose(const Prim& prim, Token purpose, bool& isBound) {
  const Token directName = purpose.isEmpty()
                               ? kMaterialBinding
                               : Token(kMaterialBinding.string() + ':' + purpose.string());
  Path bound;
  Prim winner;
  isBound = false;
  for (Prim at = prim; at && !at.isPseudoRoot(); at = at.parent()) {
    if (const Relationship direct = at.relationship(directName); direct && direct.isAuthored()) {
      const Path material = directTarget(direct);
      if (!material.isEmpty() && (!isBound || isStronger(direct))) {
        bound = material;
        winner = at;
        isBound = true;
      }
    }
    // On one prim a collection that the prim is in beats the direct binding; the first one counts.
    for (const CollectionBinding& binding : collectionBindings(at, purpose)) {
      if (!isInCollection(prim.stage(), binding.collection, prim.path())) continue;
      if (!isBound || winner == at || isStronger(binding.relationship)) {
        bound = binding.material;
        winner = at;
        isBound = true;
        break;
      }
    }
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
