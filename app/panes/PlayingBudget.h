// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QElapsedTimer>
#include <QtGlobal>
#include <functional>

namespace usdscope {

/// Limits how much time a pane takes from the GUI thread while playing: after it has shown values,
/// it rests four times as long as that took. Frames in the meantime are skipped. GUI thread only.
class PlayingBudget {
 public:
  /// Whether the pane may show values again.
  bool isDue() const { return !sinceShown_.isValid() || sinceShown_.nsecsElapsed() >= restNs_; }

  /// Calls `show` and measures how long it takes.
  void spend(const std::function<void()>& show) {
    QElapsedTimer timer;
    timer.start();
    show();
    restNs_ = kRest * timer.nsecsElapsed();
    sinceShown_.start();
  }

 private:
  static constexpr qint64 kRest = 4;

  QElapsedTimer sinceShown_;  ///< Not valid before the first time.
  qint64 restNs_ = 0;
};

}  // namespace usdscope
