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

/// Keeps the picture of a view up to date, and finds what is under a pixel of it, in the
/// background. On slow devices a picture with less detail comes first, and the full one follows
/// when nothing has changed for a moment. GUI thread only.
class PictureDrawing : public QObject {
  Q_OBJECT
 public:
  /// Returns what is to be drawn now; empty if nobody sees the picture.
  using MakeRequest = std::function<std::optional<PictureRequest>()>;
  using UsePick = std::function<void(const std::optional<PickResult>& hit)>;

  PictureDrawing(Session& session, std::shared_ptr<PictureMaker> maker, ViewId view,
                 MakeRequest makeRequest);
  ~PictureDrawing() override;

  /// Draws again, soon. Several calls in one turn of the event loop draw once.
  void redraw();
  /// Drops the last picture and the one that is being drawn.
  void forget();
  /// The last picture; empty before the first one and after forget().
  const std::optional<Picture>& picture() const { return picture_; }
  /// Asks a question about the picture. It is answered on another thread, and then the function
  /// that it returns is called on this one. All questions are answered, one by one.
  using Answer = std::function<void()>;
  using Question =
      std::function<Answer(PictureMaker& maker, ViewId view, const std::stop_token& stop)>;
  void ask(Question question);
  /// Finds the object under a moving pointer, and calls `use` with it. A later call drops an
  /// earlier one.
  void pickUnderPointer(const QPoint& pixel, UsePick use);
  void forgetPointer() { hoverTask_.cancel(); }
  /// Gives up everything on the device and draws again.
  void restart();

 Q_SIGNALS:
  /// There is a new picture.
  void changed();
  /// Nobody sees the picture, so none was drawn.
  void skipped();
  /// Nothing can be drawn; see PictureMaker::problem().
  void failed();
  /// The device has been started again.
  void restarted();

 private:
  void draw(bool isMoving);
  void show(Picture drawn);
  void answerNext();

  Session& session_;
  MakeRequest makeRequest_;
  std::shared_ptr<PictureMaker> maker_;
  ViewId view_;
  std::optional<Picture> picture_;
  std::optional<BusyMark> wanted_;         ///< Set while a picture is wanted but not requested yet.
  std::optional<BusyMark> resting_;        ///< Set while rest_ runs.
  std::optional<PictureSubject> refined_;  ///< The subject of the full picture that is being drawn.
  QTimer rest_;                            ///< Fires when nothing has changed for a moment.
  std::deque<Question> questions_;
  LatestTask drawTask_;
  LatestTask answerTask_;
  LatestTask hoverTask_;
  LatestTask restartTask_;
};

}  // namespace usdscope
