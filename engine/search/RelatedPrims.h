// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <stop_token>
#include <string>
#include <vector>

#include "engine/stage/Prim.h"

namespace usdscope {

/// Prims that a user wants to go to from another prim, and why there are none.
struct RelatedPrims {
  std::vector<Path> prims;
  std::string problem;  ///< A sentence; empty if there are prims.
};

/// The prototype of an instance; for a part of an instance, its prim in the prototype.
RelatedPrims prototypeOf(const Prim& prim);

/// All instances of the prototype that a prim is an instance of, or that it is in. Instances within
/// instances are listed under the paths of their proxies. The list is incomplete when stopped.
RelatedPrims instancesOf(const Prim& prim, const std::stop_token& stop = {});

/// The names of the collections of a prim: `lights` of `CollectionAPI:lights`.
std::vector<std::string> collectionNames(const Prim& prim);

/// The prims that a collection includes, in traversal order. (UsdCollectionAPI::
/// ComputeIncludedPaths, without properties.) The list is incomplete when stopped.
RelatedPrims membersOf(const Prim& prim, const std::string& collection,
                       const std::stop_token& stop = {});

/// The proxy of the render prims that a prim belongs to. (UsdGeomImageable::ComputeProxyPrim.)
RelatedPrims proxyOf(const Prim& prim);

/// The render prims whose proxy is this prim or an ancestor of it. The list is incomplete when
/// stopped.
RelatedPrims renderedAs(const Prim& prim, const std::stop_token& stop = {});

/// The nearest ancestor that is a model.
RelatedPrims enclosingModelOf(const Prim& prim);

}  // namespace usdscope
