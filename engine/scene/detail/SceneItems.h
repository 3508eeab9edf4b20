// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <span>
#include <vector>

#include "engine/scene/SceneExtractor.h"
#include "engine/scene/detail/SceneInstances.h"

namespace usdscope {

/// The parts of a frame that its items are made from. Nodes are placed as authored, and with the
/// prims that joints move as a whole.
struct SceneFrame {
  TimeCode time;
  const ExtractOptions& options;
  const SceneContents& contents;
  std::span<const SkelPose> poses;  ///< One for each of contents.skeletons.
  const SceneNodes::Placement& authored;
  const SceneNodes::Placement& placed;
  const InstanceTable& instances;
};

/// Items of consecutive drawables, with palettes and weights of their own.
struct SceneItems {
  std::vector<Item> items;
  std::vector<glm::mat4> palette;
  std::vector<float> blendWeights;
  Diagnostics diagnostics;

  /// Appends these items and all that they refer to.
  void moveTo(Scene& scene);
};

/// Adds the item of a drawable; nothing when there is nothing to draw or it is out of reach.
/// Different drawables may be added to different SceneItems at the same time.
void addItem(const SceneFrame& frame, Drawable& drawable, SceneItems& result);

}  // namespace usdscope
