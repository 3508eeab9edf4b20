// SPDX-License-Identifier: Apache-2.0
#include "app/session/journal/JournalWriter.h"

#include <utility>

namespace usdscope {

JournalQueue::JournalQueue(Background& background,
                           std::function<void(const std::string&)> onProblem)
    : onProblem_(std::move(onProblem)), task_(background) {}

JournalQueue::~JournalQueue() { finish(); }

void JournalQueue::add(Work work) {
  {
    const std::scoped_lock lock(mutex_);
    waiting_.push_back(std::move(work));
  }
  // A run does everything that waits, so that a request that has not started may be dropped.
  task_.start(
      [this](const TaskRun&) -> LatestTask::Show {
        finish();
        return [this] {
          if (const std::string problem = takeProblem(); !problem.empty()) onProblem_(problem);
        };
      },
      LatestTask::Previous::Finish);
}

void JournalQueue::finish(const std::function<void()>& then) {
  const std::scoped_lock running(running_);
  while (true) {
    Work work;
    {
      const std::scoped_lock lock(mutex_);
      if (waiting_.empty()) break;
      work = std::move(waiting_.front());
      waiting_.pop_front();
    }
    std::string problem = work();
    const std::scoped_lock lock(mutex_);
    if (problem_.empty()) problem_ = std::move(problem);
  }
  if (then) then();
}

std::string JournalQueue::takeProblem() {
  const std::scoped_lock lock(mutex_);
  return std::exchange(problem_, {});
}

JournalWriter::JournalWriter(JournalQueue& queue, QString folder) : queue_(queue) {
  state_->folder = std::move(folder);
}

JournalWriter::JournalWriter(JournalQueue& queue, std::unique_ptr<JournalFile> file)
    : queue_(queue) {
  state_->file = std::move(file);
  state_->hasLines = true;
}

JournalWriter::~JournalWriter() {
  queue_.add([state = std::move(state_)] {
    state->file.reset();
    return std::string();
  });
}

void JournalWriter::append(const Json& line) {
  queue_.add([state = state_, line, round = round_] {
    std::string problem;
    // Lines after a missing one would be wrong.
    if (state->failedRound == round) return problem;
    if (!state->file) state->file = JournalFile::create(state->folder, problem);
    if (state->file) problem = state->file->append(line);
    if (problem.empty()) {
      state->hasLines = true;
    } else {
      state->failedRound = round;
    }
    return problem;
  });
}

void JournalWriter::removeLines() {
  queue_.add([state = state_] {
    if (state->file) state->file->removeLines();
    state->hasLines = false;
    return std::string();
  });
}

void JournalWriter::keep() {
  queue_.add([state = state_] {
    if (state->file) state->file->keep();
    return std::string();
  });
}

std::function<QString()> JournalWriter::findPath() const {
  return [&queue = queue_, state = state_] {
    QString path;
    queue.finish([&] {
      if (state->file) path = state->file->path();
    });
    return path;
  };
}

}  // namespace usdscope
