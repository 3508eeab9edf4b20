// SPDX-License-Identifier: Apache-2.0
#include "app/session/tasks/LatestTask.h"

#include <QCoreApplication>
#include <QMetaObject>
#include <cstdio>
#include <new>
#include <system_error>
#include <utility>

#include "app/session/tasks/QuietWorkers.h"
#include "app/session/tasks/TaskFailure.h"

namespace usdscope {
namespace {

// A result that comes sooner is shown without a hint that it is pending.
constexpr int kMomentMs = 200;

void reportLackOfMemory() noexcept {
  std::fputs("error: There is not enough memory; a task of the window ended too early.\n", stderr);
  try {
    QCoreApplication* const application = QCoreApplication::instance();
    if (application) QCoreApplication::postEvent(application, new TaskFailure);
  } catch (const std::bad_alloc&) {
    return;  // The message above stands.
  }
}

}  // namespace

LatestTask::LatestTask(Background& background) : background_(background) {
  patience_.setSingleShot(true);
  patience_.setInterval(kMomentMs);
  connect(&patience_, &QTimer::timeout, this, [this] {
    isSlow_ = true;
    Q_EMIT slowChanged(true);
  });
}

LatestTask::~LatestTask() {
  cancel();
  thread_ = {};  // The work may use members of the owner, which end after this one.
}

void LatestTask::start(Work work, Previous previous) {
  if (previous == Previous::Stop || !isBusy_) cancel();
  newest_ = std::make_shared<const Work>(std::move(work));
  const std::uint64_t id = ++newestId_;
  if (!isSeen_) return;
  setBusy(true);
  {
    const std::lock_guard lock(mutex_);
    next_ = Request{newest_, id};
  }
  if (!thread_.joinable()) {
    try {
      thread_ = std::jthread([this](std::stop_token end) { serve(end); });
    } catch (const std::system_error&) {
      // The system gives no thread: its stack is memory, too.
      cancel();
      reportLackOfMemory();
      return;
    }
  }
  wake_.notify_one();
}

void LatestTask::cancel() {
  wantedFrom_ = newestId_ + 1;
  newest_.reset();
  setBusy(false);
  const std::lock_guard lock(mutex_);
  next_.reset();
  runningStop_.request_stop();
}

void LatestTask::setSeen(bool isSeen) {
  if (isSeen == isSeen_) return;
  isSeen_ = isSeen;
  const std::shared_ptr<const Work> unfinished = newest_;
  if (!unfinished) return;
  cancel();
  if (isSeen) {
    start(*unfinished);
  } else {
    newest_ = unfinished;
  }
}

void LatestTask::setBusy(bool isBusy) {
  if (isBusy != isBusy_) background_.busyCount_ += isBusy ? 1 : -1;
  isBusy_ = isBusy;
  if (isBusy && !patience_.isActive() && !isSlow_) patience_.start();
  if (isBusy) return;
  patience_.stop();
  if (std::exchange(isSlow_, false)) Q_EMIT slowChanged(false);
}

void LatestTask::serve(std::stop_token end) {
  makeThreadQuiet();
  while (true) {
    Request request;
    std::stop_source source;
    {
      std::unique_lock lock(mutex_);
      if (!wake_.wait(lock, end, [this] { return next_.has_value(); })) return;
      request = std::move(*next_);
      next_.reset();
      runningStop_ = source;
    }
    Show show;
    try {
      show = (*request.work)(TaskRun(source.get_token(), *this, request.id));
    } catch (const std::bad_alloc&) {
      reportLackOfMemory();
    } catch (const std::system_error&) {
      reportLackOfMemory();  // A thread of the task could not start.
    }
    request.work.reset();
    post(request.id, true, std::move(show));
  }
}

void LatestTask::post(std::uint64_t id, bool isLast, Show show) {
  QMetaObject::invokeMethod(
      this,
      [this, id, isLast, show = std::move(show)] {
        if (id < wantedFrom_) return;
        if (isLast && id == newestId_) {
          newest_.reset();
          setBusy(false);
        } else if (isLast) {
          patience_.start();  // A result has come, and the next one is on its way.
        }
        if (show) show();
      },
      Qt::QueuedConnection);
}

}  // namespace usdscope
