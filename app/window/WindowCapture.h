// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QObject>
#include <QString>
#include <memory>
#include <stop_token>

#include "app/session/Session.h"
#include "app/session/tasks/LatestTask.h"
#include "app/session/view/CaptureRequest.h"

class QWidget;

namespace usdscope {

class ViewportWidget;
struct Image;
struct PictureRequest;

/// The progress of making pictures.
struct CaptureState {
  bool isRunning = false;
  int done = 0;  ///< Pictures that have been made.
  int count = 0;
  QString text;  ///< "Recording frame 12 of 48 …", "Saved turn.png."
};

/// Makes pictures and movies of what the viewport shows, in the background and with an OpenGL
/// context of its own, so that the window can be used meanwhile. GUI thread only.
class WindowCapture : public QObject {
  Q_OBJECT
 public:
  WindowCapture(Session& session, ViewportWidget& viewport, QWidget& window);
  ~WindowCapture() override;

  /// See ActionWindow::capture().
  std::string start(const CaptureRequest& request);
  void cancel();
  const CaptureState& state() const { return state_; }

 Q_SIGNALS:
  void changed();

 private:
  struct Work;
  std::string prepare(const CaptureRequest& request, Work& work) const;
  std::string chooseSize(Work& work) const;
  std::string chooseFrames(Work& work) const;
  void chooseLook(const PictureRequest& shown, Work& work) const;
  std::string takeWindow(const CaptureRequest& request);
  LatestTask::Show make(const Work& work, const TaskRun& run, const std::stop_token& stop);
  void setState(CaptureState state);
  void finish(const Work& work, const std::string& problem, bool isStopped,
              const std::shared_ptr<const Image>& copied);

  Session& session_;
  ViewportWidget& viewport_;
  QWidget& window_;
  CaptureState state_;
  std::stop_source stop_{std::nostopstate};
  LatestTask task_;
};

}  // namespace usdscope
