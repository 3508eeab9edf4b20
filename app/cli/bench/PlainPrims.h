// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <vector>

#include "engine/stage/Property.h"
#include "engine/stage/Stage.h"

namespace usdscope {

/// Returns the prims that are active, loaded, defined and not abstract, depth first. Includes
/// instances, but not their descendants.
std::vector<Prim> plainPrims(const Stage& stage);

/// Returns the plain prims whose schema type is `typeName` or derives from it.
std::vector<Prim> plainPrimsOfType(const Stage& stage, Token typeName);

/// Returns all attributes of the plain prims, including those of the schema. Resolves none of them.
std::vector<Attribute> allAttributes(const Stage& stage);

}  // namespace usdscope
