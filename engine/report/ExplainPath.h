// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include "engine/base/Json.h"
#include "engine/stage/Prim.h"
#include "engine/value/TimeCode.h"

namespace usdscope {

/// Returns the explanation of a prim, with the key skinning if the prim concerns skinning.
Json wholePrimExplanationToJson(const Prim& prim);

/// The explanation of an object of a stage, or why there is none.
struct PathExplanation {
  Json json;
  std::string problem;  ///< A sentence; empty on success.
};

/// Explains the object at a path: a prim, an attribute at a time, or a collection
/// (`/P.collection:NAME`).
PathExplanation explainPath(const Stage& stage, const std::string& text, TimeCode time);

}  // namespace usdscope
