// SPDX-License-Identifier: Apache-2.0
#include "app/session/MotionFinder.h"

#include <algorithm>
#include <utility>

#include "app/session/Session.h"
#include "engine/base/Counted.h"
#include "engine/inspect/FindMotion.h"
#include "engine/inspect/MotionText.h"
#include "engine/report/LayerNames.h"

namespace usdscope {
namespace {

std::vector<MotionMark> marksOf(const MotionFindings& found, const Stage& stage) {
  const LayerNames names(*stage.rootLayer(), stage.sessionLayer().get());
  std::vector<MotionMark> marks;
  for (const MotionFinding& finding : found.findings) {
    const double time = finding.kind == MotionKind::Frozen ? finding.from : finding.time;
    marks.push_back({time, finding.kind, finding.attribute.path(), motionText(finding, names)});
  }
  std::ranges::stable_sort(marks, {}, &MotionMark::time);
  return marks;
}

}  // namespace

MotionFinder::MotionFinder(Session& session) : session_(session), searching_(session.background()) {
  session_.document.observe(this, [this](const Document& document) {
    if (document.stage == stage_.lock()) return;
    searching_.cancel();
    take({});
  });
}

std::string MotionFinder::find(bool isOfStage) {
  const auto& stage = session_.document.value().stage;
  if (!stage) return "Nothing is open.";
  const Path selected = session_.selection.value().leading();
  const Prim root = isOfStage || selected.isEmpty() ? stage->pseudoRoot() : stage->primAt(selected);
  const PlaybackState& playback = session_.playback.value();
  const MotionRequest request{.pops = true,
                              .frozen = true,
                              .seams = true,
                              .from = playback.playStart,
                              .to = playback.playEnd};
  if (request.to - request.from > kMostMotionFrames) {
    return "The play range is too long to be searched.";
  }
  stage_ = stage;
  take({}, "Looking for pops, frozen animation and seams …");
  searching_.start([this, stage, root, request](const TaskRun& run) -> LatestTask::Show {
    const MotionFindings found = findMotion(root, request, run.stop);
    if (!found.isComplete) return {};
    return [this, marks = marksOf(found, *stage), count = found.examinedCount]() mutable {
      const std::size_t markCount = marks.size();
      take(std::move(marks),
           markCount == 0
               ? "Nothing was found in " + counted(count, "attribute") + "."
               : counted(markCount, "finding") + " in " + counted(count, "attribute") +
                     (markCount == 1 ? ". N leads to it." : ". N leads to the next one."));
    };
  });
  return {};
}

void MotionFinder::clear() {
  const bool wasSearching = isSearching();
  searching_.cancel();
  take({}, wasSearching ? "The search was cancelled." : "");
}

void MotionFinder::take(std::vector<MotionMark> marks, std::string text) {
  marks_ = std::move(marks);
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
  session_.select({mark.attribute.primPath()});
  session_.selectProperty(mark.attribute.name());
  say(mark.text);
  return {};
}

}  // namespace usdscope
