// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <memory>
#include <mutex>
#include <unordered_map>
#include <vector>

#include "engine/schema/Collection.h"
#include "engine/stage/Prim.h"

namespace usdscope {

/// Which materials the prims of a stage get: direct and collection bindings, inherited down the
/// namespace, `bindMaterialAs`. (UsdShadeMaterialBindingAPI::ComputeBoundMaterial.)
///
/// Remembers the bindings of prims that have others below them, and memberships of collections.
/// Internally synchronised: any thread may ask.
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

  Path boundForPurpose(const Prim& prim, Token purpose, bool& isBound);
  std::vector<Binding> readBindings(const Prim& prim, Token purpose);
  std::shared_ptr<const std::vector<Binding>> bindingsAbove(const Prim& prim, Token purpose);
  std::shared_ptr<const CollectionMembership> membersOf(const Stage& stage, Path collection);

  std::mutex mutex_;
  std::unordered_map<Path, std::shared_ptr<const CollectionMembership>> memberships_;
  /// By the numbers of path and purpose.
  std::unordered_map<std::uint64_t, std::shared_ptr<const std::vector<Binding>>> bindings_;
};

}  // namespace usdscope
