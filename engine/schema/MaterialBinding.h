// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>
#include <mutex>
#include <unordered_map>

#include "engine/schema/Collection.h"
#include "engine/stage/Prim.h"

namespace usdscope {

/// Which materials the prims of a stage get: direct and collection bindings, inherited down the
/// namespace, `bindMaterialAs`. (UsdShadeMaterialBindingAPI::ComputeBoundMaterial.)
///
/// Remembers memberships of collections. Internally synchronised: any thread may ask.
class MaterialBindings {
 public:
  /// The path of the bound material; empty when there is none or it is no Material. `purpose` is
  /// `full`, `preview`, or empty for all purposes; where a purpose has no binding, that for all
  /// purposes counts.
  Path boundMaterial(const Prim& prim, Token purpose = {});

 private:
  struct Candidate;
  Path boundForPurpose(const Prim& prim, Token purpose, bool& isBound);
  bool isInCollection(const Stage& stage, Path collection, Path prim);

  std::mutex mutex_;
  std::unordered_map<Path, std::shared_ptr<const CollectionMembership>> memberships_;
};

}  // namespace usdscope
