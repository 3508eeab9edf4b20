// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <fstream>
#include <iostream>
#include <iterator>
#include <random>
#include <set>
#include <sstream>

#include "engine/asset/DefaultResolver.h"
#include "engine/format/LayerCache.h"
#include "engine/report/clips/ClipLanes.h"
#include "engine/report/clips/ClipMatrix.h"
#include "engine/report/dump/DumpContext.h"
#include "engine/report/explain/Explain.h"
#include "engine/report/explain/Provenance.h"
#include "engine/stage/Property.h"
#include "engine/stage/Stage.h"
#include "tests/report/ExpectedScenes.h"
#include "tests/support/Corpora.h"
#include "tests/support/TestAssets.h"

// The lanes, the time maps, the matrices and the ribbons of clip sets agree with explanations, and
// the explanations with the values and files of the reference (oracle/expected).

namespace usdscope {
namespace {

constexpr int kTimes = 200;
constexpr std::size_t kMostAttributes = 8;  // Attributes that are compared for each clip set.

struct Counts {
  std::size_t scenes = 0;
  std::size_t lanes = 0;
  std::size_t values = 0;
  std::size_t fromClips = 0;
  std::size_t cells = 0;      ///< Times at which a cell of a matrix was compared.
  std::size_t reference = 0;  ///< Values that were compared with the reference.
  std::size_t files = 0;      ///< Files of clips that were compared with the reference.
};

bool namesClips(const std::filesystem::path& file) {
  if (file.extension() != ".usda" || std::filesystem::file_size(file) > 4'000'000) return false;
  std::ifstream in(file);
  const std::string text((std::istreambuf_iterator<char>(in)), {});
  return text.find("clips = {") != std::string::npos;
}

// The folders of scenes that author clip sets.
std::set<std::filesystem::path> foldersWithClips(const std::filesystem::path& corpora) {
  std::set<std::filesystem::path> folders;
  for (const char* part : {"assets", "conformance"}) {
    for (const auto& entry : std::filesystem::recursive_directory_iterator(corpora / part)) {
      if (entry.is_regular_file() && namesClips(entry.path())) {
        folders.insert(entry.path().parent_path());
      }
    }
  }
  return folders;
}

// Returns the scenes that author clip sets, and the scenes beside them.
std::vector<std::string> scenesWithClips(const std::filesystem::path& corpora) {
  const std::set<std::filesystem::path> folders = foldersWithClips(corpora);
  std::set<std::string> scenes;
  for (const std::filesystem::path& folder : folders) {
    for (const auto& entry : std::filesystem::directory_iterator(folder)) {
      if (entry.is_regular_file() && namesClips(entry.path())) {
        scenes.insert(entry.path().string());
      }
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
    matrices_.clear();
    for (const ClipLane& lane : lanes_) {
      ++counts_.lanes;
      const std::vector<double> times = timesOf(lane);
      compareLane(lane, times);
      matrices_.push_back(readClipMatrix(stage_, lane));
      ASSERT_TRUE(matrices_.back());
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
      if (info.clip) {
        compareClip(*info.clip, why.trace.clip->anchor, time);
        compareCell(attribute, why, time);
      }
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

  // The cell of the clip that plays says whether the value can come from its own samples.
  void compareCell(const Attribute& attribute, const Explanation& why, double time) {
    const ClipUse& clip = *why.trace.info.clip;
    const auto lane = std::ranges::find_if(lanes_, [&](const ClipLane& each) {
      return each.set == clip.set && each.anchor == why.trace.clip->anchor;
    });
    const auto number = std::size_t(lane - lanes_.begin());
    if (lane == lanes_.end() || number >= matrices_.size()) return;
    const ClipMatrix& matrix = *matrices_[number];
    const auto row = std::ranges::find(matrix.rows, attribute.path(), &ClipMatrixRow::onStage);
    ASSERT_NE(row, matrix.rows.end());
    EXPECT_TRUE(row->isDeclared);
    const ClipCell cell = matrix.at(lane->blockAt(time), std::size_t(row - matrix.rows.begin()));
    const bool hasOwn = cell == ClipCell::Sample || cell == ClipCell::WrongType;
    ++counts_.cells;
    const ClipSample& lower = why.trace.clip->lower;
    // A clip with samples may give way to a neighbour; a gap always does.
    if (!hasOwn) {
      EXPECT_TRUE(lower.isInManifest || lower.clip != lane->blockAt(time));
    } else {
      EXPECT_FALSE(lower.isInManifest);
    }
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
  std::vector<std::shared_ptr<const ClipMatrix>> matrices_;  // One for each lane so far.
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
            << " values, " << counts.fromClips << " of them from clips, " << counts.cells
            << " cells of matrices\n";
  EXPECT_GT(counts.scenes, 40u);
  EXPECT_GT(counts.fromClips, 10'000u);
  EXPECT_GT(counts.cells, 10'000u);
}

// Compares what explanations and lanes say with the values, sources and files of the reference.
void compareWithDump(const Stage& stage, const Json& expected, Counts& counts) {
  const DumpContext context(stage);
  const std::vector<ClipLane> lanes = clipLanesOf(stage);
  for (const Json& prim : expected["prims"]) {
    for (const Json& entry : prim["attributes"]) {
      if (!entry.contains("sources")) continue;
      const Path path = Path::fromText(prim["path"].get<std::string>());
      const Prim found = stage.primAt(path);
      const Attribute attribute =
          found ? found.attribute(Token(entry["name"].get<std::string>())) : Attribute();
      for (const auto& [key, source] : entry["sources"].items()) {
        if (source != "clips" || !entry["values"].contains(key) || key == "earliest") continue;
        SCOPED_TRACE(path.text() + "." + entry["name"].get<std::string>() + " at " + key);
        ASSERT_TRUE(attribute);
        const double time = std::stod(key);
        const Explanation why = explain(attribute, time);
        EXPECT_EQ(why.trace.info.source, ValueSource::Clips);
        const Json ours{{"prims", {{{"path", "/"}, {"value", context.json(why.value)}}}}};
        const Json theirs{{"prims", {{{"path", "/"}, {"value", entry["values"][key]}}}}};
        const DumpComparison comparison = compareDumps(ours, theirs);
        EXPECT_EQ(comparison.differing, 0u) << comparison.text();
        ++counts.reference;
        if (!entry.contains("stacks") || !entry["stacks"].contains(key) || !why.trace.clip)
          continue;
        // The layer that the stack has at this time alone is the clip.
        std::vector<std::string> files;
        for (const Json& place : entry["stacks"][key]) {
          const bool isAlways = std::ranges::any_of(
              entry["stack"], [&](const Json& each) { return each[0] == place[0]; });
          if (!isAlways) files.push_back(place[0].get<std::string>());
        }
        const Layer* const layer = why.trace.info.layer.get();
        const ClipUse& clip = *why.trace.info.clip;
        const auto lane = std::ranges::find_if(lanes, [&](const ClipLane& each) {
          return each.set == clip.set && each.anchor == why.trace.clip->anchor;
        });
        // In instances, lanes are those of the instance.
        if (lane == lanes.end() || !layer || files.size() != 1) continue;
        const ClipBlock& block = lane->blocks[lane->blockAt(time)];
        EXPECT_EQ(block.file, clip.file);
        // If the clip that plays has no samples, the stack has the manifest in its place.
        const bool isOfBlock = std::filesystem::path(block.file).filename() ==
                               std::filesystem::path(layer->identifier()).filename();
        if (!isOfBlock) continue;
        EXPECT_EQ(context.names.layer(*layer), files[0]);
        ++counts.files;
      }
    }
  }
}

TEST(ClipAgreement, ExplanationsAndLanesHaveTheValuesAndFilesOfTheReference) {
  const auto corpora = corporaPath();
  if (!corpora) GTEST_SKIP() << kNoCorpora;
  Counts counts;
  const std::set<std::filesystem::path> folders = foldersWithClips(*corpora);
  for (const ExpectedScene& scene : readExpectedScenes(*corpora)) {
    if (!folders.contains((*corpora / scene.scene).parent_path())) continue;
    SCOPED_TRACE(scene.dump);
    StageOptions options = optionsOf(scene, *corpora).stage;
    options.file = (*corpora / scene.scene).string();
    options.readsMaterialX = false;
    std::ostringstream messages;
    const auto stage = openStage(options, {messages, messages, Environment()});
    const auto expected = readDump(*corpora / "oracle/expected" / scene.dump);
    if (!stage || !expected || !expected->contains("prims")) continue;
    ++counts.scenes;
    compareWithDump(*stage, *expected, counts);
  }
  std::cout << counts.scenes << " scenes, " << counts.reference << " values and " << counts.files
            << " files of the reference\n";
  EXPECT_GT(counts.scenes, 40u);
  EXPECT_GT(counts.reference, 500u);
  EXPECT_GT(counts.files, 500u);
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
