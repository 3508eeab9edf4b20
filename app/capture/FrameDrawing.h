// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>
#include <stop_token>
#include <string>
#include <vector>

#include "app/capture/FramePixels.h"
#include "app/capture/FrameText.h"
#include "engine/gl/HeadlessContext.h"
#include "engine/render/OffscreenTarget.h"
#include "engine/render/Renderer.h"
#include "engine/render/TextureStore.h"

namespace usdscope {

/// The largest width and height of a picture.
inline constexpr int kMostPixels = 16384;

/// Reads `1280x720`, each from 1 to kMostPixels. Returns false for other texts.
bool parseSize(std::string_view text, int& width, int& height);

/// Draws the pictures of a job without a window, with an OpenGL context of its own, which is
/// current on the thread that made it. For this thread only.
class FrameDrawing {
 public:
  /// Returns null and reports why, when there is no OpenGL 4.5.
  static std::unique_ptr<FrameDrawing> make(Diagnostics& diagnostics);
  ~FrameDrawing();
  FrameDrawing(const FrameDrawing&) = delete;
  FrameDrawing& operator=(const FrameDrawing&) = delete;

  /// Reads the textures of a scene, if they have not been read.
  void prepare(const Scene& scene, const std::stop_token& stop);
  /// Draws a scene. Returns a sentence that says why this is impossible; else empty, also when it
  /// was stopped.
  std::string draw(const Scene& scene, const ViewCamera& camera, const RenderSettings& settings,
                   const std::stop_token& stop);
  /// Returns the picture of the last draw().
  Image read() const;
  /// Returns the texts over it; see FrameText::draw().
  std::vector<std::uint32_t> text(const FrameTexts& texts, const Scene& scene,
                                  const ViewCamera& camera);
  const Renderer& renderer() const { return *renderer_; }

 private:
  FrameDrawing() = default;

  std::unique_ptr<HeadlessContext> context_;
  std::shared_ptr<TextureStore> textures_ = std::make_shared<TextureStore>();
  std::unique_ptr<Renderer> renderer_;
  std::unique_ptr<OffscreenTarget> target_;
  std::unique_ptr<FrameText> text_;  ///< Made with the first text.
  RenderSettings settings_;          ///< The settings of the last draw().
};

}  // namespace usdscope
