// SPDX-License-Identifier: Apache-2.0
#include "engine/stage/resolve/AttributeQuery.h"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <fstream>

#include "engine/asset/DefaultResolver.h"
#include "engine/base/Parallel.h"
#include "engine/format/LayerCache.h"
#include "engine/stage/Property.h"
#include "engine/stage/Stage.h"
#include "engine/stage/clips/ClipPins.h"
#include "tests/support/TemporaryFolder.h"

namespace usdscope {
namespace {

constexpr int kClipCount = 20;

void write(const TemporaryFolder& folder, const std::string& name, const std::string& text) {
  std::ofstream(folder / name) << "#usda 1.0\n" << text;
}

// Twenty clips with samples, a spline and a default. Most lack `gaps`, and all name an asset in
// their own folder.
StageResult composeScene(const TemporaryFolder& folder) {
  std::string paths;
  std::string active;
  for (int i = 0; i < kClipCount; ++i) {
    const std::string gaps =
        i % 9 == 0 ? fmt::format(" double gaps.timeSamples = {{{}: {}}}\n", i, i) : "";
    write(folder, fmt::format("c{}.usda", i),
          fmt::format("def \"C\" {{\n double x.timeSamples = {{{0}: {0}, {0}.5: 7}}\n asset "
                      "file.timeSamples = "
                      "{{{0}: @./c{0}.usda@}}\n{1}}}\n",
                      i, gaps));
    paths += fmt::format("@./c{}.usda@, ", i);
    active += fmt::format("({0}, {0}), ", i);
  }
  write(folder, "manifest.usda", "over \"C\" {\n double x\n double gaps\n asset file\n}\n");
  write(folder, "root.usda",
        "def \"A\" (clips = { dictionary default = {\n asset[] assetPaths = [" + paths +
            "]\n double2[] active = [" + active +
            "]\n string primPath = \"/C\"\n asset manifestAssetPath = @./manifest.usda@\n"
            " bool interpolateMissingClipValues = 1\n} }) {\n}\n"
            "def \"B\" {\n double still = 3\n float y.timeSamples = {0: 1, 20: 5}\n"
            " double s.spline = {\n bezier,\n 0: 1; post held,\n 10: 4; post held,\n }\n}\n");
  const auto layers = std::make_shared<LayerCache>(std::make_shared<DefaultResolver>());
  return composeStage({.rootLayer = (folder / "root.usda").string()}, layers);
}

std::vector<Attribute> attributesOf(const Stage& stage) {
  std::vector<Attribute> attributes;
  for (const char* path : {"/A.x", "/A.gaps", "/B.still", "/A.file", "/B.y", "/B.s"}) {
    const Path at = Path::fromText(path);
    // Many copies, so that several threads evaluate some.
    for (int i = 0; i < 50; ++i) attributes.emplace_back(stage.primAt(at.primPath()), at.name());
  }
  return attributes;
}

TEST(AttributeQuery, GivesTheValuesOfItsAttributeOnAllThreads) {
  const TemporaryFolder folder;
  const StageResult result = composeScene(folder);
  ASSERT_TRUE(result.stage);
  const std::vector<Attribute> all = attributesOf(*result.stage);
  std::vector<AttributeQuery> queries(all.size());
  for (std::size_t i = 0; i < all.size(); ++i) {
    queries[i] = all[i].query();
    EXPECT_EQ(queries[i].mightBeTimeVarying(), all[i].name() != Token("still"));
  }
  std::vector<Value> values(queries.size());
  for (const double time : {-1.0, 0.0, 0.25, 3.0, 4.5, 9.0, 13.75, 18.0, 19.0, 40.0}) {
    parallelFor(queries.size(), 4, [&](std::size_t first, std::size_t last) {
      ClipPins pins;
      for (std::size_t i = first; i < last; ++i) {
        values[i] = queries[i].value(TimeCode(time), &pins);
      }
    });
    for (std::size_t i = 0; i < queries.size(); ++i) {
      EXPECT_EQ(values[i], all[i].value(TimeCode(time))) << i << " at " << time;
      EXPECT_FALSE(values[i].isEmpty()) << i << " at " << time;
    }
  }
}

TEST(AttributeQuery, InterpolatesAcrossClipsWithoutValues) {
  const TemporaryFolder folder;
  const StageResult result = composeScene(folder);
  ASSERT_TRUE(result.stage);
  const Prim prim = result.stage->primAt(Path::fromText("/A"));
  const AttributeQuery query = Attribute(prim, Token("gaps")).query();
  ASSERT_TRUE(query.mightBeTimeVarying());
  // Clips 0 and 9 have the values 0 and 9. The value of clip 0 is held to its end.
  EXPECT_EQ(query.value(TimeCode(9.0)), Value(9.0));
  EXPECT_EQ(query.value(TimeCode(0.0)), Value(0.0));
  EXPECT_FALSE(query.value(TimeCode(4.5)).isEmpty());
}

// A query keeps little of the origin of samples and defaults, and finds the rest when it is asked
// for. All answers are those of the attribute.
TEST(AttributeQuery, AnswersAsItsAttribute) {
  const TemporaryFolder folder;
  write(folder, "asset.usda",
        "def \"A\" {\n float plain.timeSamples = {0: 1, 4: 3, 6: None, 8: 5}\n"
        " float one.timeSamples = {2: 7}\n double plain2 = 4\n double plain2.timeSamples = {1: 2}\n"
        " int[] edits.timeSamples = {0: [1, 2], 4: edit [append 3], 8: [4]}\n"
        " int[] oneEdit.timeSamples = {4: edit [append 3]}\n"
        " int[] edited = edit [append 9]\n double none = None\n"
        " asset file.timeSamples = {0: @./asset.usda@}\n asset still = @./asset.usda@\n"
        " timecode when.timeSamples = {0: 3, 4: 5}\n timecode stillWhen = 6\n"
        " double s.spline = {\n bezier,\n 0: 1; post held,\n 10: 4; post held,\n }\n}\n");
  write(folder, "root.usda",
        "def \"Forwards\" (references = @./asset.usda@</A> (offset = 10; scale = 2)) {}\n"
        "def \"Backwards\" (references = @./asset.usda@</A> (offset = 10; scale = -1)) {}\n"
        "def \"Weaker\" {\n int[] oneEdit.timeSamples = {0: [1], 8: [2]}\n int[] edited = [5]\n}\n"
        "def Sphere \"Stronger\" (references = [@./asset.usda@</A>, </Weaker>]) {}\n");
  const auto layers = std::make_shared<LayerCache>(std::make_shared<DefaultResolver>());
  const StageResult result = composeStage({.rootLayer = (folder / "root.usda").string()}, layers);
  ASSERT_TRUE(result.stage);
  int valueCount = 0;
  for (const char* path : {"/Forwards", "/Backwards", "/Stronger"}) {
    const Prim prim = result.stage->primAt(Path::fromText(path));
    for (const Token name : prim.propertyNames()) {
      const Attribute attribute(prim, name);
      const AttributeQuery query = attribute.query();
      const std::string label = path + ("." + std::string(name.text()));
      EXPECT_EQ(query.mightBeTimeVarying(), attribute.mightBeTimeVarying()) << label;
      EXPECT_EQ(query.timeSamples(), attribute.timeSamples()) << label;
      const TimeCode times[] = {TimeCode(),      TimeCode::earliest(),    TimeCode(2.0),
                                TimeCode(6.5),   TimeCode::preTime(18.0), TimeCode(18.0),
                                TimeCode(22.0),  TimeCode(4.0),           TimeCode::preTime(6.0),
                                TimeCode(1000.0)};
      for (const TimeCode time : times) {
        EXPECT_EQ(query.value(time), attribute.value(time)) << label;
        const ResolveInfo ours = query.resolveInfo(time);
        const ResolveInfo expected = attribute.resolveInfo(time);
        EXPECT_EQ(query.source(time), expected.source) << label;
        EXPECT_EQ(ours.source, expected.source) << label;
        EXPECT_EQ(ours.layer, expected.layer) << label;
        EXPECT_EQ(ours.specPath, expected.specPath) << label;
        EXPECT_EQ(ours.lowerTime, expected.lowerTime) << label;
        if (query.value(time)) ++valueCount;
      }
    }
  }
  EXPECT_GT(valueCount, 300);
}

}  // namespace
}  // namespace usdscope
