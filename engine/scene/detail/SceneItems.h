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
  std::span<const Material> materials;  ///< Scene::materials.
  std::span<const SkelPose> poses;      ///< One for each element of contents.skeletons.
  const SceneNodes::Placement& authored;
  const SceneNodes::Placement& placed;
  const InstanceTable& instances;
};

/// Items of consecutive drawn prims, with their palettes and weights. The items have indices into
/// `palette` and `blendWeights` of this struct; moveTo() changes them to indices into the scene's
/// arrays.
struct SceneItems {
  std::vector<Item> items;
  std::vector<glm::mat4> palette;
  std::vector<float> blendWeights;
  Diagnostics diagnostics;

  /// Appends the items, palettes, weights and diagnostics to a scene.
  void moveTo(Scene& scene);
};

/// Binds the skin of a drawn prim to the frame's time, then adds its item. Adds no item when there
/// is nothing to draw. Adds no item, and reports a problem, when the item lies farther away than
/// kReach (detail/Reach.h); instances farther away than this are not drawn. Several threads may add
/// different prims to different SceneItems.
void addItem(const SceneFrame& frame, const DrawnPrim& drawn, SceneItems& result);

}  // namespace usdscope
