// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <vector>

#include "engine/stage/Property.h"
#include "engine/stage/Stage.h"

namespace usdscope {

/// Prims that are active, loaded, defined and not abstract, in depth-first order. Instances count,
/// what lies below them does not.
std::vector<Prim> plainPrims(const Stage& stage);

/// Those whose schema type is `typeName` or derives from it.
std::vector<Prim> plainPrimsOfType(const Stage& stage, Token typeName);

/// All attributes of the plain prims, those of the schema included. None of them is resolved.
std::vector<Attribute> allAttributes(const Stage& stage);

}  // namespace usdscope
