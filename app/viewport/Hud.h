// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "app/viewport/HudBox.h"
#include "app/viewport/HudStrip.h"
#include "engine/math/Types.h"

namespace usdscope {

enum class HudColor { Text, Chosen, AxisX, AxisY, AxisZ };

/// A short text in the picture. Its position is in points (device-independent pixels) from the top
/// left.
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

/// A filled rectangle, below all text and lines.
struct HudFill {
  glm::vec2 from{0.0f};
  glm::vec2 to{0.0f};
  glm::vec4 color{0.0f};  ///< Display values and opacity.
};

/// A dot that marks a place in the picture.
struct HudDot {
  glm::vec2 at{0.0f};
  HudColor color = HudColor::Chosen;
};

/// A colour of the picture, and its meaning.
struct HudSwatch {
  glm::vec3 color{0.0f};  ///< In display space.
  std::string text;
};

/// A legend of colours.
struct HudLegend {
  std::string title;
  std::vector<HudSwatch> swatches;
};

/// The contents of the head-up display: a short text in each corner, labels, lines and legends.
struct HudState {
  std::string topLeft;           ///< Prims, triangles, counts of the selection.
  bool isTopLeftDim = false;     ///< The counts do not follow the picture at the moment.
  std::string topRight;          ///< Device.
  std::string bottomLeft;        ///< Frame, milliseconds, frames per second.
  std::string bottomRight;       ///< Complexity, grid, camera.
  std::vector<HudLabel> labels;  ///< A label that would cover an earlier one is not drawn.
  std::vector<HudFill> fills;
  std::vector<HudLine> lines;
  std::vector<HudDot> dots;
  std::vector<HudLegend> legends;  ///< Stacked at the left edge.
  HudLabel atPointer;  ///< The text below the pointer, which may have several lines; may be empty.
  HudBox box;          ///< Not drawn without rows.
  HudStrip strip;      ///< Below everything else.
  float width = 0.0f;  ///< Width of the picture, in points.
  float height = 0.0f;
  float pixelRatio = 1.0f;  ///< Pixels per point.
};

/// Shortens a name for the picture: cuts out the middle of a very long name.
std::string nameInPicture(const std::string& name);

/// Reads a font with tabular figures, so that numbers do not jump while playing. Null if there is
/// none. Reads files, so not for the GUI thread.
std::shared_ptr<const std::string> readHudFont();

/// Draws text over the picture with Dear ImGui. Requires: the OpenGL context that was current at
/// construction is current in all calls and at destruction. Several threads may have one each.
class Hud {
 public:
  Hud();
  ~Hud();
  Hud(const Hud&) = delete;
  Hud& operator=(const Hud&) = delete;

  /// Sets the bytes of a TrueType font; null for ImGui's own, which is used until then.
  void setFont(std::shared_ptr<const std::string> font);

  void draw(const HudState& state);

 private:
  struct Context;
  std::unique_ptr<Context> context_;
};

}  // namespace usdscope
