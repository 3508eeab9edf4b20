// SPDX-License-Identifier: Apache-2.0
#include "app/viewport/HudStrip.h"

#include <imgui.h>

#include <algorithm>

#include "app/viewport/HudBox.h"

namespace usdscope {
namespace {

constexpr float kStripMargin = 10.0f;
constexpr float kGap = 20.0f;
constexpr std::size_t kLeast = 5;
constexpr ImU32 kStripGround = IM_COL32(20, 21, 24, 190);
constexpr ImU32 kStripText = IM_COL32(227, 227, 227, 255);

float widthOf(const std::string& text) { return ImGui::CalcTextSize(text.c_str()).x; }

// Shortens the longest texts until all of them fit, or are very short.
void fit(HudStrip& strip, float width) {
  const HudStrip whole = strip;
  std::size_t most = 0;
  for (const auto* texts : {&whole.left, &whole.right}) {
    for (const std::string& text : *texts) most = std::max(most, text.size());
  }
  const auto needed = [&] {
    float sum = kGap * float(strip.left.size() + strip.right.size() - 1);
    for (const auto* texts : {&strip.left, &strip.right}) {
      for (const std::string& text : *texts) sum += widthOf(text);
    }
    return sum;
  };
  for (; most > kLeast && needed() > width; --most) {
    const auto shorten = [&](const std::string& text) { return elidedMiddle(text, most); };
    std::ranges::transform(whole.left, strip.left.begin(), shorten);
    std::ranges::transform(whole.right, strip.right.begin(), shorten);
  }
}

}  // namespace

void drawStrip(const HudStrip& strip, float width, float height) {
  if (strip.isEmpty()) return;
  HudStrip fitting = strip;
  fit(fitting, width - 2.0f * kStripMargin);

  ImDrawList* list = ImGui::GetForegroundDrawList();
  const float top = height - strip.height();
  list->AddRectFilled(ImVec2(0.0f, top), ImVec2(width, height), kStripGround);
  const float baseline = top + (strip.height() - ImGui::GetTextLineHeight()) * 0.5f;
  float x = kStripMargin;
  for (const std::string& text : fitting.left) {
    list->AddText(ImVec2(x, baseline), kStripText, text.c_str());
    x += widthOf(text) + kGap;
  }
  x = width - kStripMargin;
  for (auto text = fitting.right.rbegin(); text != fitting.right.rend(); ++text) {
    x -= widthOf(*text);
    list->AddText(ImVec2(x, baseline), kStripText, text->c_str());
    x -= kGap;
  }
}

}  // namespace usdscope
