// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "app/session/Session.h"
#include "app/session/tasks/LatestTask.h"

class QLabel;
class QWidget;

namespace usdscope {

/// The task that keeps the contents of a pane up to date. It works only while the pane is the front
/// tab of its dock area, and shows a small hint when a result takes longer than a moment.
class PaneTask : public LatestTask {
  Q_OBJECT
 public:
  PaneTask(Session& session, QWidget& pane);

  /// Starts work about a subject. If the subject has changed, stops the run in progress. If only
  /// the time has changed, the run may finish and its result is shown.
  void startFor(const Subject& subject, Work work);

 Q_SIGNALS:
  /// Emitted when the pane has become the front tab of its dock area, or is not the front tab any
  /// more.
  void seenChanged(bool isSeen);

 protected:
  bool eventFilter(QObject* watched, QEvent* event) override;

 private:
  void placeHint();

  QWidget& pane_;
  QLabel* hint_;
  // The subject of the last request. It must not keep a closed stage alive.
  const Stage* stage_ = nullptr;
  Path prim_;
  Token property_;
};

}  // namespace usdscope
