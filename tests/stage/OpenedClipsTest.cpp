// SPDX-License-Identifier: Apache-2.0
// Which clips are opened for a value. Values are those of the reference.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <atomic>
#include <chrono>
#include <fstream>
#include <set>
#include <string>
#include <thread>
#include <vector>

#include "engine/format/LayerCache.h"
#include "engine/format/LayerFormat.h"
#include "engine/format/usdc/UsdcWriter.h"
#include "engine/layer/FieldDefinitions.h"
#include "engine/stage/Property.h"
#include "engine/stage/Stage.h"
#include "engine/stage/clips/ClipSet.h"
#include "engine/stage/clips/ClipSetCache.h"
#include "engine/stage/detail/StageRows.h"
#include "tests/support/ClipRecorder.h"
#include "tests/support/TemporaryFolder.h"

namespace usdscope {
namespace {

struct OpenedClips : testing::Test {
  TemporaryFolder folder;
  std::shared_ptr<ClipRecorder> resolver = std::make_shared<ClipRecorder>();
  std::shared_ptr<const Stage> stage;

  void write(const std::string& name, const std::string& text) const {
    std::ofstream(folder / name) << "#usda 1.0\n" << text;
  }
  /// A clip of ten frames from 10 * number on. The body has more attributes.
  void writeClip(int number, const std::string& body = {}) const {
    const auto text = [](int value) { return std::to_string(value); };
    write("c." + text(number) + ".usda", "def \"P\" {\ndouble x.timeSamples = {" +
                                             text(10 * number) + ": " + text(110 * number) + ", " +
                                             text(10 * number + 10) + ": " +
                                             text(110 * number + 10) + "}\n" + body + "}\n");
  }
  void open(int count, const std::string& more, const std::string& extension = ".usda") {
    std::string paths;
    std::string active;
    for (int i = 0; i < count; ++i) {
      paths += "@./c." + std::to_string(i) + extension + "@, ";
      active += "(" + std::to_string(10 * i) + ", " + std::to_string(i) + "), ";
    }
    write("root.usda", "def \"M\" (clips = { dictionary walk = {\nasset[] assetPaths = [" + paths +
                           "]\ndouble2[] active = [" + active + "]\nstring primPath = \"/P\"\n" +
                           more + "} }) {\ndouble x\ndouble y\ndouble z\n}\n");
    const StageResult result = composeStage({.rootLayer = (folder / "root.usda").string()},
                                            std::make_shared<LayerCache>(resolver));
    ASSERT_TRUE(result.stage);
    stage = result.stage;
    resolver->takeClips();
  }
  Attribute attribute(const char* name) const {
    return stage->primAt(Path::fromText("/M")).attribute(Token(name));
  }
};

using Files = std::set<std::string>;

TEST_F(OpenedClips, WithoutAManifestTheFirstClipWithSamplesDeclares) {
  for (int i = 0; i < 40; ++i) {
    writeClip(i, i == 3 ? "double y.timeSamples = {30: 3}\nuniform double z.timeSamples = {30: 3}\n"
                        : "double z.timeSamples = {30: 4}\n");
  }
  open(40, "");
  // The first clip declares x. The clip that plays is interpolated towards the next one.
  EXPECT_EQ(attribute("x").value(5.0), Value(55.0));
  EXPECT_EQ(resolver->takeClips(), (Files{"c.0.usda", "c.1.usda"}));
  EXPECT_EQ(attribute("x").resolveInfo(255.0).source, ValueSource::Clips);
  EXPECT_EQ(attribute("x").value(255.0), Value(2805.0));
  EXPECT_EQ(resolver->takeClips(), (Files{"c.25.usda", "c.26.usda"}));
  // Clips are opened up to the first one that has y, a few more at a time.
  EXPECT_EQ(attribute("y").value(30.0), Value(3.0));
  const Files forY = resolver->takeClips();
  EXPECT_TRUE(forY.contains("c.3.usda"));
  EXPECT_LE(forY.size(), 8u);
  // The whole manifest gives these answers, too.
  const auto& set = *stage->clipSets(stage->primAt(Path::fromText("/M")))->front();
  const Path z = Path::fromText("/P.z");
  const bool isDeclared = set.declares(z);
  const auto manifest = set.manifest();
  ASSERT_TRUE(manifest);
  EXPECT_EQ(isDeclared, manifest->findProperty(z).variability() == Variability::Varying);
  EXPECT_TRUE(set.declares(Path::fromText("/P.y")));
  EXPECT_FALSE(set.declares(Path::fromText("/P.none")));
  EXPECT_FALSE(set.hasSplines(Path::fromText("/P.x")));
}

// Crates with the specs of an earlier one declare nothing more, so they need not be read.
TEST_F(OpenedClips, CratesWithEqualSpecsAreNotReadForAGeneratedManifest) {
  const auto writeCrate = [&](int number, const std::string& body) {
    Diagnostics problems;
    const auto layer = readLayer(
        FileBytes::fromText(fmt::format("#usda 1.0\ndef \"P\" {{\ndouble x.timeSamples = {{{}: "
                                        "{}}}\n{}}}\n",
                                        10 * number, number, body)),
        {"text"}, problems);
    std::ofstream(folder / fmt::format("c.{}.usdc", number))
        << writeUsdc(*layer, FieldDefinitions::builtin(), problems);
    ASSERT_TRUE(problems.isEmpty());
  };
  // The samples of y are empty in the first clips; the field of clip 31 has some. Clip 35 has z.
  for (int i = 0; i < 40; ++i) {
    const std::string y = i == 31 ? "310: 4" : "";
    writeCrate(i, "double y.timeSamples = {" + y + "}\n" +
                      (i == 35 ? "double z.timeSamples = {350: 5}\n" : ""));
  }
  open(40, "", ".usdc");
  const auto& set = *stage->clipSets(stage->primAt(Path::fromText("/M")))->front();
  EXPECT_TRUE(set.declares(Path::fromText("/P.y"))) << "Empty samples say nothing of others.";
  EXPECT_TRUE(set.declares(Path::fromText("/P.z")));
  EXPECT_EQ(attribute("y").value(310.0), Value(4.0));

  for (int i = 0; i < 40; ++i) writeCrate(i, i == 35 ? "double z.timeSamples = {350: 5}\n" : "");
  open(40, "", ".usdc");
  const auto& equal = *stage->clipSets(stage->primAt(Path::fromText("/M")))->front();
  EXPECT_TRUE(equal.declares(Path::fromText("/P.z")));
  EXPECT_FALSE(equal.declares(Path::fromText("/P.none")));
  std::size_t residentCount = 0;
  for (std::size_t clip = 0; clip < 40; ++clip)
    residentCount += equal.residentLayerOf(clip) ? 1 : 0;
  EXPECT_LT(residentCount, 8u);
  EXPECT_TRUE(equal.residentLayerOf(35));
  EXPECT_EQ(attribute("x").value(205.0), Value(20.5));
  EXPECT_EQ(attribute("z").value(355.0), Value(5.0));
}

// The names in a manifest are kept, until its file changes and is read again.
TEST_F(OpenedClips, AManifestThatChangesDeclaresItsNewNames) {
  for (int i = 0; i < 3; ++i)
    writeClip(i, fmt::format("double y.timeSamples = {{{}: 8}}\n", 10 * i));
  write("manifest.usda", "over \"P\" {\ndouble x\n}\n");
  open(3, "asset manifestAssetPath = @./manifest.usda@\n");
  EXPECT_EQ(attribute("x").value(0.0), Value(0.0));
  EXPECT_EQ(attribute("y").value(0.0), Value());
  std::this_thread::sleep_for(std::chrono::milliseconds(20));
  write("manifest.usda", "over \"P\" {\ndouble x\ndouble y\n}\n");
  EXPECT_EQ(attribute("y").value(0.0), Value());
  EXPECT_EQ(stage->rows().clips->forgetChanged(), 1u);
  EXPECT_EQ(attribute("y").value(0.0), Value(8.0));
}

// Threads that ask at once read each clip once and agree.
TEST_F(OpenedClips, ThreadsAgreeOnAGeneratedManifest) {
  for (int i = 0; i < 40; ++i) {
    writeClip(i, "double a" + std::to_string(i) + ".timeSamples = {0: 1}\n");
  }
  open(40, "");
  const auto& set = *stage->clipSets(stage->primAt(Path::fromText("/M")))->front();
  std::atomic<int> wrong = 0;
  {
    std::vector<std::jthread> threads;
    for (int t = 0; t < 8; ++t) {
      threads.emplace_back([&, t] {
        for (int i = 0; i < 40; ++i) {
          const std::string name = "/P.a" + std::to_string((i * (t + 1)) % 40);
          if (!set.declares(Path::fromText(name))) ++wrong;
        }
        if (set.declares(Path::fromText("/P.none"))) ++wrong;
      });
    }
  }
  EXPECT_EQ(wrong, 0);
}

TEST_F(OpenedClips, BlockedClipIsNotOpenedWhereItsBlockDecides) {
  for (int i = 0; i < 3; ++i) writeClip(i);
  write("manifest.usda", "over \"P\" {\ndouble x.timeSamples = {10: None}\n}\n");
  open(3,
       "bool interpolateMissingClipValues = true\nasset manifestAssetPath = @./manifest.usda@\n");
  EXPECT_EQ(attribute("x").value(15.0), Value(165.0));
  EXPECT_EQ(attribute("x").resolveInfo(15.0).source, ValueSource::Clips);
  EXPECT_EQ(resolver->takeClips(), (Files{"c.0.usda", "c.2.usda"}));
}

}  // namespace
}  // namespace usdscope
