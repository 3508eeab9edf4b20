// SPDX-License-Identifier: Apache-2.0
#include "engine/report/cost/FrameCost.h"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <unordered_map>

#include "engine/report/text/ValueText.h"
#include "engine/scene/SceneExtractor.h"
#include "engine/stage/Stage.h"
#include "engine/stage/resolve/Variation.h"

namespace usdscope {
namespace {

constexpr double kTimesMedian = 3.0;
// A shorter frame keeps up with any rate of playing.
constexpr double kFeltMs = 4.0;
constexpr std::size_t kClipBudget = 64;

using Clock = std::chrono::steady_clock;

double millisecondsSince(Clock::time_point begin) {
  return std::chrono::duration<double, std::milli>(Clock::now() - begin).count();
}

}  // namespace

std::vector<FrameCost> measureFrames(
    const std::shared_ptr<const Stage>& stage, std::span<const double> times,
    const std::function<void(std::size_t done, std::size_t total)>& progress,
    const std::stop_token& stop) {
  std::vector<FrameCost> costs;
  if (times.empty()) return costs;
  SceneExtractor extractor(stage);
  if (!extractor.extract(TimeCode(times.front()), stop)) return costs;
  costs.reserve(times.size());
  for (const double time : times) {
    const Clock::time_point begin = Clock::now();
    if (!extractor.extract(TimeCode(time), stop)) break;
    costs.push_back({time, millisecondsSince(begin)});
    if (progress) progress(costs.size(), times.size());
  }
  // Other programs may have interrupted a frame that stands out, so it gets a second chance.
  for (const std::size_t i : costlyFrames(costs)) {
    const Clock::time_point begin = Clock::now();
    if (!extractor.extract(TimeCode(costs[i].time), stop)) break;
    costs[i].milliseconds = std::min(costs[i].milliseconds, millisecondsSince(begin));
  }
  return costs;
}

std::vector<PrimCost> costliestPrims(const Stage& stage, double time, std::size_t most,
                                     const std::stop_token& stop) {
  std::vector<PrimCost> costs;
  std::unordered_map<Path, std::size_t> places;
  VariationRequest request;
  request.from = time - 1.0;
  request.to = time + 1.0;
  request.clipBudget = kClipBudget;
  visitVariation(stage.pseudoRoot(), request, stop, [&](AttributeVariation&& variation) {
    if (variation.variation == Variation::Constant) return;
    const Path prim = variation.attribute.prim().path();
    const auto [place, isNew] = places.try_emplace(prim, costs.size());
    if (isNew) costs.push_back({prim, 0.0});
    const Clock::time_point begin = Clock::now();
    const Value value = variation.attribute.value(TimeCode(time));
    costs[place->second].milliseconds += millisecondsSince(begin);
  });
  const std::size_t count = std::min(most, costs.size());
  std::ranges::partial_sort(costs, costs.begin() + std::ptrdiff_t(count), std::ranges::greater(),
                            &PrimCost::milliseconds);
  costs.resize(count);
  return costs;
}

double medianCost(std::span<const FrameCost> costs) {
  if (costs.empty()) return 0.0;
  std::vector<double> sorted;
  for (const FrameCost& cost : costs) sorted.push_back(cost.milliseconds);
  const auto middle = sorted.begin() + std::ptrdiff_t(sorted.size() / 2);
  std::ranges::nth_element(sorted, middle);
  return *middle;
}

std::vector<std::size_t> costlyFrames(std::span<const FrameCost> costs) {
  const double least = std::max(kFeltMs, kTimesMedian * medianCost(costs));
  std::vector<std::size_t> costly;
  for (std::size_t i = 0; i < costs.size(); ++i) {
    if (costs[i].milliseconds >= least) costly.push_back(i);
  }
  return costly;
}

std::string costText(const FrameCost& cost, double median) {
  std::string text =
      fmt::format("Frame {}: {:.1f} ms to evaluate", numberToText(cost.time), cost.milliseconds);
  const double share = median > 0.0 ? cost.milliseconds / median : 0.0;
  if (share >= kTimesMedian) text += fmt::format(", {:.0f} times the usual cost", share);
  return text;
}

}  // namespace usdscope
