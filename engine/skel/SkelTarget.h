// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/base/Diagnostics.h"
#include "engine/stage/Prim.h"

namespace usdscope {

inline constexpr DiagnosticCode kSkelSeveralTargets{"skel.several-targets", Severity::Warning};
inline constexpr DiagnosticCode kSkelTargetMissing{"skel.target-missing", Severity::Warning};

/// Finds the first target of a binding relationship of `prim`. Returns whether the relationship has
/// an opinion. An authored empty list is one: it leaves `target` false and blocks inheritance.
/// Reports further targets and a missing prim.
bool findSkelTarget(const Prim& prim, Token relationship, Prim& target, Diagnostics& diagnostics);

}  // namespace usdscope
