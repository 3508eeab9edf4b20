// SPDX-License-Identifier: Apache-2.0
#include "engine/inspect/FindMotion.h"

#include <algorithm>
#include <atomic>
#include <cmath>
#include <iterator>

#include "engine/base/Parallel.h"
#include "engine/inspect/detail/Finders.h"
#include "engine/stage/Stage.h"
#include "engine/stage/clips/ClipSet.h"

namespace usdscope {
namespace {

constexpr std::size_t kGrain = 2;
// Farther than any sample, but near enough for arithmetic.
constexpr double kFar = 1e15;

void examine(const AttributeVariation& variation, const MotionRequest& request,
             const std::stop_token& stop, std::vector<MotionFinding>& out) {
  if (request.changes) detail::findChange(variation, request, stop, out);
  if (request.pops) {
    detail::findPops(variation, request, stop, out);
    detail::findFlashes(variation, request, stop, out);
  }
  if (request.frozen) detail::findFrozen(variation, request, stop, out);
  if (request.seams) detail::findSeams(variation, request, stop, out);
  std::ranges::stable_sort(out, {}, &MotionFinding::time);
}

void extend(std::optional<std::pair<double, double>>& range, double time) {
  if (!std::isfinite(time)) return;
  if (!range) range = {time, time};
  range->first = std::min(range->first, time);
  range->second = std::max(range->second, time);
}

}  // namespace

MotionFindings findMotion(const Prim& root, const MotionRequest& request,
                          const std::stop_token& stop) {
  MotionFindings out;
  std::vector<AttributeVariation> variations;
  VariationRequest around;
  around.from = request.from - detail::kFramesAround;
  around.to = request.to + detail::kFramesAround;
  around.clipBudget = request.clipBudget;
  visitVariation(root, around, stop, [&](AttributeVariation&& variation) {
    if (variation.variation == Variation::Unknown) {
      out.tooManyClips.push_back(variation.attribute);
    } else {
      variations.push_back(std::move(variation));
    }
  });
  std::vector<std::vector<MotionFinding>> found(variations.size());
  std::atomic<std::size_t> done = 0;
  parallelFor(variations.size(), kGrain, [&](std::size_t first, std::size_t last) {
    for (std::size_t i = first; i < last && !stop.stop_requested(); ++i) {
      examine(variations[i], request, stop, found[i]);
      if (stop.stop_requested()) {
        // It may be incomplete.
        found[i].clear();
        break;
      }
      const std::size_t reached = ++done;
      if (request.progress) request.progress(reached, variations.size());
    }
  });
  out.isComplete = !stop.stop_requested();
  out.examinedCount = done;
  for (auto& findings : found) {
    std::ranges::move(findings, std::back_inserter(out.findings));
  }
  return out;
}

std::optional<std::pair<double, double>> motionRange(const Stage& stage,
                                                     const std::stop_token& stop) {
  const TimeCodeRange authored = stage.timeCodeRange();
  const bool isUsable = authored.isAuthored && std::isfinite(authored.start) &&
                        std::isfinite(authored.end) && authored.start <= authored.end;
  if (isUsable) return std::pair(authored.start, authored.end);
  std::optional<std::pair<double, double>> range;
  VariationRequest everything;
  everything.from = -kFar;
  everything.to = kFar;
  everything.clipBudget = 0;
  visitVariation(stage.pseudoRoot(), everything, stop, [&](const AttributeVariation& variation) {
    if (variation.variation == Variation::MayVary) {
      for (const double time : variation.times) extend(range, time);
    }
    if (variation.spans.empty() || !variation.spans.front().clips) return;
    const ClipSet& set = *variation.spans.front().clips;
    const LayerOffset& stageFromSet = set.definition().stageFromSet;
    for (const ClipSpan& span : set.clips()) extend(range, stageFromSet(span.authoredStart));
    for (const auto& knot : set.timeMap().knots()) extend(range, stageFromSet(knot.set));
  });
  return range;
}

}  // namespace usdscope
