// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "engine/scene/Scene.h"

namespace usdscope {

/// A colour of the legend, in display space, and its meaning.
struct PaintSwatch {
  glm::vec3 color{0.0f};
  std::string text;
};

/// Returns the linear, opaque colour of vertices or items for a display colour.
glm::vec4 paintColor(const glm::vec3& display);

/// Shows a fact about prims or their points as colours, which replace materials. Not thread-safe.
class ScenePaint {
 public:
  virtual ~ScenePaint() = default;

  /// Returns the painted scene. It shares all other items with `scene`.
  virtual std::shared_ptr<const Scene> painted(const std::shared_ptr<const Scene>& scene) = 0;
  /// Names the fact that the colours show, in a few words.
  virtual std::string title() const = 0;
  /// Explains the colours of the last scene that painted() returned.
  virtual std::vector<PaintSwatch> legend() const = 0;
};

}  // namespace usdscope
