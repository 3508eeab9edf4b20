// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>
#include <unordered_set>
#include <vector>

#include "engine/math/Types.h"
#include "engine/render/ChosenObjects.h"

namespace usdscope {

/// Lines around objects of a picture, over everything that may hide them. Colours are display
/// values.
struct Outlines {
  std::vector<Path> selected;  ///< With their descendants.
  std::vector<ChosenInstance> selectedInstances;
  glm::vec3 selectionColor{189.0f / 255.0f, 155.0f / 255.0f, 84.0f / 255.0f};  ///< Gold.
  /// Items with these paths have a blue outline, which differs from gold also for colour-blind
  /// people; null if there are none.
  std::shared_ptr<const std::unordered_set<Path>> marked;
  /// The prims and instances under the pointer, and the colour of their outline with its opacity.
  std::vector<Path> pointed;
  std::vector<ChosenInstance> pointedInstances;
  glm::vec4 pointedColor{1.0f, 1.0f, 1.0f, 0.5f};

  bool isEmpty() const {
    return selected.empty() && selectedInstances.empty() && !marked && pointed.empty() &&
           pointedInstances.empty();
  }
  bool operator==(const Outlines&) const = default;
};

}  // namespace usdscope
