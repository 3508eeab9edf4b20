// SPDX-License-Identifier: Apache-2.0
#include "app/GuardedApplication.h"

#include <cstdio>
#include <exception>

#include "app/session/tasks/LackOfMemory.h"
#include "app/session/tasks/TaskFailure.h"

namespace usdscope {
namespace {

// A handler that fails with each picture is reported once in this time.
constexpr qint64 kRepeatedMs = 5000;

constexpr const char* kNoMemory = "There is not enough memory for this; it was not finished.";
constexpr const char* kUnexpected =
    "Something failed in a way that nothing expects; it was not finished.";

}  // namespace

bool GuardedApplication::notify(QObject* receiver, QEvent* event) {
  if (receiver == this && event->type() == TaskFailure::kind()) {
    reportProblem(static_cast<const TaskFailure&>(*event).problem);
    return true;
  }
  try {
    return QApplication::notify(receiver, event);
  } catch (const std::exception& problem) {
    reportProblem(problem);
  }
  return true;
}

void GuardedApplication::reportProblem(const std::exception& problem) noexcept {
  if (isLackOfMemory(problem)) return report(kNoMemory);
  std::fprintf(stderr, "error: %s\n", problem.what());
  report(kUnexpected);
}

void GuardedApplication::report(const char* sentence) noexcept {
  const bool isRepeated =
      last_ == sentence && sinceLast_.isValid() && sinceLast_.elapsed() < kRepeatedMs;
  if (isRepeated) return;
  last_ = sentence;
  sinceLast_.start();
  // Allocates nothing.
  std::fprintf(stderr, "error: %s\n", sentence);
  try {
    if (show_) show_(sentence);
  } catch (const std::exception&) {
    std::fputs("note: The message could not be shown in the window.\n", stderr);
  }
}

}  // namespace usdscope
