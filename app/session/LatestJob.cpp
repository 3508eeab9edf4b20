// SPDX-License-Identifier: Apache-2.0
#include "app/session/LatestJob.h"

#include <QMetaObject>
#include <utility>

namespace usdscope {

LatestJob::~LatestJob() {
  cancel();
  thread_ = {};  // Ends before what it would tell is gone.
}

void LatestJob::start(Job job) {
  cancel();
  isRunning_ = true;
  std::jthread before = std::exchange(thread_, {});
  thread_ = std::jthread([this, job = std::move(job), generation = generation_,
                          before = std::move(before)](std::stop_token stop) mutable {
    if (before.joinable()) before.join();
    Show show = stop.stop_requested() ? Show() : job(stop);
    job = {};  // What it holds goes here, not with the event.
    QMetaObject::invokeMethod(
        this,
        [this, show = std::move(show), generation] {
          if (generation != generation_) return;
          isRunning_ = false;
          if (show) show();
        },
        Qt::QueuedConnection);
  });
}

void LatestJob::cancel() {
  ++generation_;
  isRunning_ = false;
  thread_.request_stop();
}

}  // namespace usdscope
