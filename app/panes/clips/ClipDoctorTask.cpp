// SPDX-License-Identifier: Apache-2.0
#include "app/panes/clips/ClipDoctorTask.h"

#include <algorithm>
#include <chrono>
#include <utility>

#include "app/session/StoppedClips.h"
#include "app/session/memory/KnownClips.h"
#include "app/session/tasks/FreeInBackground.h"
#include "app/session/tasks/QuietWorkers.h"

namespace usdscope {
namespace {

constexpr std::chrono::milliseconds kCountEvery(100);

}  // namespace

ClipDoctorTask::ClipDoctorTask(Session& session, QObject* parent)
    : QObject(parent), session_(session), task_(session.background()) {
  task_.setSeen(false);
  connect(&StoppedClips::of(session), &StoppedClips::stopWanted, this, &ClipDoctorTask::stop);
  connect(&StoppedClips::of(session), &StoppedClips::wanted, this, &ClipDoctorTask::goOn);
  connect(&task_, &LatestTask::failed, this, [this] { cancel(); });
}

const std::shared_ptr<ClipContentsStore>& ClipDoctorTask::store() const {
  return KnownClips::of(session_).store();
}

std::string ClipDoctorTask::keyOf(const ClipsReport& report) {
  std::string key;
  const auto add = [&key](const std::string& text) { key.append(text).push_back('\n'); };
  for (const ClipSetReport& set : report.sets) {
    add(set.prim.text());
    add(set.definition.name);
  }
  for (const ClipFinding& finding : report.findings) {
    add(finding.prim.text());
    add(finding.id);
    add(finding.message);
  }
  return key;
}

bool ClipDoctorTask::isFor(const Request& request) const {
  return state_ != State::Nothing && stage_.lock() == request.subject.stage &&
         request_.isOfStage == request.isOfStage && request_.key == request.key;
}

void ClipDoctorTask::start(Request request) {
  if (isFor(request)) {
    if (report_) Q_EMIT reported(*report_);
    return;
  }
  cancel();
  stage_ = request.subject.stage;
  request_ = std::move(request);
  run();
}

void ClipDoctorTask::run() {
  report_.reset();
  readCount_ = 0;
  stop_ = std::stop_source();
  // The subject keeps its stage alive only while the work is pending.
  task_.start([this, subject = std::exchange(request_.subject, {}), isOfStage = request_.isOfStage,
               stop = stop_, store = store()](const TaskRun& run) -> LatestTask::Show {
    makeThreadIdle();
    std::stop_source either;
    const auto stopEither = [&either] { either.request_stop(); };
    const std::stop_callback whenUnwanted(run.stop, stopEither);
    const std::stop_callback whenStopped(stop.get_token(), stopEither);
    std::size_t count = 0;
    auto next = std::chrono::steady_clock::now() + kCountEvery;
    ClipReading reading;
    reading.store = store.get();
    reading.fileDone = [&] {
      ++count;
      const auto now = std::chrono::steady_clock::now();
      if (now < next) return;
      next = now + kCountEvery;
      run.post([this, count] {
        readCount_ = count;
        Q_EMIT progressed();
      });
    };
    auto report = freedInBackground(std::make_shared<const ClipsReport>(
        isOfStage ? reportClips(*subject.stage, either.get_token(), reading)
                  : reportClipsReaching(subject.prim, true, either.get_token(), reading)));
    if (run.stop.stop_requested()) return {};
    return [this, report, count, subject, isStopped = stop.stop_requested()] {
      report_ = report;
      readCount_ = count;
      if (isStopped) request_.subject = subject;  // For goOn().
      setState(isStopped ? State::Stopped : State::Whole);
      Q_EMIT reported(*report_);
    };
  });
  setState(State::Reading);
}

void ClipDoctorTask::setSeen(bool isSeen) {
  isSeen_ = isSeen;
  task_.setSeen(isSeen);
  showState();
}

void ClipDoctorTask::stop() {
  if (isReading()) stop_.request_stop();
}

void ClipDoctorTask::goOn() {
  if (state_ == State::Stopped) run();
}

void ClipDoctorTask::cancel() {
  task_.cancel();
  stage_.reset();
  request_ = {};
  report_.reset();
  setState(State::Nothing);
}

std::size_t ClipDoctorTask::fileCount() const { return std::max(request_.fileCount, readCount_); }

void ClipDoctorTask::setState(State state) {
  if (std::exchange(state_, state) == state) return;
  showState();
  Q_EMIT progressed();
}

void ClipDoctorTask::showState() {
  StoppedClips::of(session_).set(isReading(), state_ == State::Stopped);
}

}  // namespace usdscope
