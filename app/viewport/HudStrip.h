// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

namespace usdscope {

/// A strip of short texts at the bottom of the picture.
struct HudStrip {
  std::vector<std::string> left;
  std::vector<std::string> right;

  bool isEmpty() const { return left.empty() && right.empty(); }
  /// The height in points; 0 without texts.
  float height() const { return isEmpty() ? 0.0f : 24.0f; }
};

/// Draws the strip into the current frame of Dear ImGui. Texts that are too long for the picture
/// lose their middle.
void drawStrip(const HudStrip& strip, float width, float height);

}  // namespace usdscope
