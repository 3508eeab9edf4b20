// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <memory>
#include <mutex>
#include <unordered_map>
#include <unordered_set>
#include <vector>

#include "engine/schema/Collection.h"
#include "engine/stage/Prim.h"

namespace usdscope {

/// Which materials the prims of a stage get: direct and collection bindings, inherited down the
/// namespace, `bindMaterialAs`. (UsdShadeMaterialBindingAPI::ComputeBoundMaterial.)
///
/// Siblings mostly get the same from above, so what a prim gives to those below it is remembered,
/// and memberships of collections are. Internally synchronised: any thread may ask.
class MaterialBindings {
 public:
  /// The path of the bound material; empty when there is none or it is no Material. `purpose` is
  /// `full`, `preview`, or empty for all purposes; where a purpose has no binding, that for all
  /// purposes counts.
  Path boundMaterial(const Prim& prim, Token purpose = {});

 private:
  /// A binding authored on a prim; of one prim the direct one comes first.
  struct Binding {
    Path material;
    bool isStronger = false;                              ///< Than those of prims below.
    std::shared_ptr<const CollectionMembership> members;  ///< Null: a direct one.
  };

  using Bindings = std::vector<Binding>;

  /// The binding that counts, as far as one has gone up from a prim.
  struct Choice {
    Path material;  ///< Empty: none yet.
    Prim owner;     ///< Where the binding stands.
    bool isBound = false;

    template <class IsMember>
    void take(const Prim& at, const Bindings& bindings, const IsMember& isMember);
  };

  /// What a prim and those above it give to a prim below that no collection names.
  struct Inherited {
    Path material;  ///< If it has no binding of its own; else empty or
    Path stronger;  ///< what beats it.
  };

  Path boundForPurpose(const Prim& prim, Token purpose);
  Inherited inheritedFrom(const Prim& parent, Token purpose);
  template <class IsMember>
  void takeFrom(const Prim& parent, Token purpose, const IsMember& isMember, Choice& choice);
  bool isNamedByCollection(Path prim);

  Bindings readBindings(const Prim& prim, Token purpose);
  std::shared_ptr<const Bindings> bindingsOf(const Prim& prim, Token purpose);
  std::shared_ptr<const CollectionMembership> membersOf(const Stage& stage, Path collection);

  std::mutex mutex_;
  std::unordered_map<Path, std::shared_ptr<const CollectionMembership>> memberships_;
  std::unordered_set<Path> namedByCollections_;  ///< Of all memberships above.
  /// By the numbers of path and purpose.
  std::unordered_map<std::uint64_t, std::shared_ptr<const Bindings>> bindings_;
  std::unordered_map<std::uint64_t, Inherited> inherited_;
};

}  // namespace usdscope
