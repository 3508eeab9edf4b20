// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/base/Diagnostics.h"
#include "engine/stage/Prim.h"

namespace usdscope {

inline constexpr DiagnosticCode kSkelSeveralTargets{"skel.several-targets", Severity::Warning};
inline constexpr DiagnosticCode kSkelTargetMissing{"skel.target-missing", Severity::Warning};

/// Finds the first target of a binding relationship of `prim`. Returns whether the relationship has
/// an opinion. An authored empty list is an opinion, too: it leaves `target` empty and blocks
/// inheritance. Reports further targets, and a target that does not exist.
bool findSkelTarget(const Prim& prim, Token relationship, Prim& target, Diagnostics& diagnostics);

}  // namespace usdscope
