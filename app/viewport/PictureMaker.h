// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QImage>
#include <atomic>
#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <vector>

#include "app/session/problems/SkinningCheck.h"
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
  Outlines outlines;  ///< Drawn over the scene; a change of them does not draw the scene again.
  HudContents hud;
  /// Something moves: the picture may have less detail, so that it comes soon.
  bool isMoving = false;
};

/// Names one of the views of a PictureMaker. The main view of the window is kMainView.
using ViewId = int;
inline constexpr ViewId kMainView = 0;

/// A picture that has been drawn.
struct Picture {
  QImage image;  ///< As many pixels as the settings say.
  std::shared_ptr<const Scene> scene;
  bool isFull = true;     ///< The picture has all detail.
  std::string frameLine;  ///< The text in the bottom left corner; empty without a display.
  RenderStatistics statistics;
  /// See Renderer::diagnostics(); null if there are none.
  std::shared_ptr<const Diagnostics> problems;
};

/// Draws pictures with an OpenGL context of its own, so that drawing never holds up the GUI thread.
/// Starts OpenGL with the first picture. When the device is lost, it starts OpenGL again.
/// Several views share the geometry and textures on the device; each has a picture of its own.
/// Thread-safe; works for one thread at a time.
class PictureMaker {
 public:
  explicit PictureMaker(std::shared_ptr<TextureStore> textures);
  ~PictureMaker();

  /// Returns the picture; empty when it was stopped, or when OpenGL is missing: see problem().
  std::optional<Picture> draw(ViewId view, const PictureRequest& request,
                              const std::stop_token& stop);
  /// Returns the name of a new view.
  ViewId addView();
  /// Frees what the device holds for the picture of a view, with the next picture of another view.
  /// Does not wait for a picture that is being drawn.
  void forget(ViewId view);
  /// Returns the object at a pixel of the last picture of a view. Empty when there is none, or when
  /// stopped.
  std::optional<PickResult> pick(ViewId view, int x, int y, const std::stop_token& stop);
  /// Like Renderer::pickAll() and pickArea(), for the last picture. An area is found in the picture
  /// with all detail, which is drawn for it if need be.
  std::vector<PickResult> pickAll(ViewId view, int x, int y, std::size_t most, PickUnit unit,
                                  const std::stop_token& stop);
  PickedArea pickArea(ViewId view, const PickArea& area, std::size_t most, PickUnit unit,
                      const std::stop_token& stop);
  /// Returns the skinned vertices of prims in the picture of a scene, as the main view shows it.
  DrawnFrame read(const std::shared_ptr<const Scene>& scene, const std::vector<Path>& prims);
  /// A sentence that says why nothing can be drawn; else empty.
  std::string problem() const;
  void setHudFont(std::shared_ptr<const std::string> font);
  /// Gives up everything on the device. The next picture starts OpenGL again.
  void restart();

 private:
  struct View;
  struct Device;
  class Use;

  /// Starts OpenGL unless it runs. Returns false and sets problem_ when that fails.
  bool start();
  bool drawScene(ViewId view, const PictureSubject& subject, bool isMoving,
                 const std::stop_token& stop);
  void freeForgotten();
  bool isDrawn(ViewId view, const std::stop_token& stop);
  bool drawAgain(ViewId view, const PictureDetail& detail, const std::stop_token& stop);
  const OffscreenTarget* drawOutlines(ViewId view, const PictureRequest& request,
                                      const std::stop_token& stop);
  std::optional<Picture> finish(ViewId view, const PictureRequest& request,
                                const std::stop_token& stop);
  std::string skinningText() const;

  std::mutex forgottenMutex_;  ///< Guards forgotten_.
  std::vector<ViewId> forgotten_;
  std::atomic<ViewId> newest_ = kMainView;
  mutable std::mutex mutex_;  ///< Guards all members below.
  std::shared_ptr<TextureStore> textures_;
  std::shared_ptr<const std::string> hudFont_;  ///< Null until it has been read.
  std::string problem_;
  std::unique_ptr<Device> device_;
};

}  // namespace usdscope
