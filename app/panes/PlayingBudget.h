// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QElapsedTimer>
#include <QtGlobal>
#include <algorithm>
#include <functional>
#include <utility>

#include "app/session/ObserveSubject.h"

namespace usdscope {

/// Limits how much time a pane takes from the GUI thread while playing: after it has shown values,
/// it rests four times as long as that took. Frames in the meantime are skipped. GUI thread only.
class PlayingBudget {
 public:
  /// Calls `refresh` now, and whenever the time of the picture changes, until `pane` dies. While
  /// playing, only when the pane may show values again; when playing stops, once more. This must
  /// outlive `pane` or be a member of it.
  void follow(const Session& session, const QObject* pane, const std::function<void()>& refresh) {
    observeTime(session, pane, [this, &session, refresh](TimeCode) {
      if (!session.playback.value().isPlaying || isDue()) refresh();
    });
    session.playback.observe(pane, [refresh, was = false](const PlaybackState& state) mutable {
      if (std::exchange(was, state.isPlaying) && !state.isPlaying) refresh();
    });
  }

  /// Whether the pane may show values again.
  bool isDue() const { return remainingNs() == 0; }

  /// Calls `show` and measures how long it takes.
  void spend(const std::function<void()>& show) {
    QElapsedTimer timer;
    timer.start();
    show();
    restNs_ = remainingNs() + kRest * timer.nsecsElapsed();
    sinceShown_.start();
  }

 private:
  static constexpr qint64 kRest = 4;

  qint64 remainingNs() const {
    return sinceShown_.isValid() ? std::max<qint64>(restNs_ - sinceShown_.nsecsElapsed(), 0) : 0;
  }

  QElapsedTimer sinceShown_;  ///< Not valid before the first time.
  qint64 restNs_ = 0;
};

}  // namespace usdscope
