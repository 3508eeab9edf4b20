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
  double first = std::numeric_limits<double>::lowest();  ///< Earlier samples are ignored.
  double last = std::numeric_limits<double>::max();      ///< Later samples are ignored.
  /// If not empty, the times to bake, instead of the samples and the frames of the stage.
  std::vector<double> frames;
  DeformParts parts;
};

/// A prim and the values that replace its skinning, sample by sample.
struct BakedPrim {
  Prim prim;
  bool changesPoints = false;
  bool changesNormals = false;
  bool changesTransform = false;
  bool resetsXformStack = false;   ///< The transform's parent is the world.
  std::vector<TimeCode> times;     ///< Ascending; or only the default time.
  std::vector<Deformed> deformed;  ///< Per time.
};

struct BakedSkinning {
  std::vector<BakedPrim> prims;
  std::vector<Prim> skelRoots;  ///< SkelRoots that become plain transforms.
};

/// Deforms all skinned prims, in stage order, at the samples of their inputs and at every frame of
/// the stage's range between these; at the default time if no input is sampled. Reports
/// kSkelInstanceNotBaked for rigs in instances and bakes the others. Values that cannot be computed
/// are missing; their diagnostic is reported once per prim, with the number of its samples.
/// (UsdSkelBakeSkinning.)
///
/// As in the reference, transforms of ancestors apply, but only samples of the prim's or skeleton's
/// own transform (for a rigid prim, of its parent's) add to the times.
BakedSkinning bakeSkinning(const Stage& stage, const BakeOptions& options,
                           Diagnostics& diagnostics);

}  // namespace usdscope
