// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <span>

#include "engine/base/Token.h"
#include "engine/scene/Subdivision.h"
#include "engine/stage/Prim.h"
#include "engine/value/TimeCode.h"

namespace usdscope {

/// Reads how a Mesh prim is subdivided. The level of the result is 0. A name that is not known
/// stands for the fallback of its attribute.
Subdivision readSubdivision(const Prim& mesh, TimeCode time);

/// Reads the subdivision scheme of a Mesh prim.
SubdivisionScheme readSubdivisionScheme(const Prim& mesh, TimeCode time);

/// The attributes that readSubdivision() reads and that may vary over time.
std::span<const Token> subdivisionAttributes();

}  // namespace usdscope
