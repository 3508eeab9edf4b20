// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <limits>
#include <optional>
#include <vector>

#include "engine/base/Diagnostics.h"
#include "engine/skel/Deformer.h"
#include "engine/stage/Stage.h"

namespace usdscope {

inline constexpr DiagnosticCode kSkelInstanceNotBaked{"skel.instance-not-baked", Severity::Error};

struct BakeOptions {
  double first = std::numeric_limits<double>::lowest();  ///< Samples before are left out.
  double last = std::numeric_limits<double>::max();      ///< Samples after are left out.
  /// Where there are any: the times, instead of samples and frames of the stage.
  std::vector<double> frames;
  DeformParts parts;
};

/// A prim with the values that replace its skinning, sample by sample.
struct BakedPrim {
  Prim prim;
  bool movesPoints = false;
  bool movesNormals = false;
  bool movesTransform = false;
  bool resetsXformStack = false;   ///< The transform's parent is the world.
  std::vector<TimeCode> times;     ///< Ascending; or the default time alone.
  std::vector<Deformed> deformed;  ///< One for each.
};

struct BakedSkinning {
  std::vector<BakedPrim> prims;
  std::vector<Prim> skelRoots;  ///< Those that become plain transforms.
};

/// Deforms everything that is skinned, in stage order, at the samples of what it depends on, and
/// between these at every frame of the stage's range. Where nothing is sampled: at the default
/// time. Rigs in instances cannot be baked: kSkelInstanceNotBaked, the rest is. What cannot be
/// computed is not there, and why is told, once for each prim with the number of its samples.
/// (UsdSkelBakeSkinning.)
///
/// As in the reference, the transforms above a skeleton or a prim are followed, but only the
/// samples of its own transform (of a rigid prim: of its parent's) add to the times.
BakedSkinning bakeSkinning(const Stage& stage, const BakeOptions& options,
                           Diagnostics& diagnostics);

}  // namespace usdscope
