// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>
#include <string>

namespace usdscope {

/// What the head-up display says; one short text in each corner.
struct HudState {
  std::string topLeft;      ///< Prims, triangles.
  std::string topRight;     ///< Device.
  std::string bottomLeft;   ///< Frame, milliseconds, frames per second.
  std::string bottomRight;  ///< Camera.
  float width = 0.0f;       ///< Of the picture, in points.
  float height = 0.0f;
  float pixelRatio = 1.0f;  ///< Pixels per point.
};

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
