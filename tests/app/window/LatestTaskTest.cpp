// SPDX-License-Identifier: Apache-2.0
#include "app/session/tasks/LatestTask.h"

#include <gtest/gtest.h>

#include <QCoreApplication>
#include <QThread>
#include <atomic>
#include <memory>
#include <new>
#include <semaphore>
#include <string>
#include <system_error>
#include <thread>
#include <vector>

#include "app/session/tasks/FreeInBackground.h"
#include "app/session/tasks/LackOfMemory.h"
#include "tests/app/window/OpenWindow.h"

namespace usdscope {
namespace {

using Previous = LatestTask::Previous;

/// A task with the results that it has shown, and work that ends when it is let go.
struct Shown {
  Background background;
  std::vector<int> results;
  std::atomic<int> startCount = 0;
  std::counting_semaphore<100> gate{0};
  LatestTask task{background};

  LatestTask::Work work(int result) {
    return [this, result](const TaskRun& run) -> LatestTask::Show {
      ++startCount;
      while (!gate.try_acquire_for(std::chrono::milliseconds(1))) {
        if (run.stop.stop_requested()) return {};
      }
      return [this, result] {
        EXPECT_EQ(QThread::currentThread(), QCoreApplication::instance()->thread());
        results.push_back(result);
      };
    };
  }
  bool isRunning(int count) {
    return waitUntil([&] { return startCount == count; });
  }
  bool settle() {
    return waitUntil([&] { return background.isIdle(); });
  }
};

}  // namespace

TEST(LatestTask, NewestRequestWins) {
  Shown shown;
  shown.task.start(shown.work(1));
  ASSERT_TRUE(shown.isRunning(1));
  EXPECT_TRUE(shown.task.isRunning());
  for (const int result : {2, 3, 4}) shown.task.start(shown.work(result));
  shown.gate.release(2);  // The stopped run may take one.
  ASSERT_TRUE(shown.settle());
  EXPECT_EQ(shown.results, std::vector<int>{4});
  EXPECT_FALSE(shown.task.isRunning());
}

TEST(LatestTask, ARunMayFinishBeforeTheNextOneStarts) {
  Shown shown;
  shown.task.start(shown.work(1));
  ASSERT_TRUE(shown.isRunning(1));
  for (const int result : {2, 3}) shown.task.start(shown.work(result), Previous::Finish);
  shown.gate.release(2);
  ASSERT_TRUE(shown.settle());
  EXPECT_EQ(shown.results, (std::vector<int>{1, 3})) << "2 was never started";
}

TEST(LatestTask, CancelledWorkIsStoppedAndShowsNothing) {
  Shown shown;
  shown.task.start(shown.work(1));
  ASSERT_TRUE(shown.isRunning(1));
  shown.task.cancel();
  EXPECT_TRUE(shown.background.isIdle());
  shown.task.start(shown.work(2));
  ASSERT_TRUE(shown.isRunning(2)) << "the first run has ended";
  shown.gate.release();
  ASSERT_TRUE(shown.settle());
  EXPECT_EQ(shown.results, std::vector<int>{2});
}

TEST(LatestTask, NothingIsComputedWhileNobodySeesIt) {
  Shown shown;
  shown.gate.release(10);
  shown.task.setSeen(false);
  for (const int result : {1, 2}) shown.task.start(shown.work(result));
  EXPECT_TRUE(shown.background.isIdle());
  EXPECT_EQ(shown.startCount, 0);
  shown.task.setSeen(true);
  ASSERT_TRUE(shown.settle());
  EXPECT_EQ(shown.results, std::vector<int>{2});
  shown.task.setSeen(false);
  shown.task.setSeen(true);
  ASSERT_TRUE(shown.settle());
  EXPECT_EQ(shown.startCount, 1) << "its result has been shown";
}

TEST(LatestTask, WorkThatIsHiddenStartsAgain) {
  Shown shown;
  shown.task.start(shown.work(1));
  ASSERT_TRUE(shown.isRunning(1));
  shown.task.setSeen(false);
  EXPECT_TRUE(shown.background.isIdle());
  shown.task.setSeen(true);
  ASSERT_TRUE(shown.isRunning(2));
  shown.gate.release();
  ASSERT_TRUE(shown.settle());
  EXPECT_EQ(shown.results, std::vector<int>{1});
}

TEST(LatestTask, FirstPartsOfAResultAreShownAtOnce) {
  Shown shown;
  shown.task.start([&](const TaskRun& run) -> LatestTask::Show {
    run.post([&] { shown.results.push_back(1); });
    shown.gate.acquire();
    return [&] { shown.results.push_back(2); };
  });
  ASSERT_TRUE(waitUntil([&] { return shown.results == std::vector<int>{1}; }));
  EXPECT_TRUE(shown.task.isRunning());
  shown.gate.release();
  ASSERT_TRUE(shown.settle());
  EXPECT_EQ(shown.results, (std::vector<int>{1, 2}));
}

TEST(LatestTask, SlowWorkIsReported) {
  Shown shown;
  std::vector<bool> slow;
  QObject::connect(&shown.task, &LatestTask::slowChanged,
                   [&](bool isSlow) { slow.push_back(isSlow); });
  shown.task.start(shown.work(1));
  ASSERT_TRUE(waitUntil([&] { return !slow.empty(); }));
  shown.gate.release();
  ASSERT_TRUE(shown.settle());
  EXPECT_EQ(slow, (std::vector<bool>{true, false}));
}

TEST(LatestTask, FailuresAreReportedAndEnd) {
  const LatestTask::Work works[] = {
      [](const TaskRun&) -> LatestTask::Show { throw std::bad_alloc(); },
      [](const TaskRun&) -> LatestTask::Show { return [] { throw std::bad_alloc(); }; },
  };
  for (const LatestTask::Work& work : works) {
    Shown shown;
    std::vector<std::string> reasons;
    QObject::connect(&shown.task, &LatestTask::failed, [&](const char* reason) {
      EXPECT_FALSE(shown.task.isRunning());
      reasons.emplace_back(reason);
    });
    shown.task.start(work);
    EXPECT_TRUE(shown.settle());
    EXPECT_EQ(reasons, std::vector<std::string>{"There is not enough memory."});
    shown.gate.release();
    shown.task.start(shown.work(1));
    EXPECT_TRUE(shown.settle());
    EXPECT_EQ(shown.results, std::vector<int>{1}) << "the next request runs";
    EXPECT_EQ(reasons.size(), 1u);
  }
}

TEST(LatestTask, CancelledFailuresAreNotReported) {
  Shown shown;
  bool hasFailed = false;
  QObject::connect(&shown.task, &LatestTask::failed, [&] { hasFailed = true; });
  shown.task.start([](const TaskRun&) -> LatestTask::Show { throw std::bad_alloc(); });
  shown.task.cancel();
  shown.gate.release();
  shown.task.start(shown.work(1));
  EXPECT_TRUE(shown.settle());
  EXPECT_EQ(shown.results, std::vector<int>{1});
  EXPECT_FALSE(hasFailed);
}

TEST(LackOfMemory, OtherFailuresSayWhatTheyAre) {
  const std::system_error noThread(std::make_error_code(std::errc::resource_unavailable_try_again));
  const std::system_error noFile(std::make_error_code(std::errc::no_such_file_or_directory));
  EXPECT_TRUE(isLackOfMemory(std::bad_alloc()));
  EXPECT_TRUE(isLackOfMemory(noThread));
  EXPECT_FALSE(isLackOfMemory(noFile));
  EXPECT_STREQ(reasonOfFailure(noFile), noFile.what());
}

TEST(FreeInBackground, ObjectsAreDestroyedOnAnotherThread) {
  startFreeingInBackground();
  const auto destroyedOn = std::make_shared<std::atomic<std::thread::id>>();
  auto held = freedInBackground(std::shared_ptr<int>(new int(1), [destroyedOn](int* value) {
    delete value;
    *destroyedOn = std::this_thread::get_id();
  }));
  EXPECT_EQ(*held, 1);
  held.reset();
  EXPECT_TRUE(waitUntil([&] { return destroyedOn->load() != std::thread::id(); }));
  EXPECT_NE(destroyedOn->load(), std::this_thread::get_id());
}

}  // namespace usdscope
