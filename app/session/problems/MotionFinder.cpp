// SPDX-License-Identifier: Apache-2.0
#include "app/session/problems/MotionFinder.h"

#include <fmt/format.h>

#include <QSettings>
#include <algorithm>
#include <atomic>
#include <chrono>
#include <cmath>
#include <iterator>
#include <utility>

#include "app/session/Session.h"
#include "engine/base/Counted.h"
#include "engine/inspect/MotionText.h"
#include "engine/report/cost/ScrubCheck.h"
#include "engine/report/text/LayerNames.h"

namespace usdscope {
namespace {

constexpr const char* kUnaskedKey = "motion/unasked";
constexpr int kRestMs = 800;
constexpr int kBudgetMs = 20'000;
// A search that takes longer is not repeated after each edit.
constexpr int kShortMs = 2'000;
constexpr std::size_t kUnaskedClips = 64;
constexpr int kPatienceMs = 1'500;  // Shorter unasked searches show no progress.
constexpr int kProgressMs = 250;
constexpr std::size_t kMostEvaluatedFrames = 20'000;
constexpr std::size_t kNamedPrims = 3;
// Marks that name the costliest prims; finding them takes as long as the frame.
constexpr std::size_t kNamedFrames = 20;

std::int64_t nowMs() {
  using namespace std::chrono;
  return duration_cast<milliseconds>(steady_clock::now().time_since_epoch()).count();
}

std::vector<MotionMark> marksOf(const MotionFindings& found, const Stage& stage) {
  const LayerNames names(*stage.rootLayer(), stage.sessionLayer().get());
  std::vector<MotionMark> marks;
  for (const MotionFinding& finding : found.findings) {
    const double time = finding.kind == MotionKind::Frozen ? finding.from : finding.time;
    marks.push_back({time, MarkKind::Motion, finding.attribute.path(), motionText(finding, names)});
  }
  return marks;
}

std::vector<MotionMark> marksOf(const std::vector<FrameCost>& costs, const Stage& stage,
                                const std::stop_token& stop) {
  std::vector<MotionMark> marks;
  const double median = medianCost(costs);
  for (const std::size_t i : costlyFrames(costs)) {
    MotionMark mark{costs[i].time, MarkKind::Cost, Path::root(), costText(costs[i], median)};
    if (marks.size() < kNamedFrames) {
      const auto prims = costliestPrims(stage, mark.time, kNamedPrims, stop);
      if (!prims.empty()) mark.site = prims.front().prim;
      for (const PrimCost& prim : prims) {
        mark.text += fmt::format("; {} {:.1f} ms", prim.prim.text(), prim.milliseconds);
      }
    }
    marks.push_back(std::move(mark));
  }
  return marks;
}

std::string summaryOf(std::size_t markCount, const std::string& searched) {
  if (markCount == 0) return "Nothing was found in " + searched + ".";
  return counted(markCount, "finding") + " in " + searched +
         (markCount == 1 ? ". N leads to it." : ". N leads to the next one.");
}

}  // namespace

MotionFinder::MotionFinder(Session& session)
    : session_(session), searching_(session.background()), unasked_(quiet_) {
  isUnasked_ = QSettings().value(kUnaskedKey, true).toBool();
  rest_.setSingleShot(true);
  rest_.setInterval(kRestMs);
  connect(&rest_, &QTimer::timeout, this, &MotionFinder::findUnasked);
  budget_.setSingleShot(true);
  connect(&budget_, &QTimer::timeout, this, [this] { unaskedBudget_.request_stop(); });
  connect(&searching_, &LatestTask::failed, this, [this](const char* reason) { say(reason); });
  connect(&unasked_, &LatestTask::failed, this, [this] {
    budget_.stop();
    isWaiting_ = false;  // It would fail again.
    if (std::exchange(isProgressShown_, false)) say({});
  });
  session_.document.observe(this, [this](const Document& document) {
    if (document.stage && document.stage == stage_.lock()) return;
    const bool isEdit = document.changes != nullptr;
    const qint64 running = unasked_.isRunning() ? unaskedSince_.elapsed() : 0;
    const bool wasShort = spentMs_ + running < kShortMs;
    forget();
    stage_ = document.stage;
    spentMs_ = 0;
    isWaiting_ = document.stage && (!isEdit || wasShort);
    waitForRest();
  });
  session_.loading.observe(this, [this](const LoadState&) { waitForRest(); });
  session_.playback.observe(this, [this, was = false](const PlaybackState& state) mutable {
    if (std::exchange(was, state.isPlaying) == state.isPlaying) return;
    if (state.isPlaying) interruptUnasked();
    waitForRest();
  });
}

// The search goes on when everything rests again.
void MotionFinder::interruptUnasked() {
  if (!unasked_.isRunning()) return;
  spentMs_ += unaskedSince_.elapsed();
  budget_.stop();
  unasked_.cancel();
  if (std::exchange(isProgressShown_, false)) say({});
  isWaiting_ = true;
}

bool MotionFinder::isSearching() const {
  return searching_.isRunning() || (unasked_.isRunning() && isProgressShown_);
}

void MotionFinder::setUnasked(bool isUnasked) {
  isUnasked_ = isUnasked;
  QSettings().setValue(kUnaskedKey, isUnasked);
  if (isUnasked) {
    isWaiting_ = !stage_.expired();
    waitForRest();
  } else {
    budget_.stop();
    unasked_.cancel();
    if (std::exchange(isProgressShown_, false)) say({});
  }
  Q_EMIT changed();
}

void MotionFinder::disableUnasked() {
  isDisabled_ = true;
  unasked_.cancel();
}

void MotionFinder::forget() {
  searching_.cancel();
  unasked_.cancel();
  budget_.stop();
  isProgressShown_ = false;
  costs_.clear();
  marks_.clear();
  current_ = 0;
  say({});
}

void MotionFinder::waitForRest() {
  rest_.stop();
  const bool isAtRest =
      !session_.loading.value().isLoading() && !session_.playback.value().isPlaying;
  if (isAtRest && isWaiting_ && isUnasked_ && !isDisabled_) rest_.start();
}

void MotionFinder::findUnasked() {
  const auto stage = stage_.lock();
  if (!isWaiting_ || !stage || unasked_.isRunning()) return;
  const bool isBusy = !session_.scene.value() || session_.loading.value().isLoading() ||
                      session_.playback.value().isPlaying || searching_.isRunning() ||
                      !session_.background().isIdle();
  if (isBusy) return rest_.start();
  if (!rangeProblem().empty() || spentMs_ >= kBudgetMs) {
    isWaiting_ = false;
    return;
  }
  MotionRequest wanted = request();
  wanted.clipBudget = kUnaskedClips;
  unaskedBudget_ = {};
  unaskedSince_.start();
  budget_.start(int(kBudgetMs - spentMs_));
  unasked_.start([this, stage, wanted,
                  budget = unaskedBudget_](const TaskRun& run) mutable -> LatestTask::Show {
    const std::stop_callback forward(run.stop, [&budget] { budget.request_stop(); });
    std::atomic<std::int64_t> next = nowMs() + kPatienceMs;
    wanted.progress = [&](std::size_t done, std::size_t total) {
      const std::int64_t now = nowMs();
      std::int64_t due = next.load();
      if (now < due || !next.compare_exchange_strong(due, now + kProgressMs)) return;
      run.post([this, done, total] {
        isProgressShown_ = true;
        say(fmt::format("Looking for pops, frozen animation and seams: {} of {} (Esc cancels)",
                        done, counted(total, "attribute")));
      });
    };
    const MotionFindings found = findMotion(stage->pseudoRoot(), wanted, budget.get_token());
    if (run.stop.stop_requested()) return {};
    return [this, marks = marksOf(found, *stage), count = found.examinedCount,
            isComplete = found.isComplete]() mutable {
      endUnasked(std::move(marks), count, isComplete);
    };
  });
}

// Nothing is said where nothing was found, unless progress was shown.
void MotionFinder::endUnasked(Marks marks, std::size_t examined, bool isComplete) {
  budget_.stop();
  spentMs_ += unaskedSince_.elapsed();
  isWaiting_ = false;
  const bool wasShown = std::exchange(isProgressShown_, false);
  if (marks.empty() && !wasShown) return;
  std::string text = summaryOf(marks.size(), counted(examined, "attribute"));
  if (!isComplete) text += " Time › Find Pops, Frozen and Seams looks at all of them.";
  take(MarkKind::Motion, std::move(marks), std::move(text));
}

std::string MotionFinder::rangeProblem() const {
  const PlaybackState& playback = session_.playback.value();
  if (!session_.document.value().stage) return "Nothing is open.";
  if (playback.playEnd - playback.playStart > kMostMotionFrames) {
    return "The play range is too long to be searched.";
  }
  return {};
}

MotionRequest MotionFinder::request() const {
  const PlaybackState& playback = session_.playback.value();
  MotionRequest request;
  request.pops = request.frozen = request.seams = true;
  request.from = playback.playStart;
  request.to = playback.playEnd;
  return request;
}

// The frames of the play range; evenly spread ones of a very long range.
std::vector<double> MotionFinder::framesOfRange() const {
  const PlaybackState& playback = session_.playback.value();
  const double frame = playback.timeCodesPerFrame();
  const double span = playback.playEnd - playback.playStart;
  const auto count = std::size_t(std::floor(span / frame + 1e-9)) + 1;
  const std::size_t step = (count + kMostEvaluatedFrames - 1) / kMostEvaluatedFrames;
  std::vector<double> frames;
  for (std::size_t i = 0; i < count; i += step) {
    frames.push_back(playback.playStart + double(i) * frame);
  }
  return frames;
}

// May be called on any thread of a search.
void MotionFinder::showProgress(const TaskRun& run, const char* activity, std::size_t done,
                                std::size_t total) {
  run.post([this, activity, done, total] {
    say(fmt::format("{}: {} of {} (Esc cancels)", activity, done, counted(total, "frame")));
  });
}

std::string MotionFinder::find(bool isOfStage) {
  if (const std::string problem = rangeProblem(); !problem.empty()) return problem;
  const auto& stage = session_.document.value().stage;
  const Path selected = session_.selection.value().leading();
  const Prim root = isOfStage || selected.isEmpty() ? stage->pseudoRoot() : stage->primAt(selected);
  unasked_.cancel();
  budget_.stop();
  isWaiting_ = isProgressShown_ = false;
  take(MarkKind::Motion, {}, "Looking for pops, frozen animation and seams …");
  searching_.start([this, stage, root, wanted = request()](const TaskRun& run) -> LatestTask::Show {
    const MotionFindings found = findMotion(root, wanted, run.stop);
    if (!found.isComplete) return {};
    return [this, marks = marksOf(found, *stage), count = found.examinedCount]() mutable {
      std::string text = summaryOf(marks.size(), counted(count, "attribute"));
      take(MarkKind::Motion, std::move(marks), std::move(text));
    };
  });
  return {};
}

std::string MotionFinder::measureCost() {
  if (const std::string problem = rangeProblem(); !problem.empty()) return problem;
  interruptUnasked();
  costs_.clear();
  take(MarkKind::Cost, {}, "Measuring frames …");
  searching_.start([this, stage = session_.document.value().stage,
                    frames = framesOfRange()](const TaskRun& run) -> LatestTask::Show {
    std::int64_t next = nowMs() + kProgressMs;
    std::vector<FrameCost> costs = measureFrames(
        stage, frames,
        [&](std::size_t done, std::size_t total) {
          if (nowMs() < next) return;
          next = nowMs() + kProgressMs;
          showProgress(run, "Measuring frames", done, total);
        },
        run.stop);
    Marks marks = marksOf(costs, *stage, run.stop);
    if (run.stop.stop_requested()) return {};
    return [this, costs = std::move(costs), marks = std::move(marks)]() mutable {
      costs_ = std::move(costs);
      const std::size_t count = marks.size();
      std::string text = fmt::format("{} measured, {:.1f} ms is usual. ",
                                     counted(costs_.size(), "frame"), medianCost(costs_)) +
                         (count == 0 ? "None costs much more."
                                     : counted(count, "frame") + (count == 1 ? " costs" : " cost") +
                                           " much more; N leads there.");
      take(MarkKind::Cost, std::move(marks), std::move(text));
    };
  });
  waitForRest();
  return {};
}

std::string MotionFinder::compareScrubbing() {
  if (const std::string problem = rangeProblem(); !problem.empty()) return problem;
  interruptUnasked();
  take(MarkKind::Scrub, {}, "Comparing scrubbing with playing …");
  searching_.start([this, stage = session_.document.value().stage,
                    frames = framesOfRange()](const TaskRun& run) -> LatestTask::Show {
    std::int64_t next = nowMs() + kProgressMs;
    const ScrubCheck check = usdscope::compareScrubbing(
        stage, frames,
        [&](std::size_t done, std::size_t total) {
          if (nowMs() < next) return;
          next = nowMs() + kProgressMs;
          showProgress(run, "Comparing scrubbing with playing", done, total);
        },
        run.stop);
    if (!check.isComplete) return {};
    Marks marks;
    for (const ScrubDifference& each : check.differences) {
      marks.push_back({each.time, MarkKind::Scrub, each.prim,
                       each.prim.isRoot() ? each.message : each.prim.text() + ": " + each.message});
    }
    return [this, marks = std::move(marks), count = check.frameCount]() mutable {
      std::string text =
          marks.empty() ? counted(count, "frame") + " are the same when scrubbed and when played."
                        : counted(marks.size(), "frame") + " of " + std::to_string(count) +
                              " depend on how they are reached. N leads to the next one.";
      take(MarkKind::Scrub, std::move(marks), std::move(text));
    };
  });
  waitForRest();
  return {};
}

void MotionFinder::clear() {
  const bool wasSearching = isSearching();
  isWaiting_ = false;
  forget();
  if (wasSearching) say("The search was cancelled.");
}

void MotionFinder::take(MarkKind kind, Marks marks, std::string text) {
  std::erase_if(marks_, [kind](const MotionMark& mark) { return mark.kind == kind; });
  std::ranges::move(marks, std::back_inserter(marks_));
  std::ranges::stable_sort(marks_, {}, &MotionMark::time);
  current_ = marks_.size();
  say(std::move(text));
}

void MotionFinder::say(std::string text) {
  text_ = std::move(text);
  Q_EMIT changed();
}

std::string MotionFinder::goToNext(bool isForward) {
  if (marks_.empty()) {
    return isSearching() ? "The search has not ended."
                         : "There are no findings. Time › Find Pops, Frozen and Seams makes some.";
  }
  // Several marks may have the time of the playhead; they are visited one after the other.
  const TimeCode now = session_.playback.value().wantedTime();
  const bool isAtCurrent = current_ < marks_.size() && now == TimeCode(marks_[current_].time);
  std::size_t next = 0;
  if (isAtCurrent) {
    next = isForward ? current_ + 1 : current_ + marks_.size() - 1;
  } else if (isForward) {
    next = std::size_t(std::ranges::lower_bound(marks_, now.time(), {}, &MotionMark::time) -
                       marks_.begin());
  } else {
    next = std::size_t(std::ranges::upper_bound(marks_, now.time(), {}, &MotionMark::time) -
                       marks_.begin()) +
           marks_.size() - 1;
  }
  current_ = next % marks_.size();
  const MotionMark mark = marks_[current_];
  session_.setTime(mark.time);
  if (!mark.site.isRoot()) {
    session_.select({mark.site.primPath()});
    if (mark.site.isProperty()) session_.selectProperty(mark.site.name());
  }
  say(mark.text);
  return {};
}

}  // namespace usdscope
