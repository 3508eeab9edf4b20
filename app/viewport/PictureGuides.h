// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QObject>
#include <memory>
#include <string>
#include <vector>

#include "app/session/Session.h"
#include "app/viewport/Hud.h"
#include "engine/render/CameraFrustum.h"
#include "engine/render/Guides.h"

namespace usdscope {

/// A short text at a place of the scene.
struct PlacedText {
  glm::dvec3 world{0.0};
  std::string text;
};

/// The lines of a camera among those of a GuidePicture.
struct CameraLines {
  Path path;
  std::size_t first = 0;  ///< Index into GuidePicture::lines.
  std::size_t count = 0;
};

/// The lines over the scene at one time, and what they mean.
struct GuidePicture {
  GuideLines lines;  ///< Null if there are none.
  std::vector<CameraLines> cameras;
  std::vector<PlacedText> names;
  HudLegend legend;  ///< Without a title there is no legend.
};

/// The inputs of a GuidePicture.
struct GuideSubject {
  std::shared_ptr<const Stage> stage;  ///< Null if no boxes and extents are wanted.
  std::shared_ptr<const Scene> scene;
  std::vector<Path> selected;
  glm::vec3 selectionColor{1.0f};  ///< Display values. The colour of selected cameras.
  Path camera;                     ///< The camera of the scene that is looked through.
  bool alignedBox = false;
  bool orientedBox = false;
  bool comparesExtents = false;
  bool cameraOracles = false;
  bool operator==(const GuideSubject&) const = default;
};

/// Makes the guides. Reads values, so not for the GUI thread. Incomplete when stopped.
GuidePicture makeGuides(const GuideSubject& subject, const std::stop_token& stop = {});

/// Keeps the guides of the picture up to date, in the background: bounding boxes of the selection,
/// authored extents that differ from computed ones, and the cameras of the scene. GUI thread only.
class PictureGuides : public QObject {
  Q_OBJECT
 public:
  explicit PictureGuides(Session& session);

  /// The newest guides; not null.
  const std::shared_ptr<const GuidePicture>& picture() const { return picture_; }

 Q_SIGNALS:
  void changed();

 private:
  void update();

  Session& session_;
  std::shared_ptr<const GuidePicture> picture_;
  GuideSubject subject_;
  LatestTask task_;
};

/// Adds the names and the legend of guides.
void addGuides(const GuidePicture& guides, const CameraFrustum& frustum, HudState& hud);

}  // namespace usdscope
