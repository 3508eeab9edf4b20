// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/base/Diagnostics.h"
#include "engine/stage/Prim.h"

namespace usdscope {

inline constexpr DiagnosticCode kSkelSeveralTargets{"skel.several-targets", Severity::Warning};
inline constexpr DiagnosticCode kSkelTargetMissing{"skel.target-missing", Severity::Warning};

/// The prim that a binding relationship of `prim` leads to. Returns whether the relationship says
/// anything at all: an authored empty list does, and leaves `target` false, which cuts off what
/// would be inherited. Of several targets the first counts.
bool findSkelTarget(const Prim& prim, Token relationship, Prim& target, Diagnostics& diagnostics);

}  // namespace usdscope
