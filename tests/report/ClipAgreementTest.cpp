// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <fstream>
#include <iostream>
#include <iterator>
#include <random>
#include <set>

#include "engine/asset/DefaultResolver.h"
#include "engine/format/LayerCache.h"
#include "engine/report/ClipLanes.h"
#include "engine/report/Explain.h"
#include "engine/report/Provenance.h"
#include "engine/stage/Stage.h"
#include "tests/report/ExpectedScenes.h"
#include "tests/support/Corpora.h"
#include "tests/support/TestAssets.h"

// The lanes, the time maps and the ribbons of clip sets agree with explanations, which other tests
// compare with the reference.

namespace usdscope {
namespace {

constexpr int kTimes = 200;
constexpr std::size_t kMostAttributes = 8;  // Attributes that are compared for each clip set.

struct Counts {
  std::size_t scenes = 0;
  std::size_t lanes = 0;
  std::size_t values = 0;
  std::size_t fromClips = 0;
};

bool namesClips(const std::filesystem::path& file) {
  if (file.extension() != ".usda" || std::filesystem::file_size(file) > 4'000'000) return false;
  std::ifstream in(file);
  const std::string text((std::istreambuf_iterator<char>(in)), {});
  return text.find("clips = {") != std::string::npos;
}

// Returns the scenes that author clip sets, and the scenes beside them.
std::vector<std::string> scenesWithClips(const std::filesystem::path& corpora) {
  std::set<std::filesystem::path> folders;
  std::set<std::string> scenes;
  for (const char* part : {"assets", "conformance"}) {
    for (const auto& entry : std::filesystem::recursive_directory_iterator(corpora / part)) {
      if (!entry.is_regular_file() || !namesClips(entry.path())) continue;
      folders.insert(entry.path().parent_path());
      scenes.insert(entry.path().string());
    }
  }
  for (const ExpectedScene& scene : readExpectedScenes(corpora)) {
    const std::filesystem::path file = corpora / scene.scene;
    if (folders.contains(file.parent_path())) scenes.insert(file.string());
  }
  return {scenes.begin(), scenes.end()};
}

// Requires: the times are not at the starts of clips or at jumps.
class SceneComparison {
 public:
  SceneComparison(const Stage& stage, Counts& counts)
      : stage_(stage),
        names_(*stage.rootLayer(), stage.sessionLayer().get()),
        lanes_(clipLanesOf(stage)),
        counts_(counts) {}

  void run() {
    if (lanes_.empty()) return;
    ++counts_.scenes;
    for (const ClipLane& lane : lanes_) {
      ++counts_.lanes;
      const std::vector<double> times = timesOf(lane);
      compareLane(lane, times);
      std::size_t count = 0;
      traverse(stage_.primAt(lane.prim), PrimFilter::all(), [&](const Prim& prim) {
        for (const Token name : prim.propertyNames()) {
          const Attribute attribute = prim.attribute(name);
          if (!attribute || count == kMostAttributes) continue;
          const bool isFromClips = attribute.resolveInfo(times.front()).clip != nullptr;
          if (!isFromClips) continue;
          ++count;
          compareAttribute(attribute, times);
        }
        return count < kMostAttributes;
      });
    }
  }

 private:
  // Random times from before the first clip to behind the start of the last one.
  static std::vector<double> timesOf(const ClipLane& lane) {
    const double first = lane.blocks.front().start;
    const double last = lane.blocks.back().start;
    std::mt19937 random(21);
    std::uniform_real_distribution<double> within(first - 3.0, last + 10.0);
    std::vector<double> times(kTimes);
    std::ranges::generate(times, [&] { return within(random); });
    std::ranges::sort(times);
    return times;
  }

  void compareLane(const ClipLane& lane, const std::vector<double>& times) const {
    for (const double time : times) {
      const ClipNow now = clipNow(stage_, lane, time);
      EXPECT_EQ(lane.blockAt(time), now.block) << lane.set << " at " << time;
      EXPECT_NEAR(lane.clipTimeAt(time), now.clipTime, tolerance(now.clipTime))
          << lane.set << " at " << time;
    }
  }

  void compareAttribute(const Attribute& attribute, const std::vector<double>& times) {
    std::vector<ProvenanceStretch> ribbon;
    visitProvenance(attribute, times.front(), times.back(),
                    [&](const ProvenanceStretch& stretch) { ribbon.push_back(stretch); });
    ProvenanceReading reading(attribute, times.front(), times.back());
    while (reading.readNext(times[times.size() / 2])) {
    }
    ASSERT_TRUE(reading.isComplete());
    const std::vector<ProvenanceStretch> pieces = reading.stretches();
    for (const double time : times) {
      SCOPED_TRACE(attribute.path().text() + " at " + std::to_string(time));
      ++counts_.values;
      const Explanation why = explain(attribute, time);
      EXPECT_EQ(why.value, attribute.value(time));
      const ResolveInfo& info = why.trace.info;
      if (info.clip) compareClip(*info.clip, why.trace.clip->anchor, time);
      // The ends of the range belong to no stretch of their own.
      if (time == times.front() || time == times.back()) continue;
      compareStretch(at(ribbon, time), why);
      compareStretch(at(pieces, time), why);
    }
  }

  // `anchor` is the prim on the stage that has the clip set.
  void compareClip(const ClipUse& clip, Path anchor, double time) {
    ++counts_.fromClips;
    const auto lane = std::ranges::find_if(lanes_, [&](const ClipLane& each) {
      return each.set == clip.set && each.anchor == anchor;
    });
    ASSERT_NE(lane, lanes_.end()) << "no lane of " << clip.set << " on " << anchor.text();
    const ClipBlock& block = lane->blocks[lane->blockAt(time)];
    EXPECT_EQ(block.file, clip.file);
    EXPECT_EQ(block.index, clip.index);
    EXPECT_NEAR(lane->clipTimeAt(time), clip.time, tolerance(clip.time));
  }

  void compareStretch(const ProvenanceStretch& stretch, const Explanation& why) const {
    const ResolveInfo& info = why.trace.info;
    EXPECT_TRUE(stretch.isRead);
    EXPECT_EQ(stretch.source, why.trace.givesNoValue ? ValueSource::None : info.source);
    const std::string supplier = info.clip    ? info.clip->file
                                 : info.layer ? names_.layer(*info.layer)
                                              : std::string();
    EXPECT_EQ(stretch.supplier, supplier);
  }

  static const ProvenanceStretch& at(const std::vector<ProvenanceStretch>& stretches, double time) {
    const auto after = std::ranges::upper_bound(stretches, time, {}, &ProvenanceStretch::from);
    return after == stretches.begin() ? stretches.front() : *std::prev(after);
  }

  static double tolerance(double time) { return 1e-6 * std::max(1.0, std::abs(time)); }

  const Stage& stage_;
  const LayerNames names_;
  const std::vector<ClipLane> lanes_;
  Counts& counts_;
};

void compareScene(const std::string& file, Counts& counts) {
  SCOPED_TRACE(file);
  StageRequest request;
  request.rootLayer = file;
  const auto resolver = std::make_shared<DefaultResolver>(searchFromEnvironment(file));
  const StageResult result = composeStage(request, std::make_shared<LayerCache>(resolver));
  if (result.stage) SceneComparison(*result.stage, counts).run();
}

TEST(ClipAgreement, LanesTimeMapsAndRibbonsAgreeWithExplanations) {
  const auto corpora = corporaPath();
  if (!corpora) GTEST_SKIP() << kNoCorpora;
  Counts counts;
  for (const std::string& file : scenesWithClips(*corpora)) compareScene(file, counts);
  std::cout << counts.scenes << " scenes, " << counts.lanes << " lanes, " << counts.values
            << " values, " << counts.fromClips << " of them from clips\n";
  EXPECT_GT(counts.scenes, 40u);
  EXPECT_GT(counts.fromClips, 10'000u);
}

TEST(ClipAgreement, AlsoWhereClipsAreFaulty) {
  Counts counts;
  for (const auto& entry : std::filesystem::directory_iterator(testAssetsPath() / "faults")) {
    compareScene((entry.path() / "shot.usda").string(), counts);
  }
  EXPECT_GE(counts.scenes, 5u);
}

}  // namespace
}  // namespace usdscope
