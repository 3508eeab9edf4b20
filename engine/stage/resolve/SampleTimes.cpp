// SPDX-License-Identifier: Apache-2.0
#include "engine/stage/resolve/SampleTimes.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <mutex>

#include "engine/base/Parallel.h"
#include "engine/stage/resolve/Evaluate.h"

namespace usdscope {
namespace {

constexpr std::size_t kGrain = 256;

/// The union of ascending lists of times.
class Union {
 public:
  void add(std::vector<double> times) {
    // Neighbours often have the same times.
    if (times == previous_) return;
    all_.insert(all_.end(), times.begin(), times.end());
    previous_ = std::move(times);
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

}  // namespace

std::vector<double> unionOfSampleTimes(std::span<const Attribute> attributes) {
  Union all;
  std::map<std::shared_ptr<const ClipSet>, std::vector<Path>> inClips;
  std::mutex mutex;
  parallelFor(attributes.size(), kGrain, [&](std::size_t first, std::size_t last) {
    Union own;
    std::map<std::shared_ptr<const ClipSet>, std::vector<Path>> ownInClips;
    for (std::size_t i = first; i < last; ++i) {
      const ValueOrigin origin = findOrigin(attributes[i], TimeKind::Numeric);
      if (origin.source == ValueSource::Clips && !origin.inClips.hasSplines) {
        ownInClips[origin.clips].push_back(origin.inClips.path);
      } else {
        own.add(sampleTimesOf(origin));
      }
    }
    const std::lock_guard lock(mutex);
    all.add(own.take());
    for (auto& [set, paths] : ownInClips) {
      auto& known = inClips[set];
      known.insert(known.end(), paths.begin(), paths.end());
    }
  });
  for (const auto& [set, paths] : inClips) all.add(set->unionOfSampleTimes(paths));
  std::vector<double> times = all.take();
  std::erase_if(times, [](double time) { return !std::isfinite(time); });
  return times;
}

}  // namespace usdscope
