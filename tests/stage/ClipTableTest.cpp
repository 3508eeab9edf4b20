// SPDX-License-Identifier: Apache-2.0
#include "engine/stage/clips/ClipTable.h"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <fstream>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "engine/asset/DefaultResolver.h"
#include "engine/base/Parallel.h"
#include "engine/layer/LayerBuilder.h"
#include "engine/stage/Property.h"
#include "engine/stage/Stage.h"
#include "engine/stage/clips/ClipPins.h"
#include "engine/stage/clips/ClipSetCache.h"
#include "engine/stage/detail/StageRows.h"
#include "engine/stage/resolve/Evaluate.h"
#include "engine/stage/resolve/ResolveTrace.h"
#include "tests/support/TemporaryFolder.h"
#include "tests/support/scene/LayerTexts.h"

namespace usdscope {
namespace {

constexpr int kClips = 4;
const char* const kNames[] = {"x", "p", "m", "b", "a", "t", "f", "n", "g"};

void write(const TemporaryFolder& folder, const std::string& name, const std::string& text) {
  std::ofstream(folder / name) << "#usda 1.0\n" << text;
}

// Four clips, one a second. In every other clip the attributes have another order, clip 1 lacks
// `g`, and `b` is blocked in clip 2.
StageResult composeScene(const TemporaryFolder& folder) {
  for (int i = 0; i < kClips; ++i) {
    std::vector<std::string> rows = {
        fmt::format("double x.timeSamples = {{{}: {}}}\n", i, 10 * i),
        fmt::format("double3 p.timeSamples = {{{0}: ({0}, 0, 1), {0}.5: ({0}, 8, 1)}}\n", i),
        fmt::format("matrix4d m.timeSamples = {{{0}: ((1, 0, 0, 0), (0, 1, 0, 0), (0, 0, 1, 0), "
                    "({0}, 2, 3, 1))}}\n",
                    i),
        fmt::format("float b.timeSamples = {{{}: {}}}\n", i,
                    i == 2 ? "None" : fmt::format("{}.5", i)),
        fmt::format("float[] a.timeSamples = {{{0}: [{0}, 4]}}\n", i),
        fmt::format("timecode t.timeSamples = {{{0}: {0}}}\n", i),
        fmt::format("asset f.timeSamples = {{{0}: @./c{0}.usda@}}\n", i),
        fmt::format("token n.timeSamples = {{{0}: \"n{0}\"}}\n", i)};
    if (i != 1) rows.push_back(fmt::format("double g.timeSamples = {{{0}: {0}}}\n", i));
    if (i % 2 == 1) std::ranges::reverse(rows);
    std::string text = "def \"C\" {\n";
    for (const std::string& row : rows) text += row;
    write(folder, fmt::format("c{}.usda", i), text + "}\n");
  }
  write(folder, "manifest.usda",
        "over \"C\" {\n double x\n double3 p\n matrix4d m\n float b\n float[] a\n timecode t\n"
        " asset f\n token n\n double g\n}\n");
  write(folder, "root.usda",
        "(\n subLayers = [@./jumps.usda@ (offset = 10; scale = 2)]\n)\n"
        "def \"A\" (clips = { dictionary default = {\n"
        " asset[] assetPaths = [@./c0.usda@, @./c1.usda@, @./c2.usda@, @./c3.usda@]\n"
        " double2[] active = [(0, 0), (1, 1), (2, 2), (3, 3)]\n string primPath = \"/C\"\n"
        " asset manifestAssetPath = @./manifest.usda@\n} }) {\n}\n");
  // Plays clip 0 again, jumps in clip time, and has a layer offset.
  write(folder, "jumps.usda",
        "def \"B\" (clips = { dictionary default = {\n"
        " asset[] assetPaths = [@./c0.usda@, @./c1.usda@, @./c2.usda@, @./c3.usda@]\n"
        " double2[] active = [(0, 0), (2, 1), (4, 0), (6, 2)]\n string primPath = \"/C\"\n"
        " double2[] times = [(0, 0), (1, 1), (1, 0), (2, 0.5), (2, 1), (4, 2), (4, 0.25), (6, 1),\n"
        "                    (6, 2), (9, 3)]\n"
        " asset manifestAssetPath = @./manifest.usda@\n} }) {\n}\n");
  return composeStage({.rootLayer = (folder / "root.usda").string()},
                      std::make_shared<LayerCache>(std::make_shared<DefaultResolver>()));
}

std::vector<Attribute> attributesOf(const Stage& stage, const char* prim = "/A") {
  std::vector<Attribute> attributes;
  for (const char* name : kNames) {
    attributes.emplace_back(stage.primAt(Path::fromText(prim)), Token(name));
  }
  return attributes;
}

// Explanations read the samples from the clips, and not from the tables.
Value explained(const Attribute& attribute, double time) {
  ResolveTrace trace;
  return valueAt(findOrigin(attribute, TimeKind::Numeric), TimeCode(time),
                 InterpolationType::Linear, nullptr, &trace);
}

}  // namespace

TEST(ClipTable, GivesTheValuesOfTheReference) {
  const TemporaryFolder folder;
  const StageResult result = composeScene(folder);
  ASSERT_TRUE(result.stage);
  const std::vector<Attribute> all = attributesOf(*result.stage);
  struct Expected {
    double time, x;
    glm::dvec3 p;
    float a;
    const char* n;
    Value b, g;
  };
  const Expected expected[] = {
      {0.0, 0.0, {0, 0, 1}, 0.0f, "n0", Value(0.5f), Value(0.0)},
      {0.25, 2.5, {0, 4, 1}, 0.25f, "n0", Value(0.75f), Value(0.0)},
      {0.75, 7.5, {0.5, 4, 1}, 0.75f, "n0", Value(1.25f), Value(0.0)},
      {1.75, 17.5, {1.5, 4, 1}, 1.75f, "n1", Value(1.5f), Value()},
      {2.25, 22.5, {2, 4, 1}, 2.25f, "n2", Value(), Value(2.25)},
      {3.0, 30.0, {3, 0, 1}, 3.0f, "n3", Value(3.5f), Value(3.0)},
      {5.0, 30.0, {3, 8, 1}, 3.0f, "n3", Value(3.5f), Value(3.0)},
  };
  for (int round = 0; round < 2; ++round) {
    for (const Expected& at : expected) {
      ClipPins pins;
      const auto value = [&](int i) { return all[i].query().value(at.time, &pins); };
      EXPECT_EQ(value(0), Value(at.x)) << at.time;
      EXPECT_EQ(value(1), Value(at.p)) << at.time;
      const Value matrix = value(2);
      ASSERT_TRUE(matrix.holds<glm::dmat4>()) << at.time;
      EXPECT_EQ((*matrix.find<glm::dmat4>())[3].x, std::min(at.time, 3.0));
      EXPECT_EQ(value(3), at.b) << at.time;
      EXPECT_EQ(value(4), Value(Array<float>{at.a, 4.0f})) << at.time;
      EXPECT_EQ(value(5), Value(TimeCodeValue{std::min(at.time, 3.0)})) << at.time;
      EXPECT_EQ(value(7), Value(Token(at.n))) << at.time;
      EXPECT_EQ(value(8), at.g) << at.time;
    }
  }
}

TEST(ClipTable, AgreesWithTheClipsOnSeveralThreadsAndWithoutMemory) {
  const TemporaryFolder folder;
  const StageResult result = composeScene(folder);
  ASSERT_TRUE(result.stage);
  const ClipSetCache& cache = *result.stage->rows().clips;
  const struct {
    const char* prim;
    double first, step;  // Times of /B are also those of its jumps.
  } cases[] = {{"/A", -0.5, 0.125}, {"/B", 9.0, 0.5}};
  for (const auto& c : cases) {
    const std::vector<Attribute> all = attributesOf(*result.stage, c.prim);
    std::vector<double> times;
    for (int i = 0; i < 44; ++i) times.push_back(c.first + i * c.step);
    const std::size_t count = all.size() * times.size();
    // Without memory no table keeps anything. The last budget has room for some values.
    for (const std::size_t budget : {std::size_t{0}, std::size_t{1} << 20, std::size_t{20000}}) {
      cache.setByteBudget(budget);
      std::vector<Value> values(count);
      // Most parts have several values at one time, with shared pins.
      parallelFor(count, 40, [&](std::size_t first, std::size_t last) {
        ClipPins pins;
        for (std::size_t i = first; i < last; ++i) {
          const TimeCode time(times[i / all.size()]);
          values[i] = all[i % all.size()].query().value(time, i % 4 == 0 ? nullptr : &pins);
        }
      });
      for (std::size_t i = 0; i < count; ++i) {
        const double time = times[i / all.size()];
        EXPECT_EQ(values[i], explained(all[i % all.size()], time))
            << c.prim << '.' << kNames[i % all.size()] << " at " << time;
      }
      EXPECT_LE(cache.residentByteSize(), budget);
    }
  }
}

// Values of the reference, also for the moments that several attributes share.
TEST(ClipTable, FollowsJumpsAndLayerOffsets) {
  const TemporaryFolder folder;
  const StageResult result = composeScene(folder);
  ASSERT_TRUE(result.stage);
  const std::vector<Attribute> all = attributesOf(*result.stage, "/B");
  const struct {
    double time, x;
    glm::dvec3 p;
  } expected[] = {
      {9.0, 0.0, {0, 0, 1}},   {10.5, 0.0, {0, 4, 1}},  {11.5, 0.0, {0, 8, 1}},
      {12.0, 0.0, {0, 0, 1}},  {13.5, 0.0, {0, 6, 1}},  {14.0, 10.0, {1, 0, 1}},
      {15.0, 10.0, {1, 4, 1}}, {17.5, 10.0, {1, 8, 1}}, {18.0, 0.0, {0, 4, 1}},
      {20.0, 0.0, {0, 8, 1}},  {22.0, 20.0, {2, 0, 1}}, {30.0, 20.0, {2, 8, 1}},
  };
  ClipPins pins;
  for (const auto& at : expected) {
    EXPECT_EQ(all[0].query().value(at.time, &pins), Value(at.x)) << at.time;
    EXPECT_EQ(all[1].query().value(at.time, &pins), Value(at.p)) << at.time;
    EXPECT_EQ(all[0].query().value(at.time, &pins), Value(at.x)) << at.time;
  }
}

TEST(ClipTable, DecodesOneArrayOfManyAndNoValueThatItCannotGive) {
  class Counting final : public ValueDecoder {
   public:
    explicit Counting(Value value) : value_(std::move(value)) {}
    Value decode(std::uint64_t) const override {
      ++count;
      return value_;
    }
    mutable int count = 0;

   private:
    Value value_;
  };
  const struct {
    Value value;
    int decoded;
  } cases[] = {{Value(1.0), 3}, {Value(Array<float>{1.0f}), 1}, {Value(TimeCodeValue{1.0}), 1}};
  for (const auto& c : cases) {
    const auto decoder = std::make_shared<const Counting>(c.value);
    LayerBuilder builder;
    const auto property = builder.addProperty(builder.addPrim(LayerBuilder::kRoot, Token("C")),
                                              Token("a"), PropertyKind::Attribute);
    builder.setPropertyField(
        property, fields::kTimeSamples,
        Value(TimeSamples({1.0, 2.0, 3.0}, Array<std::uint64_t>{0, 1, 2}, decoder)));
    const ClipTable table(builder.build({"/c.usda"}));
    const auto layers = layersFromTexts({});
    ClipFiles files(*layers, std::size_t{1} << 20);
    // The clip is not resident, so that the samples are not kept.
    EXPECT_EQ(table.find(Path::fromText("/C.a"), RowGuess(), files), nullptr);
    EXPECT_EQ(decoder->count, c.decoded);
  }
}

TEST(ClipTable, DecodedSamplesCountAsMemory) {
  const TemporaryFolder folder;
  const StageResult result = composeScene(folder);
  ASSERT_TRUE(result.stage);
  const std::vector<Attribute> all = attributesOf(*result.stage);
  const ClipSetCache& cache = *result.stage->rows().clips;
  ASSERT_EQ(all[0].value(0.0), Value(0.0));
  const std::size_t before = cache.residentByteSize();
  EXPECT_TRUE(all[2].value(0.0).holds<glm::dmat4>());
  EXPECT_EQ(all[1].value(0.0), Value(glm::dvec3(0, 0, 1)));
  EXPECT_EQ(all[4].value(0.0), Value(Array<float>{0.0f, 4.0f}));
  const std::size_t after = cache.residentByteSize();
  EXPECT_GT(after, before);
  // They are decoded once.
  EXPECT_EQ(all[1].value(0.0), Value(glm::dvec3(0, 0, 1)));
  EXPECT_EQ(cache.residentByteSize(), after);
}

}  // namespace usdscope
