// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/check/detail/Rule.h"

/// The rules of what ARKit can read, as those of RuleList.h.
namespace usdscope::detail {

void checkArKitLayers(const CheckedStage& checked, Reporter& report);
void checkArKitType(const CheckedStage& checked, const Prim& prim, Reporter& report);
void checkArKitShader(const CheckedStage& checked, const Prim& prim, Reporter& report);

}  // namespace usdscope::detail
