// SPDX-License-Identifier: Apache-2.0
#include "engine/stage/resolve/SampleTimes.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <mutex>
#include <optional>
#include <tuple>
#include <unordered_set>
#include <utility>

#include "engine/base/Parallel.h"
#include "engine/stage/resolve/Evaluate.h"

namespace usdscope {
namespace {

constexpr std::size_t kGrain = 256;

/// The union of ascending lists of times.
class Union {
 public:
  void add(std::span<const double> times) {
    // Neighbours often have the same times.
    if (std::ranges::equal(times, previous_)) return;
    all_.insert(all_.end(), times.begin(), times.end());
    previous_.assign(times.begin(), times.end());
    if (all_.size() < limit_) return;
    sortOut();
    limit_ = std::max<std::size_t>(2 * all_.size(), 1 << 16);
  }

  std::vector<double> take() {
    sortOut();
    return std::move(all_);
  }

 private:
  void sortOut() {
    std::ranges::sort(all_);
    all_.erase(std::unique(all_.begin(), all_.end()), all_.end());
  }

  std::vector<double> all_;
  std::vector<double> previous_;
  std::size_t limit_ = 1 << 16;
};

/// Orders clip sets by all that decides about sample times. Many prims often have equal sets.
struct ByClips {
  bool operator()(const std::shared_ptr<const ClipSet>& a,
                  const std::shared_ptr<const ClipSet>& b) const {
    return a != b && isBefore(a->definition(), b->definition());
  }

  static bool isBefore(const ClipSetDefinition& a, const ClipSetDefinition& b) {
    const auto key = [](const ClipSetDefinition& d) {
      return std::tie(d.layer, d.primPath, d.manifestAssetPath, d.interpolatesMissing,
                      d.stageFromSet.offset, d.stageFromSet.scale, d.assetPaths);
    };
    if (key(a) != key(b)) return key(a) < key(b);
    if (a.active != b.active) return isBefore(a.active, b.active);
    return isBefore(a.times, b.times);
  }

  using Times = std::optional<std::vector<glm::dvec2>>;
  static bool isBefore(const Times& a, const Times& b) {
    if (!a || !b) return !a && b;
    return std::ranges::lexicographical_compare(*a, *b, {}, coordinates, coordinates);
  }
  static std::pair<double, double> coordinates(const glm::dvec2& at) { return {at.x, at.y}; }
};

// Returns the sample times of a layer if they are the sample times on the stage; null if they have
// to be computed.
const TimeSamples* samplesInStageTime(const ValueOrigin& origin) {
  const bool isInLayer = origin.source == ValueSource::TimeSamples &&
                         origin.anchor.stageFromLayer == LayerOffset() && !editsArrays(origin);
  return isInLayer ? origin.field.find<TimeSamples>() : nullptr;
}

using AttributesInClips =
    std::map<std::shared_ptr<const ClipSet>, std::unordered_set<Path>, ByClips>;

}  // namespace

std::vector<double> unionOfSampleTimes(std::span<const Attribute> attributes,
                                       const std::stop_token& stop) {
  Union all;
  AttributesInClips inClips;
  std::mutex mutex;
  parallelFor(attributes.size(), kGrain, [&](std::size_t first, std::size_t last) {
    Union own;
    AttributesInClips ownInClips;
    for (std::size_t i = first; i < last && !stop.stop_requested(); ++i) {
      const ValueOrigin origin = findOrigin(attributes[i], TimeKind::Numeric);
      if (origin.source == ValueSource::Clips && !origin.inClips.hasSplines) {
        ownInClips[origin.clips].insert(origin.inClips.path);
      } else if (const TimeSamples* samples = samplesInStageTime(origin)) {
        own.add(samples->times().span());
      } else {
        own.add(sampleTimesOf(origin));
      }
    }
    const std::lock_guard lock(mutex);
    all.add(own.take());
    for (auto& [set, paths] : ownInClips) inClips[set].merge(paths);
  });
  for (const auto& [set, paths] : inClips) {
    if (stop.stop_requested()) break;
    all.add(set->unionOfSampleTimes(std::vector<Path>(paths.begin(), paths.end())));
  }
  std::vector<double> times = all.take();
  std::erase_if(times, [](double time) { return !std::isfinite(time); });
  return times;
}

}  // namespace usdscope
