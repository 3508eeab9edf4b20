// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>
#include <vector>

#include "engine/skel/SkinningQuery.h"

namespace usdscope {

/// A skeleton, and the prims that follow it, in traversal order. Shared and immutable.
struct SkelBinding {
  Prim skelRoot;
  std::shared_ptr<const SkeletonQuery> skeleton;
  std::vector<SkinningQuery> targets;
};

/// The bindings below one SkelRoot, in the order of the paths of their skeletons.
/// (UsdSkelCache::ComputeSkelBindings.)
///
/// Binding properties count where SkelBindingAPI is applied and are inherited down the namespace;
/// prims that are not imageable are passed over with all below them, and so is what lies below a
/// skinned prim. Skeletons that cannot be used have no binding. A SkelRoot inside another inherits
/// all that is bound above it but the skeleton.
std::vector<SkelBinding> computeSkelBindings(const Prim& skelRoot, Diagnostics& diagnostics);

/// What follows a skeleton: where `prim` is the skeleton all below its SkelRoot, else the prim
/// alone, if it does.
std::vector<SkinningQuery> findFollowers(const Prim& skeleton, const Prim& prim);

}  // namespace usdscope
