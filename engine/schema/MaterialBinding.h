// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <memory>
#include <mutex>
#include <unordered_map>
#include <unordered_set>
#include <vector>

#include "engine/schema/CollectionMembers.h"
#include "engine/stage/Prim.h"

namespace usdscope {

/// Finds the material bound to a prim: direct and collection bindings, inherited down the
/// namespace, `bindMaterialAs`. (UsdShadeMaterialBindingAPI::ComputeBoundMaterial.)
///
/// Caches the bindings that a prim passes to its descendants, because siblings mostly inherit the
/// same binding, and the members of collections. Thread-safe.
class MaterialBindings {
 public:
  /// Returns the path of the bound material; empty if none, or if the target is not a Material.
  /// `purpose` is `full`, `preview`, or empty for all purposes. If there is no binding for `full`
  /// or `preview`, the binding for all purposes applies.
  Path boundMaterial(const Prim& prim, Token purpose = {});

  /// Returns the path of the relationship that decides boundMaterial(), on the prim or an ancestor,
  /// even if its target is not a material; empty if there is none. Caches less than
  /// boundMaterial().
  Path bindingRelationship(const Prim& prim, Token purpose = {});

 private:
  /// A binding authored on a prim. The direct binding of a prim comes first.
  struct Binding {
    Path material;
    bool isStronger = false;  ///< Whether the binding is stronger than those of descendants.
    /// The members of the collection; null for a direct binding.
    std::shared_ptr<const CollectionMembers> members;
    Token relationship;  ///< The name of the relationship.
  };

  using Bindings = std::vector<Binding>;

  /// The strongest binding found so far while visiting a prim and its ancestors.
  struct Choice {
    Path material;  ///< Empty if no binding has been found.
    Prim owner;     ///< The prim that has the binding.
    bool isBound = false;
    Token relationship;  ///< The name of the owner's relationship.

    template <class IsMember>
    void take(const Prim& at, const Bindings& bindings, const IsMember& isMember);
  };

  /// The bindings that a prim and its ancestors pass to a descendant that is not in any collection.
  struct Inherited {
    Path material;  ///< Applies to descendants that do not have a binding.
    Path stronger;  ///< Applies to all descendants; empty if no binding is strongerThanDescendants.
    /// False when the expression of a collection includes some descendants: then neither applies.
    bool isForAll = true;
  };

  Path boundForPurpose(const Prim& prim, Token purpose);
  Choice choose(const Prim& prim, Token purpose);
  Inherited inheritedFrom(const Prim& parent, Token purpose);
  template <class IsMember>
  void takeFrom(const Prim& parent, Token purpose, const IsMember& isMember, Choice& choice);
  bool isNamedByCollection(Path prim);

  Bindings readBindings(const Prim& prim, Token purpose);
  std::shared_ptr<const Bindings> bindingsOf(const Prim& prim, Token purpose);
  std::shared_ptr<const CollectionMembers> membersOf(const Stage& stage, Path collection);

  std::mutex mutex_;
  std::unordered_map<Path, std::shared_ptr<const CollectionMembers>> members_;
  std::unordered_set<Path> namedByCollections_;  ///< By the relationships of any of members_.
  /// By the indices of path and purpose.
  std::unordered_map<std::uint64_t, std::shared_ptr<const Bindings>> bindings_;
  std::unordered_map<std::uint64_t, Inherited> inherited_;
};

}  // namespace usdscope
