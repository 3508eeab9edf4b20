// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/definitions/Definitions.h"
#include "engine/stage/Prim.h"
#include "engine/stage/Stage.h"

namespace usdscope {

/// Returns whether the prim's kind is `kind` or derives from it. (KindRegistry::IsA.)
inline bool isKindA(const Prim& prim, Token kind) {
  return prim.stage().environment().definitions().isKindA(prim.kind(), kind);
}

}  // namespace usdscope
