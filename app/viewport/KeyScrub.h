// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QObject>

#include "app/session/Session.h"
#include "app/viewport/HeldKeys.h"

namespace usdscope {

/// Scrubs with a drag over the viewport while K is held down, like Maya. The width of the viewport
/// is the play range. Playing pauses while the key is held. Without a drag, the action whose
/// shortcut is K runs at the release. GUI thread only.
class KeyScrub : public QObject {
  Q_OBJECT
 public:
  /// Both must outlive this.
  KeyScrub(Session& session, QWidget& viewport);

  /// Whether a drag scrubs.
  bool isHeld() const { return keys_.isAnyHeld(); }
  /// A drag begins at `x`, in points.
  void begin(double x);
  /// Moves the playhead by whole frames, with Alt between frames.
  void dragTo(double x, Qt::KeyboardModifiers modifiers);
  /// Moves the playhead to where it was when the drag began.
  void takeBack();

 private:
  void pause();
  void resume();

  Session& session_;
  QWidget& viewport_;
  HeldKeys keys_;
  bool hasScrubbed_ = false;  ///< There has been a drag since the key went down.
  double begunX_ = 0.0;
  double begunTime_ = 0.0;
  TimeCode begunAt_;
};

}  // namespace usdscope
