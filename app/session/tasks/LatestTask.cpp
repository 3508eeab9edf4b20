// SPDX-License-Identifier: Apache-2.0
#include "app/session/tasks/LatestTask.h"

#include <QCoreApplication>
#include <QMetaObject>
#include <chrono>
#include <cstdio>
#include <new>
#include <utility>

#include "app/session/tasks/LackOfMemory.h"
#include "app/session/tasks/QuietWorkers.h"
#include "app/session/tasks/TaskFailure.h"

namespace usdscope {
namespace {

// A result that comes sooner is shown without a hint that it is pending.
constexpr int kMomentMs = 200;

constexpr std::chrono::milliseconds kMemoryWait{50};

// Allocates nothing.
void reportFailure(const std::exception& problem) {
  TaskFailure failure(problem);
  QCoreApplication* const application = QCoreApplication::instance();
  if (application && QCoreApplication::sendEvent(application, &failure)) return;
  std::fprintf(stderr, "error: A task failed. %s\n", reasonOfFailure(problem));
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
    } catch (const std::exception&) {
      return postThreadless(id, std::current_exception());
    }
  }
  wake_.notify_one();
}

// The owner learns of it later, as of other failures.
void LatestTask::postThreadless(std::uint64_t id, const std::exception_ptr& failure) {
  try {
    post(id, true, {}, failure);
  } catch (const std::bad_alloc&) {
    cancel();
    throw;
  }
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
    try {
      Show show = (*request.work)(TaskRun(source.get_token(), *this, request.id));
      request.work.reset();
      post(request.id, true, std::move(show));
    } catch (const std::exception&) {
      request.work.reset();
      postFailure(request.id, std::current_exception(), end);
    }
  }
}

// Without the message, which needs memory too, the owner would wait for ever.
void LatestTask::postFailure(std::uint64_t id, const std::exception_ptr& failure,
                             const std::stop_token& end) {
  while (!end.stop_requested()) {
    try {
      return post(id, true, {}, failure);
    } catch (const std::bad_alloc&) {
      std::this_thread::sleep_for(kMemoryWait);
    }
  }
}

void LatestTask::post(std::uint64_t id, bool isLast, Show show, std::exception_ptr failure) {
  QMetaObject::invokeMethod(
      this,
      [this, id, isLast, show = std::move(show), failure = std::move(failure)] {
        if (id < wantedFrom_) return;
        const bool isEnd = isLast && id == newestId_;
        if (isEnd) {
          newest_.reset();
          setBusy(false);
        } else if (isLast) {
          patience_.start();  // A result has come, and the next one is on its way.
        }
        try {
          if (failure) std::rethrow_exception(failure);
          if (show) show();
        } catch (const std::exception& problem) {
          reportFailure(problem);
          if (isEnd) Q_EMIT failed(reasonOfFailure(problem));
        }
      },
      Qt::QueuedConnection);
}

}  // namespace usdscope
