// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "engine/math/Types.h"

namespace usdscope {

enum class HudColor { Text, Chosen, AxisX, AxisY, AxisZ };

/// A short text at a place of the picture, in points from the top left.
struct HudLabel {
  glm::vec2 at{0.0f};
  std::string text;
  HudColor color = HudColor::Text;
};

struct HudLine {
  glm::vec2 from{0.0f};
  glm::vec2 to{0.0f};
  HudColor color = HudColor::Text;
};

/// A colour of the picture and what it means.
struct HudSwatch {
  glm::vec3 color{0.0f};  ///< Display values.
  std::string text;
};

/// What the colours of something mean.
struct HudLegend {
  std::string title;
  std::vector<HudSwatch> swatches;
};

/// What the head-up display says: one short text in each corner, and what stands at joints.
struct HudState {
  std::string topLeft;           ///< Prims, triangles.
  std::string topRight;          ///< Device.
  std::string bottomLeft;        ///< Frame, milliseconds, frames per second.
  std::string bottomRight;       ///< Camera.
  std::vector<HudLabel> labels;  ///< Those that would lie over one before them are left out.
  std::vector<HudLine> lines;
  std::vector<HudLegend> legends;  ///< At the left edge, below each other.
  HudLabel atPointer;              ///< Of several lines; below the pointer; empty: none.
  float width = 0.0f;              ///< Of the picture, in points.
  float height = 0.0f;
  float pixelRatio = 1.0f;  ///< Pixels per point.
};

/// A name of the scene as it stands in the picture: the middle of a very long one is left out.
std::string nameInPicture(const std::string& name);

/// Draws text over the picture with Dear ImGui. Belongs to one OpenGL context, which must be
/// current when it is made, used and destroyed.
class Hud {
 public:
  Hud();
  ~Hud();
  Hud(const Hud&) = delete;
  Hud& operator=(const Hud&) = delete;

  void draw(const HudState& state);

 private:
  struct Context;
  std::unique_ptr<Context> context_;
};

}  // namespace usdscope
