// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>
#include <optional>

#include "engine/layer/ClipKeys.h"
#include "engine/report/clips/ClipDoctor.h"
#include "engine/report/explain/Explain.h"
#include "engine/value/Spline.h"
#include "engine/value/TimeSamples.h"

// Checks how the `times` of a clip set run.

namespace usdscope {
namespace {

// Each stretch without motion may need a clip of its own.
constexpr int kMostOpenedClips = 100;

/// A part of the map from stage time to clip time.
struct Stretch {
  double from = 0.0;  ///< Stage times.
  double to = 0.0;
  double clipFrom = 0.0;
  double clipTo = 0.0;
};

/// The sample times of the declared attributes in a clip.
struct ClipSamples {
  double first = std::numeric_limits<double>::infinity();
  double last = -std::numeric_limits<double>::infinity();
  bool isAnimated = false;  ///< An attribute has two samples or more.

  void add(double from, double to) {
    first = std::min(first, from);
    last = std::max(last, to);
    isAnimated = isAnimated || from < to;
  }
};

class TimeChecks {
 public:
  TimeChecks(const Prim& prim, const ClipSetReport& report, std::vector<ClipFinding>& findings)
      : report_(report), findings_(findings) {
    const TimeCodeRange range = prim.stage().timeCodeRange();
    if (range.isAuthored && range.start < range.end) {
      from_ = range.start;
      to_ = range.end;
    }
  }

  void run(bool opensClips) {
    takeStretches();
    checkBackwards();
    if (!opensClips) return;
    checkStill();
    checkBeforeStart();
    checkAfterEnd();
  }

 private:
  void takeStretches() {
    std::vector<glm::dvec2> knots = *report_.definition.times;
    std::ranges::stable_sort(knots, {}, &glm::dvec2::x);
    const LayerOffset& stageFromSet = report_.definition.stageFromSet;
    for (std::size_t i = 1; i < knots.size(); ++i) {
      // Two entries at one time are a jump.
      if (knots[i - 1].x == knots[i].x) continue;
      Stretch stretch{stageFromSet(knots[i - 1].x), stageFromSet(knots[i].x), knots[i - 1].y,
                      knots[i].y};
      if (stretch.to < stretch.from) {
        std::swap(stretch.from, stretch.to);
        std::swap(stretch.clipFrom, stretch.clipTo);
      }
      const bool isFinite = std::isfinite(stretch.from) && std::isfinite(stretch.to) &&
                            std::isfinite(stretch.clipFrom) && std::isfinite(stretch.clipTo);
      if (isFinite) stretches_.push_back(stretch);
    }
    std::ranges::sort(stretches_, {}, &Stretch::from);
  }

  // Whether the stage plays a part of a stretch.
  bool isPlayed(const Stretch& stretch) const { return stretch.to > from_ && stretch.from < to_; }

  void checkBackwards() {
    std::optional<Stretch> first;
    const Stretch* before = nullptr;  // A stretch that runs backwards and may go on.
    std::size_t count = 0;
    for (const Stretch& stretch : stretches_) {
      const bool isBackwards = stretch.clipTo < stretch.clipFrom && isPlayed(stretch);
      const bool goesOn =
          isBackwards && before && before->to == stretch.from && before->clipTo == stretch.clipFrom;
      before = isBackwards ? &stretch : nullptr;
      if (!isBackwards) continue;
      if (!goesOn && count++ == 0) first = stretch;
      if (goesOn && count == 1) {
        first->to = stretch.to;
        first->clipTo = stretch.clipTo;
      }
    }
    if (!first) return;
    add("times-backwards", first->from,
        fmt::format("From {} to {} `times` runs backwards through the clips, from {} to {}{}.",
                    timeText(first->from), timeText(first->to), timeText(first->clipFrom),
                    timeText(first->clipTo),
                    count > 1 ? fmt::format(", and {} times later", count - 1) : std::string()),
        "Nothing to do if that is intended. Otherwise let the clip times ascend.");
  }

  void checkStill() {
    int opened = 0;
    for (const Stretch& stretch : stretches_) {
      if (stretch.clipFrom != stretch.clipTo || !isPlayed(stretch)) continue;
      if (opened++ == kMostOpenedClips) return;
      const double middle = std::midpoint(stretch.from, stretch.to);
      if (!samplesAt(middle).isAnimated) continue;
      add("times-stand-still", stretch.from,
          fmt::format("From {} to {} `times` stands still at {}, though the clip is animated.",
                      timeText(stretch.from), timeText(stretch.to), timeText(stretch.clipFrom)),
          "Nothing to do if that is intended. Otherwise let the clip times ascend.")
          .severity = Severity::Note;
      return;
    }
  }

  void checkBeforeStart() {
    if (stretches_.empty()) return;
    const Stretch& first = stretches_.front();
    if (!std::isfinite(from_) || !(from_ < first.from)) return;
    const ClipSamples samples = samplesAt(from_);
    if (!(samples.first < first.clipFrom)) return;
    add("times-stand-still", from_,
        fmt::format("`times` begins at {}, so the clip stands still at {} before, though it has "
                    "samples from {} on.",
                    timeText(first.from), timeText(first.clipFrom), timeText(samples.first)),
        "Add an entry to `times` for the first frame.");
  }

  void checkAfterEnd() {
    if (stretches_.empty()) return;
    const Stretch& last = stretches_.back();
    if (!std::isfinite(to_) || !(to_ > last.to)) return;
    const ClipSamples samples = samplesAt(to_);
    if (!(samples.last > last.clipTo)) return;
    add("times-stand-still", last.to,
        fmt::format("`times` ends at {}, so the clip stands still at {} from there on, though it "
                    "has samples up to {}.",
                    timeText(last.to), timeText(last.clipTo), timeText(samples.last)),
        "Add an entry to `times` for the last frame.");
  }

  // The samples of the clip that plays at a stage time.
  ClipSamples samplesAt(double stageTime) const {
    ClipSamples result;
    const auto layer = report_.set->layerOf(report_.set->clipAt(stageTime));
    if (!layer) return result;
    for (const Path path : report_.declared) {
      const PropertySpec spec = layer->findProperty(path);
      if (!spec) continue;
      const Value field = spec.field(fields::kTimeSamples);
      const auto* samples = field.find<TimeSamples>();
      if (samples && !samples->isEmpty()) {
        result.add(samples->times()[0], samples->times()[samples->size() - 1]);
      }
      const Value curve = spec.field(fields::kSpline);
      const auto* spline = curve.find<Spline>();
      if (spline && !spline->knots.empty()) {
        result.add(spline->knots.front().time, spline->knots.back().time);
      }
    }
    return result;
  }

  ClipFinding& add(std::string id, double frame, std::string message, std::string hint) {
    ClipFinding& finding = findings_.emplace_back();
    finding.id = std::move(id);
    finding.prim = report_.prim;
    finding.set = report_.definition.name;
    finding.frame = std::max(frame, from_);
    finding.file = report_.definition.siteOf(clip_keys::kTimes).layer->identifier();
    finding.message = std::move(message);
    finding.hint = std::move(hint);
    return finding;
  }

  const ClipSetReport& report_;
  std::vector<ClipFinding>& findings_;
  // The stage times that play.
  double from_ = -std::numeric_limits<double>::infinity();
  double to_ = std::numeric_limits<double>::infinity();
  std::vector<Stretch> stretches_;  // Ascending, without jumps.
};

}  // namespace

void checkClipTimes(const Prim& prim, const ClipSetReport& set, bool opensClips,
                    std::vector<ClipFinding>& findings) {
  if (set.definition.times) TimeChecks(prim, set, findings).run(opensClips);
}

}  // namespace usdscope
