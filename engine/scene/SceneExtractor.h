// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>
#include <stop_token>

#include "engine/scene/Complexity.h"
#include "engine/scene/Scene.h"
#include "engine/skel/ShapeOverrides.h"
#include "engine/skel/SkelPose.h"
#include "engine/stage/Stage.h"

namespace usdscope {

/// Reported when the geometry of a prim cannot be drawn.
inline constexpr DiagnosticCode kBadGeometry{"scene.bad-geometry", Severity::Warning};
/// Reported when a shape is drawn in a simplified form.
inline constexpr DiagnosticCode kSimplifiedGeometry{"scene.simplified-geometry", Severity::Note};

/// Optional contents of a scene, and the pose of its skeletons.
struct ExtractOptions {
  bool hasBones = false;                    ///< Whether to make Scene::bones and Scene::skeletons.
  PoseStep pose = kAnimatedPose;            ///< The pose that all skeletons take.
  ShapeOverrides shapes;                    ///< Weights that replace animated blend shape weights.
  Complexity complexity = Complexity::Low;  ///< Refines surfaces, round shapes and curves.
  bool operator==(const ExtractOptions&) const = default;
};

/// Makes scenes of one stage. For the first scene, the extractor collects the drawn prims and finds
/// out which values vary over time. Each further scene costs only these values. Uses all threads;
/// the result does not depend on their number. Thread-safe.
class SceneExtractor {
 public:
  explicit SceneExtractor(std::shared_ptr<const Stage> stage);
  ~SceneExtractor();

  /// Returns null only when stopped. Scene::diagnostics lists what cannot be drawn.
  std::shared_ptr<const Scene> extract(TimeCode time, std::stop_token stop = {},
                                       const ExtractOptions& options = {});

  /// Whether scenes can vary over time.
  bool isAnimated() const;
  /// The range to play: the authored range if its end is after its start, else the range of all
  /// samples.
  TimeCodeRange timeRange() const;

 private:
  struct State;
  std::unique_ptr<State> state_;
};

}  // namespace usdscope
