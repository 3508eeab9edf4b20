// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>
#include <vector>

#include "engine/skel/SkinningQuery.h"

namespace usdscope {

/// A skeleton and the prims that follow it, in traversal order. Immutable.
struct SkelBinding {
  Prim skelRoot;
  std::shared_ptr<const SkeletonQuery> skeleton;
  std::vector<SkinningQuery> targets;
};

/// Finds the bindings below one SkelRoot, in the order of the paths of their skeletons.
/// (UsdSkelCache::ComputeSkelBindings.)
///
/// Binding properties apply on prims with SkelBindingAPI and are inherited down the namespace.
/// Prims that are not imageable are skipped with their descendants, and so are descendants of
/// skinned prims. A skeleton whose SkeletonQuery is false gets no binding; its prims are left out.
/// If `skelRoot` lies inside another SkelRoot, it starts with the binding properties of its
/// ancestors from the outermost SkelRoot on, but without their skeleton.
std::vector<SkelBinding> computeSkelBindings(const Prim& skelRoot, Diagnostics& diagnostics);

/// Returns the nearest SkelRoot: `prim` itself or an ancestor; an invalid prim (false in a
/// condition) when there is none.
Prim findSkelRoot(const Prim& prim);

/// Returns whether a skeleton may skin the prim: a Boundable, neither a Skeleton nor a SkelRoot.
bool isSkinnable(const Prim& prim);

/// Finds the prims that follow a skeleton. If `prim` is the skeleton, returns all prims below its
/// SkelRoot that follow it; else returns only `prim`, if it follows the skeleton.
std::vector<SkinningQuery> findFollowers(const Prim& skeleton, const Prim& prim);

}  // namespace usdscope
