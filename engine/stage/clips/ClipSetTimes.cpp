// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <functional>
#include <iterator>
#include <mutex>
#include <unordered_map>

#include "engine/base/Parallel.h"
#include "engine/layer/ClipKeys.h"
#include "engine/stage/clips/ClipSet.h"

// Lists the sample times of a clip set.

namespace usdscope {
namespace {

// Sample times of an attribute: this many are allowed, and some times more for each entry of the
// set and each sample in a clip.
constexpr std::size_t kAlwaysAllowedTimes = 250'000;
constexpr std::size_t kAllowedTimesForEach = 16;

}  // namespace

std::vector<double> ClipSet::sampleTimes(Path attribute) const {
  return timesOfClips(attribute, 0, clips_.size() - 1);
}

std::vector<double> ClipSet::unionOfSampleTimes(std::span<const Path> attributes) const {
  std::vector<Path> sampled;
  std::ranges::copy_if(attributes, std::back_inserter(sampled),
                       [&](Path attribute) { return !hasSplines(attribute); });
  // A file may supply many clips, but is read once.
  std::vector<std::vector<std::size_t>> clipsOfFiles(files_.size());
  for (std::size_t clip = 0; clip < clips_.size(); ++clip) {
    clipsOfFiles[clips_[clip].file].push_back(clip);
  }
  std::vector<double> times;
  std::vector<char> hasTimes(sampled.size());
  std::mutex mutex;
  // The file that was read last. Its rows are copied for the next one, but only while it lives.
  std::shared_ptr<const Layer> lastRead;
  parallelFor(files_.size(), 2, [&](std::size_t first, std::size_t last) {
    std::vector<double> own;
    std::vector<char> hasOwn(sampled.size());
    for (std::size_t file = first; file < last; ++file) {
      std::optional<ClipPins> pins;
      // By attribute. Files do not share them, so that the number of threads does not matter.
      std::unordered_map<std::size_t, ClipTimesLimit> limits;
      for (const std::size_t clip : clipsOfFiles[file]) {
        const bool isNeeded = std::ranges::any_of(
            sampled, [&](Path attribute) { return !isBlockedByManifest(clip, attribute); });
        if (!isNeeded) continue;
        if (!pins) {
          auto layer = files_[file]->layerOnce(*layers_);
          pins.emplace(*files_[file], layer);
          const std::lock_guard lock(mutex);
          lastRead.swap(layer);
        }
        Array<double> before;  // Times of the previous attribute, which are often equal.
        bool isFirst = true;
        for (std::size_t i = 0; i < sampled.size(); ++i) {
          Samples samples(*this, sampled[i], &*pins);
          if (!contributes(clip, samples)) continue;
          hasOwn[i] = 1;
          const Array<double>& inClip = samples.of(clip).times();
          if (!isFirst && inClip == before) continue;
          ClipTimesLimit& limit = limits.try_emplace(i, timesLimit(inClip.size())).first->second;
          const auto inSet = clipSampleTimes(clips_[clip], timeMap_, inClip, limit);
          own.insert(own.end(), inSet.begin(), inSet.end());
          before = inClip;
          isFirst = false;
        }
      }
      for (const auto& [attribute, limit] : limits) reportLimit(limit);
    }
    const std::lock_guard lock(mutex);
    times.insert(times.end(), own.begin(), own.end());
    std::ranges::transform(hasTimes, hasOwn, hasTimes.begin(), std::bit_or<char>());
  });
  if (std::ranges::find(hasTimes, 0) != hasTimes.end()) {
    times.push_back(clips_.front().authoredStart);
  }
  std::ranges::sort(times);
  times.erase(std::unique(times.begin(), times.end()), times.end());
  for (double& time : times) time = definition_.stageFromSet(time);
  return times;
}

std::vector<double> ClipSet::sampleTimesBetween(Path attribute, double from, double to) const {
  const auto [first, last] = std::minmax({clipAt(from), clipAt(to)});
  return timesOfClips(attribute, first, last);
}

ClipTimesLimit ClipSet::timesLimit(std::size_t sampleCount) const {
  const std::size_t entries = timeMap_.knots().size() + clips_.size();
  return {.left = kAlwaysAllowedTimes + kAllowedTimesForEach * (entries + sampleCount)};
}

void ClipSet::reportLimit(const ClipTimesLimit& limit) const {
  if (!limit.isReached) return;
  const ClipKeySite site = definition_.siteOf(clip_keys::kTimes);
  ClipFault fault;
  fault.kind = ClipFaultKind::TimesMultiplySamples;
  fault.site = {.layer = site.layer->identifier(), .path = site.path.text()};
  fault.set = definition_.name;
  fault.key = clip_keys::kTimes;
  fault.expected = std::to_string(kAlwaysAllowedTimes);
  layers_->report(fault);
}

std::vector<double> ClipSet::setTimesOfClips(Path attribute, std::size_t first,
                                             std::size_t last) const {
  if (hasSplines(attribute)) return {};
  std::vector<double> times;
  Samples samples(*this, attribute);
  ClipTimesLimit limit = timesLimit(0);
  std::vector<bool> isCounted(files_.size());
  for (std::size_t clip = first; clip <= last; ++clip) {
    if (!contributes(clip, samples)) continue;
    const Array<double>& inClip = samples.of(clip).times();
    const std::size_t file = clips_[clip].file;
    if (!isCounted[file]) limit.left += kAllowedTimesForEach * inClip.size();
    isCounted[file] = true;
    const auto own = clipSampleTimes(clips_[clip], timeMap_, inClip, limit);
    times.insert(times.end(), own.begin(), own.end());
  }
  reportLimit(limit);
  if (times.empty()) times.push_back(clips_.front().authoredStart);
  std::ranges::sort(times);
  times.erase(std::unique(times.begin(), times.end()), times.end());
  return times;
}

std::vector<double> ClipSet::timesOfClips(Path attribute, std::size_t first,
                                          std::size_t last) const {
  std::vector<double> times = setTimesOfClips(attribute, first, last);
  for (double& time : times) time = definition_.stageFromSet(time);
  return times;
}

std::vector<double> ClipSet::sampleTimesBeyondSpansBetween(Path attribute, double from,
                                                           double to) const {
  std::vector<double> times;
  if (!definition_.interpolatesMissing) return times;
  Samples samples(*this, attribute);
  auto [first, last] = std::minmax({clipAt(from), clipAt(to)});
  for (int found = 0; first > 0 && found < 2;) found += contributes(--first, samples) ? 1 : 0;
  for (std::size_t clip = first; clip <= last; ++clip) {
    if (isBlockedByManifest(clip, attribute)) continue;
    const ClipSpan always = {.authoredStart = clips_[clip].authoredStart};
    const Array<double>& inClip = samples.of(clip).times();
    ClipTimesLimit limit = timesLimit(inClip.size());
    for (const double time : clipSampleTimes(always, timeMap_, inClip, limit)) {
      times.push_back(definition_.stageFromSet(time));
    }
    reportLimit(limit);
  }
  return times;
}

}  // namespace usdscope
