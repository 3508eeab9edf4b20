// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QImage>
#include <memory>
#include <mutex>
#include <optional>
#include <string>

#include "app/session/SkinningCheck.h"
#include "app/viewport/HudContents.h"
#include "app/viewport/PictureQuality.h"
#include "engine/gl/HeadlessContext.h"
#include "engine/render/OffscreenTarget.h"
#include "engine/render/TextureStore.h"

namespace usdscope {

/// The inputs of a picture without its display.
struct PictureSubject {
  std::shared_ptr<const Scene> scene;    ///< Null to show nothing.
  std::shared_ptr<const Scene> painted;  ///< Drawn in place of `scene`; null for `scene` itself.
  ViewCamera camera;
  RenderSettings settings;
  bool operator==(const PictureSubject&) const = default;
};

struct PictureRequest {
  PictureSubject subject;
  HudContents hud;
  /// Something moves: the picture may have less detail, so that it comes soon.
  bool isMoving = false;
};

/// A picture that has been drawn.
struct Picture {
  QImage image;  ///< As many pixels as the settings say.
  std::shared_ptr<const Scene> scene;
  bool isFull = true;  ///< The picture has all detail.
  RenderStatistics statistics;
  /// See Renderer::diagnostics(); null if there are none.
  std::shared_ptr<const Diagnostics> problems;
};

/// Draws pictures with an OpenGL context of its own, so that drawing never holds up the GUI thread.
/// Starts OpenGL with the first picture. When the device is lost, it starts OpenGL again.
/// Thread-safe; works for one thread at a time.
class PictureMaker {
 public:
  explicit PictureMaker(std::shared_ptr<TextureStore> textures);
  ~PictureMaker();

  /// Returns the picture; empty when it was stopped, or when OpenGL is missing: see problem().
  std::optional<Picture> draw(const PictureRequest& request, const std::stop_token& stop);
  /// Returns the object at a pixel of the last picture. Empty when there is none, or when stopped.
  std::optional<PickResult> pick(int x, int y, const std::stop_token& stop);
  /// Returns the skinned vertices of prims in the picture of a scene.
  DrawnFrame read(const std::shared_ptr<const Scene>& scene, const std::vector<Path>& prims);
  /// A sentence that says why nothing can be drawn; else empty.
  std::string problem() const;
  void setHudFont(std::shared_ptr<const std::string> font);
  /// Gives up everything on the device. The next picture starts OpenGL again.
  void restart();

 private:
  struct Device;
  class Use;

  /// Starts OpenGL unless it runs. Returns false and sets problem_ when that fails.
  bool start();
  bool drawScene(const PictureRequest& request, const std::stop_token& stop);
  Picture finish(const PictureRequest& request);
  std::string skinningText() const;

  mutable std::mutex mutex_;  ///< Guards all members.
  std::shared_ptr<TextureStore> textures_;
  std::shared_ptr<const std::string> hudFont_;  ///< Null until it has been read.
  std::string problem_;
  std::unique_ptr<Device> device_;
};

}  // namespace usdscope
