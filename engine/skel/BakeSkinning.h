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

/// The stage's range has too many frames to bake them all.
inline constexpr DiagnosticCode kSkelTooManyFrames{"skel.too-many-frames", Severity::Error};

struct BakeOptions {
  double first = std::numeric_limits<double>::lowest();  ///< Earlier samples are ignored.
  double last = std::numeric_limits<double>::max();      ///< Later samples are ignored.
  /// If not empty, exactly these times are baked, instead of the samples and the frames of the
  /// stage.
  std::vector<double> frames;
  DeformParts parts;
};

/// A prim, and per time the values that replace its skinning.
struct BakedPrim {
  Prim prim;
  bool changesPoints = false;
  bool changesNormals = false;
  bool changesTransform = false;
  /// The prim resets the transform stack, so the baked transform is relative to the world.
  bool resetsXformStack = false;
  std::vector<TimeCode> times;     ///< Ascending, or the default time alone.
  std::vector<Deformed> deformed;  ///< One for each time.
};

struct BakedSkinning {
  std::vector<BakedPrim> prims;
  std::vector<Prim> skelRoots;  ///< SkelRoots that become plain transforms.
};

/// Deforms all skinned prims, in stage order. The times are the sample times of the inputs, and the
/// frames of the stage's range between the first and the last of these; the default time if no
/// input has samples. Rigs in instances are not baked but reported as kSkelInstanceNotBaked. Values
/// that cannot be computed are missing; this is reported once per prim, with the number of times.
/// (UsdSkelBakeSkinning.)
///
/// As in the reference, transforms of ancestors apply, but their sample times are not baked: only
/// the sample times of the transforms of the prim and of the skeleton are (for a rigid prim, of its
/// parent instead of the prim).
BakedSkinning bakeSkinning(const Stage& stage, const BakeOptions& options,
                           Diagnostics& diagnostics);

}  // namespace usdscope
