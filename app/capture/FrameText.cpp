// SPDX-License-Identifier: Apache-2.0
#include "app/capture/FrameText.h"

#include <algorithm>
#include <array>

#include "app/viewport/HudContents.h"
#include "engine/render/OffscreenTarget.h"

namespace usdscope {
namespace {

// Texts keep their size up to this height of a picture.
constexpr float kUsualHeight = 720.0f;

}  // namespace

struct FrameText::State {
  Hud hud;
  OffscreenTarget target;
};

FrameText::FrameText() : state_(std::make_unique<State>()) { state_->hud.setFont(readHudFont()); }

FrameText::~FrameText() = default;

std::string FrameText::problem() { return {}; }

std::shared_ptr<const HudContents> FrameText::plainHud(const RenderSettings& settings) {
  auto hud = std::make_shared<HudContents>();
  hud->view.bones = settings.bones;
  return hud;
}

std::vector<std::uint32_t> FrameText::draw(const FrameTexts& texts, const TextGround& ground) {
  if (texts.isEmpty()) return {};
  const RenderSettings& settings = ground.settings;
  const float width = float(settings.width);
  const float height = float(settings.height);
  const float suitable = std::max(height / kUsualHeight, 1.0f);
  const float ratio = texts.scale > 0.0f ? texts.scale : suitable;
  HudState state;
  if (texts.hud) {
    HudContents contents = *texts.hud;
    contents.size = glm::vec2(width, height) / ratio;
    contents.pixelRatio = ratio;
    contents.heat = texts.heat;
    contents.camera = texts.camera;
    contents.sceneCamera = texts.sceneCamera;
    state = hudOf(contents, {&ground.scene, settings, ground.frustum, ground.renderer.statistics(),
                             ground.renderer.deviceName(), ground.renderer.isSoftware()});
  }
  state.width = width / ratio;
  state.height = height / ratio;
  state.pixelRatio = ratio;
  state.strip = texts.strip;
  OffscreenTarget& target = state_->target;
  if (!target.resize(settings.width, settings.height)) return {};
  target.bind();
  constexpr std::array<float, 4> kNothing{};
  glClearBufferfv(GL_COLOR, 0, kNothing.data());
  state_->hud.draw(state);
  std::vector<std::uint32_t> words(std::size_t(settings.width) * std::size_t(settings.height));
  target.readWords(words);
  return words;
}

}  // namespace usdscope
