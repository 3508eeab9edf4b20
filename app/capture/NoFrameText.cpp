// SPDX-License-Identifier: Apache-2.0
// Replaces FrameText.cpp in builds without the window, which have no library for text.
#include "app/capture/FrameText.h"

namespace usdscope {

struct FrameText::State {};

FrameText::FrameText() = default;

FrameText::~FrameText() = default;

std::string FrameText::problem() {
  return "This build of usdscope draws no text into pictures: it was built without the window.";
}

std::shared_ptr<const HudContents> FrameText::plainHud(const RenderSettings&) { return nullptr; }

std::vector<std::uint32_t> FrameText::draw(const FrameTexts&, const TextGround&) { return {}; }

}  // namespace usdscope
