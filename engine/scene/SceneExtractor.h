// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>
#include <stop_token>

#include "engine/scene/Scene.h"
#include "engine/skel/ShapeOverrides.h"
#include "engine/skel/SkelPose.h"
#include "engine/stage/Stage.h"

namespace usdscope {

inline constexpr DiagnosticCode kBadGeometry{"scene.bad-geometry", Severity::Warning};
/// A shape is drawn more simply than it is.
inline constexpr DiagnosticCode kSimplifiedGeometry{"scene.simplified-geometry", Severity::Note};

/// What of a stage goes into a scene besides what is drawn anyway, and how it is posed.
struct ExtractOptions {
  bool hasBones = false;          ///< Scene::bones and Scene::skeletons.
  PoseStep pose = kAnimatedPose;  ///< Of all skeletons.
  ShapeOverrides shapes;          ///< In place of animated weights.
  bool operator==(const ExtractOptions&) const = default;
};

/// Makes scenes of one stage. Finds out once what there is to draw and what of it varies; then a
/// scene at another time costs what varies. Internally synchronised: any thread may extract.
class SceneExtractor {
 public:
  explicit SceneExtractor(std::shared_ptr<const Stage> stage);
  ~SceneExtractor();

  /// Null only when stopped. What cannot be drawn is told in Scene::diagnostics.
  std::shared_ptr<const Scene> extract(TimeCode time, std::stop_token stop = {},
                                       const ExtractOptions& options = {});

  /// Whether a scene can differ from time to time.
  bool isAnimated() const;
  /// First and last time at which something changes: the authored range, where its end is after its
  /// start; else that of the samples.
  TimeCodeRange timeRange() const;

 private:
  struct State;
  std::unique_ptr<State> state_;
};

}  // namespace usdscope
