// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QObject>
#include <memory>

#include "app/session/Session.h"
#include "app/viewport/PictureDrawing.h"

namespace usdscope {

/// Informs the session about the pictures of the main view: which scene is drawn, problems of
/// drawing, and the skinned vertices in the picture. GUI thread only.
class PictureReports : public QObject {
  Q_OBJECT
 public:
  /// All three must outlive this.
  PictureReports(Session& session, PictureDrawing& drawing, std::shared_ptr<PictureMaker> maker);

 private:
  void start();
  void noteShown();
  void noteFailed();
  void readFont();

  Session& session_;
  PictureDrawing& drawing_;
  std::shared_ptr<PictureMaker> maker_;
  std::shared_ptr<const Scene> drawnScene_;  ///< The last scene that the session knows is drawn.
  std::size_t reportedProblems_ = 0;         ///< Number of problems that the session knows.
  std::shared_ptr<const void> reportedSource_;
  LatestTask fontTask_;
};

}  // namespace usdscope
