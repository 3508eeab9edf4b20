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

/// The joints and transforms of a Skeleton prim, which do not vary over time. Immutable.
struct SkelDefinition {
  Prim prim;
  Array<Token> joints;
  SkelTopology topology;
  Array<glm::dmat4> skelFromJointBind;        ///< bindTransforms; empty if their number is wrong.
  Array<glm::dmat4> parentFromJointRest;      ///< restTransforms; empty if their number is wrong.
  bool hasBind = false;                       ///< Whether there is a bind transform for each joint.
  bool hasRest = false;                       ///< Whether there is a rest transform for each joint.
  std::vector<glm::dmat4> jointFromSkelBind;  ///< Inverse of skelFromJointBind.

  /// Returns null, with kSkelBadTopology, when joints come before their parents. Reports wrong
  /// numbers of transforms and singular bind transforms as kSkelBadTransforms.
  static std::shared_ptr<const SkelDefinition> build(const Prim& skeleton,
                                                     Diagnostics& diagnostics);
};

}  // namespace usdscope
