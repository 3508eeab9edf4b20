// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QObject>
#include <QPoint>
#include <QTimer>
#include <deque>
#include <functional>
#include <memory>
#include <optional>

#include "app/session/Session.h"
#include "app/viewport/PictureMaker.h"

namespace usdscope {

/// Keeps a picture up to date, and finds what is under a pixel of it, in the background. On slow
/// devices a picture with less detail comes first, and the full one follows when nothing has
/// changed for a moment. GUI thread only.
class PictureDrawing : public QObject {
  Q_OBJECT
 public:
  /// Returns what is to be drawn now; empty if nobody sees the picture.
  using MakeRequest = std::function<std::optional<PictureRequest>()>;
  using UsePick = std::function<void(const std::optional<PickResult>& hit)>;

  PictureDrawing(Session& session, MakeRequest makeRequest);

  /// Draws again, soon. Several calls in one turn of the event loop draw once.
  void redraw();
  /// The last picture; empty before the first one.
  const std::optional<Picture>& picture() const { return picture_; }
  /// Finds the object at a pixel and calls `use` with it. All calls are served, one by one.
  void pick(const QPoint& pixel, UsePick use);
  /// Like pick(), for the object under a moving pointer: a later call drops an earlier one.
  void pickUnderPointer(const QPoint& pixel, UsePick use);
  void forgetPointer() { hoverTask_.cancel(); }
  /// Gives up everything on the device and draws again.
  void restart();

 Q_SIGNALS:
  /// There is a new picture.
  void changed();

 private:
  void draw(bool isMoving);
  void show(Picture drawn);
  void showProblem();
  void pickNext();

  struct WantedPick {
    QPoint pixel;
    UsePick use;
  };

  Session& session_;
  MakeRequest makeRequest_;
  std::shared_ptr<PictureMaker> maker_;
  std::optional<Picture> picture_;
  std::shared_ptr<const Scene> drawnScene_;  ///< The last scene that the session knows is drawn.
  std::size_t reportedProblems_ = 0;         ///< Number of problems that the session knows.
  std::shared_ptr<const void> reportedSource_;
  std::optional<BusyMark> wanted_;         ///< Set while a picture is wanted but not requested yet.
  std::optional<BusyMark> resting_;        ///< Set while rest_ runs.
  std::optional<PictureSubject> refined_;  ///< The subject of the full picture that is being drawn.
  QTimer rest_;                            ///< Fires when nothing has changed for a moment.
  std::deque<WantedPick> picks_;
  LatestTask drawTask_;
  LatestTask pickTask_;
  LatestTask hoverTask_;
  LatestTask fontTask_;
  LatestTask restartTask_;
};

}  // namespace usdscope
