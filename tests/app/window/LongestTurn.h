// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QElapsedTimer>
#include <QEventLoop>
#include <QObject>
#include <QTimer>
#include <algorithm>
#include <atomic>
#include <chrono>
#include <functional>
#include <thread>

namespace usdscope {

/// Runs the event loop and measures its turns as a user notices them: another thread posts an event
/// each millisecond, and the longest time until one of them is handled counts.
class LongestTurn : public QObject {
 public:
  /// Calls `act` in the loop, and runs the loop until `isDone` returns true, for at most one
  /// minute. Returns the longest turn in milliseconds; negative when it took too long.
  double measure(const std::function<void()>& act, const std::function<bool()>& isDone) {
    QEventLoop loop;
    QElapsedTimer patience;
    patience.start();
    QTimer poll;
    bool isInTime = true;
    QObject::connect(&poll, &QTimer::timeout, &loop, [&] {
      isInTime = patience.elapsed() < 60'000;
      if (!isInTime || isDone()) loop.quit();
    });
    longestMs_ = 0.0;
    QTimer::singleShot(0, &loop, act);
    poll.start(5);
    {
      const std::jthread heart([this](const std::stop_token& stop) { beat(stop); });
      loop.exec();
    }
    return isInTime ? longestMs_ : -1.0;
  }

 private:
  using Clock = std::chrono::steady_clock;

  void beat(const std::stop_token& stop) {
    while (!stop.stop_requested()) {
      if (!isWaiting_.exchange(true)) {
        QMetaObject::invokeMethod(
            this, [this, posted = Clock::now()] { note(posted); }, Qt::QueuedConnection);
      }
      std::this_thread::sleep_for(std::chrono::milliseconds(1));
    }
  }

  void note(Clock::time_point posted) {
    const std::chrono::duration<double, std::milli> waited = Clock::now() - posted;
    longestMs_ = std::max(longestMs_, waited.count());
    isWaiting_ = false;
  }

  std::atomic<bool> isWaiting_{false};
  double longestMs_ = 0.0;
};

}  // namespace usdscope
