// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <span>
#include <vector>

#include "engine/scene/SceneExtractor.h"
#include "engine/scene/detail/SceneInstances.h"

namespace usdscope {

/// The inputs from which the items of one frame are made. `authored` places nodes by their authored
/// transforms; `placed` also applies the joints to rigid prims.
struct SceneFrame {
  TimeCode time;
  const ExtractOptions& options;
  const SceneContents& contents;
  std::span<const SkelPose> poses;  ///< One for each element of contents.skeletons.
  const SceneNodes::Placement& authored;
  const SceneNodes::Placement& placed;
  const InstanceTable& instances;
};

/// Items of consecutive drawables, with their palettes and weights. The items refer to these
/// arrays, not to those of a scene.
struct SceneItems {
  std::vector<Item> items;
  std::vector<glm::mat4> palette;
  std::vector<float> blendWeights;
  Diagnostics diagnostics;

  /// Appends the items, palettes, weights and diagnostics to a scene.
  void moveTo(Scene& scene);
};

/// Adds the item of a drawable. Adds nothing when there is nothing to draw or the item lies beyond
/// kReach. Several threads may add different drawables to different SceneItems.
void addItem(const SceneFrame& frame, Drawable& drawable, SceneItems& result);

}  // namespace usdscope
