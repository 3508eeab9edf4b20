// SPDX-License-Identifier: Apache-2.0
#include "app/capture/FrameDrawing.h"

#include <fmt/format.h>

#include <charconv>

namespace usdscope {
namespace {

// Beyond this size of a picture, several samples per pixel would need too much memory.
constexpr long long kMostSampledPixels = 1LL << 26;

bool parseSide(std::string_view text, int& side) {
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), side);
  return error == std::errc() && end == text.data() + text.size() && side > 0 &&
         side <= kMostPixels;
}

}  // namespace

bool parseSize(std::string_view text, int& width, int& height) {
  const std::size_t x = text.find('x');
  return x != std::string_view::npos && parseSide(text.substr(0, x), width) &&
         parseSide(text.substr(x + 1), height);
}

std::unique_ptr<FrameDrawing> FrameDrawing::make(Diagnostics& diagnostics) {
  std::unique_ptr<FrameDrawing> drawing(new FrameDrawing);
  drawing->context_ = HeadlessContext::make(diagnostics);
  if (!drawing->context_) return nullptr;
  drawing->renderer_ = Renderer::make(diagnostics, {.textures = drawing->textures_});
  if (!drawing->renderer_) return nullptr;
  drawing->target_ = std::make_unique<OffscreenTarget>();
  return drawing;
}

// Everything on the device ends before its context.
FrameDrawing::~FrameDrawing() {
  text_.reset();
  target_.reset();
  renderer_.reset();
}

void FrameDrawing::prepare(const Scene& scene, const std::stop_token& stop) {
  textures_->prepare(scene, stop);
}

std::string FrameDrawing::draw(const Scene& scene, const ViewCamera& camera,
                               const RenderSettings& settings, const std::stop_token& stop) {
  settings_ = settings;
  GLint most = 0;
  glGetIntegerv(GL_MAX_TEXTURE_SIZE, &most);
  const bool isTooLarge = settings.width > most || settings.height > most;
  if (isTooLarge || !target_->resize(settings.width, settings.height, settings.writesLinear)) {
    return fmt::format("This graphics device cannot draw a picture of {} by {} pixels.",
                       settings.width, settings.height);
  }
  RenderSettings used = settings;
  if (static_cast<long long>(used.width) * used.height > kMostSampledPixels) used.sampleCount = 1;
  renderer_->draw(scene, camera, used, target_->framebuffer(), stop);
  if (stop.stop_requested() || !context_->isLost()) return {};
  return "The graphics device was lost while drawing.";
}

Image FrameDrawing::read() const {
  return settings_.writesLinear ? target_->readLinear() : target_->read();
}

std::vector<std::uint32_t> FrameDrawing::text(const FrameTexts& texts, const Scene& scene,
                                              const ViewCamera& camera) {
  if (texts.isEmpty()) return {};
  if (!text_) text_ = std::make_unique<FrameText>();
  const CameraFrustum frustum =
      makeFrustum(camera, settings_.width, settings_.height, scene.bounds);
  return text_->draw(texts, {scene, settings_, frustum, *renderer_});
}

}  // namespace usdscope
