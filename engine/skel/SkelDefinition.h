// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>
#include <vector>

#include "engine/base/Diagnostics.h"
#include "engine/math/Types.h"
#include "engine/skel/SkelTopology.h"
#include "engine/stage/Prim.h"
#include "engine/value/Array.h"

namespace usdscope {

inline constexpr DiagnosticCode kSkelBadTopology{"skel.bad-topology", Severity::Warning};
inline constexpr DiagnosticCode kSkelBadJointName{"skel.bad-joint-name", Severity::Warning};
inline constexpr DiagnosticCode kSkelBadTransforms{"skel.bad-transforms", Severity::Warning};

/// What a Skeleton prim says of itself; none of it varies. Immutable.
struct SkelDefinition {
  Prim prim;
  Array<Token> joints;
  SkelTopology topology;
  Array<glm::dmat4> skelFromJointBind;    ///< bindTransforms; empty where their number is wrong.
  Array<glm::dmat4> parentFromJointRest;  ///< restTransforms; the same.
  bool hasBind = false;                   ///< There is a bind transform for each joint.
  bool hasRest = false;                   ///< There is a rest transform for each joint.
  std::vector<glm::dmat4> jointFromSkelBind;  ///< Inverse of skelFromJointBind.

  /// Null, with kSkelBadTopology, when joints come before their parents; wrong numbers of
  /// transforms, and bind transforms without inverse, are kSkelBadTransforms.
  static std::shared_ptr<const SkelDefinition> build(const Prim& skeleton,
                                                     Diagnostics& diagnostics);
};

}  // namespace usdscope
