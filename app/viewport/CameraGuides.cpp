// SPDX-License-Identifier: Apache-2.0
#include "app/viewport/CameraGuides.h"

#include <algorithm>
#include <cmath>

#include "engine/render/CameraAperture.h"

namespace usdscope {
namespace {

// All values are usdview's (usdviewq/stageView.py).
constexpr float kPartialOpacity = 0.7f;
constexpr float kReticleOpacity = 0.85f;
constexpr int kParts = 6;  // Parts of an edge, with a tick between each two of them.
// Ticks in points; each second one is long.
constexpr float kTick = 7.0f;
constexpr float kLongTick = 15.0f;
constexpr double kTickWidth = 2.6;

/// Adds rectangles between whole pixels.
class Painter {
 public:
  explicit Painter(HudState& hud) : hud_(hud) {}

  void fill(glm::vec2 from, glm::vec2 to, const glm::vec4& color) {
    from = glm::clamp(from, glm::vec2(0.0f), glm::vec2(hud_.width, hud_.height));
    to = glm::clamp(to, glm::vec2(0.0f), glm::vec2(hud_.width, hud_.height));
    if (from.x < to.x && from.y < to.y) hud_.fills.push_back({from, to, color});
  }
  // In double precision, so that an edge in the middle of a pixel always falls to the same side.
  float snapped(double points) const {
    return float(std::round(points * double(hud_.pixelRatio)) / double(hud_.pixelRatio));
  }
  float pixel() const { return 1.0f / hud_.pixelRatio; }

 private:
  HudState& hud_;
};

struct Frame {
  glm::vec2 from;
  glm::vec2 to;
};

void addMask(const Frame& frame, const HudState& hud, const glm::vec4& color, Painter& painter) {
  painter.fill({0.0f, 0.0f}, {frame.from.x, hud.height}, color);
  painter.fill({frame.to.x, 0.0f}, {hud.width, hud.height}, color);
  painter.fill({frame.from.x, 0.0f}, {frame.to.x, frame.from.y}, color);
  painter.fill({frame.from.x, frame.to.y}, {frame.to.x, hud.height}, color);
}

// The pixels just inside of the frame.
void addOutline(const Frame& frame, const glm::vec4& color, Painter& painter) {
  const float p = painter.pixel();
  painter.fill(frame.from, {frame.to.x, frame.from.y + p}, color);
  painter.fill({frame.from.x, frame.to.y - p}, frame.to, color);
  painter.fill({frame.from.x, frame.from.y + p}, {frame.from.x + p, frame.to.y - p}, color);
  painter.fill({frame.to.x - p, frame.from.y + p}, {frame.to.x, frame.to.y - p}, color);
}

// Ticks at the sixths of each edge, from the edge into the frame or out of it.
void addReticles(const Frame& frame, bool isInside, const glm::vec4& color, Painter& painter) {
  const float way = isInside ? 1.0f : -1.0f;
  const auto tick = [&](glm::vec2 at, glm::vec2 across, float length) {
    const glm::vec2 along = glm::vec2(std::abs(across.y), std::abs(across.x));
    const glm::vec2 end = at + across * length + along * painter.snapped(kTickWidth);
    painter.fill(glm::min(at, end), glm::max(at, end), color);
  };
  const auto start = [&](float from, float to, int i) {
    const double middle = double(from) + double(to - from) * i / kParts;
    return painter.snapped(middle - kTickWidth / 2.0);
  };
  for (int i = 1; i < kParts; ++i) {
    const float length = i % 2 == 0 ? kLongTick : kTick;
    const float x = start(frame.from.x, frame.to.x, i);
    const float y = start(frame.from.y, frame.to.y, i);
    tick({x, frame.from.y}, {0.0f, way}, length);
    tick({x, frame.to.y}, {0.0f, -way}, length);
    tick({frame.from.x, y}, {way, 0.0f}, length);
    tick({frame.to.x, y}, {-way, 0.0f}, length);
  }
}

}  // namespace

void addCameraGuides(const DisplaySettings& display, const SceneCamera& camera, HudState& hud) {
  if (!display.marksAperture() || !(hud.width > 0.0f) || !(hud.height > 0.0f)) return;
  const glm::dvec2 size(hud.width, hud.height);
  const glm::dvec2 half(apertureInPicture(camera, size.x / size.y));
  Painter painter(hud);
  const auto snapped = [&](const glm::dvec2& at) {
    return glm::vec2(painter.snapped(at.x), painter.snapped(at.y));
  };
  const Frame frame{snapped(size * 0.5 * (1.0 - half)), snapped(size * 0.5 * (1.0 + half))};
  if (display.mask != CameraMask::None) {
    const float opacity = display.mask == CameraMask::Full ? 1.0f : kPartialOpacity;
    addMask(frame, hud, glm::vec4(display.maskColor, opacity), painter);
  }
  if (display.maskOutline) addOutline(frame, glm::vec4(0.0f, 0.0f, 0.0f, 1.0f), painter);
  const glm::vec4 reticles(display.reticleColor, kReticleOpacity);
  if (display.reticlesInside) addReticles(frame, true, reticles, painter);
  if (display.reticlesOutside) addReticles(frame, false, reticles, painter);
}

}  // namespace usdscope
