// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <memory>
#include <vector>

#include "engine/skel/SkinningQuery.h"

namespace usdscope {

/// A SkelRoot has more than kMostNestedSkelRoots around it.
inline constexpr DiagnosticCode kSkelRootsTooDeep{"skel.roots-too-deep", Severity::Error};
inline constexpr std::size_t kMostNestedSkelRoots = 16;

/// A skeleton and the prims that follow it, in traversal order. Immutable.
struct SkelBinding {
  Prim skelRoot;
  std::shared_ptr<const SkeletonQuery> skeleton;
  std::vector<SkinningQuery> targets;  ///< The prims that follow the skeleton.
};

/// Finds the bindings below one SkelRoot, in the order of the paths of their skeletons.
/// (UsdSkelCache::ComputeSkelBindings.)
///
/// Binding properties apply on prims with SkelBindingAPI and are inherited down the namespace.
/// Prims that are not imageable are skipped with their descendants, and so are descendants of
/// skinned prims. An invalid skeleton (SkeletonQuery is false) gets no binding, so the prims
/// that are bound to it are in no result. A nested SkelRoot inherits the binding properties of its
/// ancestors up to the outermost SkelRoot, except `skel:skeleton`. A SkelRoot that is nested too
/// deeply binds nothing.
std::vector<SkelBinding> computeSkelBindings(const Prim& skelRoot, Diagnostics& diagnostics);

/// Returns the nearest SkelRoot: `prim` itself or an ancestor; an invalid prim (false in a
/// condition) when there is none.
Prim findSkelRoot(const Prim& prim);

/// Returns whether a skeleton may skin the prim: a Boundable, neither a Skeleton nor a SkelRoot.
bool isSkinnable(const Prim& prim);

/// Finds the prims that follow a skeleton, for a user who looks at `prim`. If that is the skeleton
/// itself, returns all its followers; else returns only `prim`, if it follows the skeleton.
std::vector<SkinningQuery> findFollowers(const Prim& skeleton, const Prim& prim);

}  // namespace usdscope
