// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include <optional>

#include "engine/base/Parallel.h"
#include "engine/stage/Property.h"
#include "engine/stage/clips/ClipTimeMap.h"
#include "tests/support/scene/StageTexts.h"

namespace usdscope {
namespace {

const double kBeforeTen = 10.0 - ClipTimeMap::kJumpStep;

using Times = std::vector<double>;

/// Values at numeric times. Empty: no value.
struct Row {
  double time;
  std::optional<double> value;
};

class ClipStage {
 public:
  explicit ClipStage(LayerTexts texts) : result_(stageFromTexts(std::move(texts))) {
    EXPECT_TRUE(result_.stage);
  }

  const Stage& stage() const { return *result_.stage; }
  Attribute attribute(std::string_view path) const {
    const Path at = Path::fromText(path);
    const Attribute found = stage().primAt(at.primPath()).attribute(at.name());
    EXPECT_TRUE(found) << path;
    return found;
  }

  void expectValues(std::string_view path, const std::vector<Row>& rows) const {
    const Attribute asked = attribute(path);
    const AttributeQuery query = asked.query();
    for (const Row& row : rows) {
      expectValue(asked.value(row.time), row, path);
      expectValue(query.value(row.time), row, path);
    }
  }

  void expectSamples(std::string_view path, const Times& times) const {
    const Times found = attribute(path).timeSamples();
    ASSERT_EQ(found.size(), times.size()) << path;
    for (std::size_t i = 0; i < times.size(); ++i) EXPECT_DOUBLE_EQ(found[i], times[i]) << path;
  }

 private:
  static void expectValue(const Value& value, const Row& row, std::string_view path) {
    ASSERT_EQ(!value.isEmpty(), row.value.has_value()) << path << " at " << row.time;
    EXPECT_NEAR(value.valueOr(0.0), row.value.value_or(0.0), 1e-9) << path << " at " << row.time;
  }

  StageResult result_;
};

// Two clips over a weaker sublayer that has values too. `more` is added to the clip set, `model` to
// its prim, and `stronger` is a stronger layer.
LayerTexts twoClips(const std::string& more, const std::string& model = "",
                    const std::string& stronger = "") {
  return {
      {"/root.usda", "(subLayers = [@top.usda@, @anchor.usda@, @weak.usda@])"},
      {"/top.usda", stronger},
      {"/anchor.usda", R"(def "M" (clips = { dictionary default = {
          asset[] assetPaths = [@a.usda@, @b.usda@]
          double2[] active = [(1, 0), (5, 1)]
          asset manifestAssetPath = @manifest.usda@
          string primPath = "/P"
          )" + more + "\n}}) {\n" +
                           model + "\n}\n"},
      {"/weak.usda",
       "over \"M\" { double x = 77\n double x.timeSamples = {2: 777}\n double y = 5\n }\n"},
      {"/a.usda",
       "def \"P\" { double x.timeSamples = {1: 10, 3: 30}\n"
       "double y.timeSamples = {1: 1}\n }\n"},
      {"/b.usda", "def \"P\" { double x.timeSamples = {5: 500, 6: 600}\n }\n"},
      {"/manifest.usda", "over \"P\" { double x\n double y\n uniform double u\n }\n"},
  };
}

LayerTexts oneClip(const std::string& times, const std::string& arc = "") {
  LayerTexts texts = {
      {"/asset.usda", R"(def "M" (clips = { dictionary default = {
          asset[] assetPaths = [@a.usda@]
          double2[] active = [(0, 0)]
          double2[] times = [)" +
                          times +
                          R"(]
          string primPath = "/P"
        }}) { double x
        }
        )"},
      {"/a.usda", "def \"P\" { double x.timeSamples = {0: 0, 4: 40, 10: 100}\n }\n"},
  };
  texts["/root.usda"] = "def \"M\" (references = @asset.usda@</M>" + arc + ") {}\n";
  return texts;
}

}  // namespace

TEST(ClipValues, GoOnFromClipToClip) {
  const ClipStage scene(twoClips(""));
  scene.expectSamples("/M.x", {1, 3, 5, 6});
  scene.expectValues("/M.x", {{0, 10}, {2, 20}, {4, 265}, {5, 500}, {7, 600}});
  const Attribute x = scene.attribute("/M.x");
  EXPECT_EQ(x.value(), Value(77.0));
  EXPECT_EQ(x.resolveInfo(2).source, ValueSource::Clips);
  EXPECT_EQ(x.resolveInfo().source, ValueSource::Default);
  EXPECT_TRUE(x.mightBeTimeVarying());
}

TEST(ClipValues, MissingOnesAreBlocks) {
  const ClipStage scene(twoClips(""));
  scene.expectSamples("/M.y", {1, 5});
  scene.expectValues("/M.y", {{4.9, 1}, {5, {}}, {6, {}}});
}

TEST(ClipValues, MissingOnesAreInterpolated) {
  const ClipStage scene(twoClips("bool interpolateMissingClipValues = true"));
  scene.expectSamples("/M.y", {1});
  scene.expectValues("/M.y", {{0, 1}, {6, 1}});
}

TEST(ClipValues, MissingOnesAreTheManifestsDefault) {
  for (const char* interpolate : {"", "bool interpolateMissingClipValues = true"}) {
    LayerTexts texts = twoClips(interpolate);
    texts["/manifest.usda"] = "over \"P\" { double x\n double y = 42\n }\n";
    const ClipStage scene(std::move(texts));
    scene.expectValues("/M.y", {{4, 31.75}, {5, 42}});
  }
}

TEST(ClipValues, StrengthIsThatOfTheAnchorLayer) {
  const struct {
    const char* name;
    LayerTexts texts;
    double value;
  } cases[] = {
      {"default in the anchor", twoClips("", "double x = 99"), 99},
      {"default above", twoClips("", "", "over \"M\" { double x = 55\n }\n"), 55},
      {"samples in the anchor", twoClips("", "double x.timeSamples = {7: 7}"), 7},
  };
  for (const auto& c : cases) {
    const ClipStage scene(c.texts);
    scene.expectValues("/M.x", {{0, c.value}, {4, c.value}, {7, c.value}});
    EXPECT_NE(scene.attribute("/M.x").resolveInfo(2).source, ValueSource::Clips) << c.name;
  }
}

TEST(ClipValues, ManifestDeclaresAttributes) {
  LayerTexts texts = twoClips("", "uniform double u = 1");
  texts["/a.usda"] =
      "def \"P\" { double u.timeSamples = {1: 10}\n double z.timeSamples = {1: 1}\n }\n";
  texts["/weak.usda"] = "over \"M\" { double z = 3\n double u = 4\n }\n";
  const ClipStage scene(std::move(texts));
  scene.expectValues("/M.u", {{1, 1}});
  scene.expectValues("/M.z", {{1, 3}});
  EXPECT_TRUE(scene.attribute("/M.z").timeSamples().empty());
}

TEST(ClipValues, WithoutManifestOneIsMade) {
  LayerTexts texts = twoClips("");
  const std::string named = "asset manifestAssetPath = @manifest.usda@";
  texts["/anchor.usda"].erase(texts["/anchor.usda"].find(named), named.size());
  texts["/weak.usda"] += "over \"M\" { double none = 8\n }\n";
  texts["/weak.usda"] = "over \"M\" { double x = 77\n double y = 5\n double none = 8\n }\n";
  const ClipStage scene(std::move(texts));
  scene.expectValues("/M.x", {{4, 265}});
  scene.expectValues("/M.y", {{1, 1}, {5, {}}});
  scene.expectValues("/M.none", {{1, 8}});
  const auto stack = scene.attribute("/M.y").propertyStack(5);
  ASSERT_EQ(stack.size(), 2u);
  EXPECT_TRUE(stack[0].layer->isAnonymous());
  EXPECT_EQ(stack[0].path, Path::fromText("/P.y"));
}

TEST(ClipValues, ManifestMadeOfClipsThatPlay) {
  LayerTexts texts = twoClips("");
  std::string& anchor = texts["/anchor.usda"];
  anchor.erase(anchor.find("asset manifestAssetPath"), 41);
  anchor.replace(anchor.find("(1, 0), (5, 1)"), 14, "(1, 1), (5, 1)");
  const ClipStage scene(std::move(texts));
  // Only a.usda has y, and it never plays.
  scene.expectValues("/M.y", {{1, 5}});
  scene.expectValues("/M.x", {{1, 500}});
}

TEST(ClipValues, Splines) {
  const char* spline = "double x.spline = { 1: 10; post linear, 5: 20; post linear, }\n";
  const char* samples = "double x.timeSamples = {1: 1, 2: 2}\n";
  const struct {
    const char* first;
    const char* second;
    Times times;
    std::vector<Row> values;
  } cases[] = {
      {spline, spline, {}, {{1, 10}, {2, 12.5}, {4, 17.5}}},
      {spline, "", {}, {{2, 12.5}, {4, {}}}},
      // If any clip has samples, splines are ignored.
      {spline, samples, {0, 3}, {{1, {}}, {3, 2}}},
      {samples, spline, {0, 1, 2, 3}, {{1.5, 1.5}, {3, {}}}},
  };
  for (const auto& c : cases) {
    const ClipStage scene(LayerTexts{
        {"/root.usda", R"(def "M" (clips = { dictionary default = {
            asset[] assetPaths = [@a.usda@, @b.usda@]
            double2[] active = [(0, 0), (3, 1)]
            string primPath = "/P" }}) { double x
            })"},
        {"/a.usda",
         std::string("def \"P\" { double keep.timeSamples = {0: 0}\n") + c.first + "}\n"},
        {"/b.usda",
         std::string("def \"P\" { double keep.timeSamples = {0: 0}\n") + c.second + "}\n"},
    });
    scene.expectSamples("/M.x", c.times);
    scene.expectValues("/M.x", c.values);
    EXPECT_TRUE(scene.attribute("/M.x").mightBeTimeVarying());
    EXPECT_EQ(scene.attribute("/M.x").hasSpline(), c.times.empty());
  }
}

// The numbers are the reference's.
TEST(ClipValues, ClipsWithoutTheSplineTakePartAsThoseWithoutSamples) {
  const char* first =
      "double x.spline = { 0: 0; post linear, 10: 500 & 10; post linear, "
      "100: 100; post linear, }\n";
  const char* last =
      "double x.spline = { 0: 1000; post linear, 20: 3000 & 1040; post linear, "
      "100: 1200; post linear, }\n";
  const struct {
    const char* options;
    const char* manifest;
    std::vector<Row> values;
  } cases[] = {
      {"", "", {{9, 450}, {10, {}}, {15, {}}, {20, 1040}, {35, {}}, {40, 40}}},
      {"", "double x = 33\n", {{9, 450}, {10, 33}, {15, 33}, {20, 1040}, {35, 33}}},
      {"bool interpolateMissingClipValues = true\n",
       "",
       {{9, 450}, {10, 500}, {12, 608}, {18, 932}, {20, 1040}, {35, 550}, {40, 40}}},
      {"bool interpolateMissingClipValues = true\n",
       "double x = 33\n",
       {{9, 450}, {12, 33}, {20, 1040}}},
      {"bool interpolateMissingClipValues = true\n double2[] times = [(0, 0), (10, 10), (10, 50), "
       "(20, 60), (20, 70), (30, 80)]\n",
       "",
       {{9, 450}, {10, 500}, {12, 628}, {20, 1140}, {30, 1160}, {35, 620}, {40, 80}}},
  };
  for (const auto& c : cases) {
    SCOPED_TRACE(std::string(c.options) + c.manifest);
    const ClipStage scene(LayerTexts{
        {"/root.usda", std::string(R"(def "M" (clips = { dictionary default = {
            asset[] assetPaths = [@a.usda@, @empty.usda@, @b.usda@]
            double2[] active = [(0, 0), (10, 1), (20, 2), (30, 1), (40, 0)]
            asset manifestAssetPath = @manifest.usda@
            string primPath = "/P"
            )") + c.options +
                           "}}) { double x\n}\n"},
        {"/manifest.usda", std::string("def \"P\" { double x.spline = { }\n") + c.manifest + "}\n"},
        {"/a.usda", std::string("def \"P\" { ") + first + "}\n"},
        {"/empty.usda", "def \"P\" { double y.timeSamples = {0: 0}\n}\n"},
        {"/b.usda", std::string("def \"P\" { ") + last + "}\n"},
    });
    scene.expectValues("/M.x", c.values);
  }
}

TEST(ClipValues, StackNamesTheClipInForce) {
  const ClipStage scene(twoClips(""));
  const Attribute x = scene.attribute("/M.x");
  EXPECT_EQ(x.propertyStack().size(), 1u);
  for (const auto& [time, file] : {std::pair(2.0, "/a.usda"), std::pair(5.0, "/b.usda")}) {
    const auto stack = x.propertyStack(time);
    ASSERT_EQ(stack.size(), 2u);
    EXPECT_EQ(stack[0].layer->identifier(), file);
    EXPECT_EQ(stack[0].path, Path::fromText("/P.x"));
    EXPECT_EQ(stack[1].layer->identifier(), "/weak.usda");
  }
}

TEST(ClipValues, TimesMapAndJump) {
  const struct {
    const char* times;
    const char* arc;
    Times samples;
    std::vector<Row> values;
  } cases[] = {
      {"(0, 0), (10, 10), (10, 0), (20, 10)",
       "",
       {0, 4, kBeforeTen, 10, 14, 20},
       {{9.999, 99.99}, {10, 0}, {30, 100}, {-5, 0}}},
      {"(0, 0), (10, 10), (10, 0), (20, 10)",
       " (offset = 100; scale = 2)",
       {100, 108, 120 - 2 * ClipTimeMap::kJumpStep, 120, 128, 140},
       {{100, 0}, {108, 40}, {120, 0}, {130, 50}}},
      {"(0, 10), (10, 0)", "", {0, 6, 10}, {{3, 70}, {0, 100}, {10, 0}}},
  };
  for (const auto& c : cases) {
    const ClipStage scene(oneClip(c.times, c.arc));
    scene.expectSamples("/M.x", c.samples);
    scene.expectValues("/M.x", c.values);
  }
}

TEST(ClipValues, LimitFromTheLeft) {
  const ClipStage loop(oneClip("(0, 0), (10, 10), (10, 0), (20, 10)"));
  const Attribute x = loop.attribute("/M.x");
  // The sample before a jump is slightly earlier, and has the value of its own time.
  EXPECT_NEAR(x.value(TimeCode::preTime(10)).valueOr(0.0), 100, 1e-6);
  EXPECT_EQ(x.value(10), Value(0.0));

  const ClipStage two(twoClips(""));
  EXPECT_EQ(two.attribute("/M.x").value(TimeCode::preTime(5)), Value(500.0));
  EXPECT_EQ(two.attribute("/M.y").value(TimeCode::preTime(5)), Value(1.0));
}

TEST(ClipValues, Templates) {
  LayerTexts texts;
  for (const int n : {1, 2, 4}) {
    const std::string number = std::to_string(n);
    texts["/tp." + number + ".usda"] = "def \"P\" { double x.timeSamples = {" + number + ": " +
                                       number + "0, " + number + ".5: " + number + "1}\n }\n";
  }
  const auto root = [](const std::string& more) {
    return R"(def "M" (clips = { dictionary default = {
        string templateAssetPath = "tp.#.usda"
        double templateStartTime = 1
        double templateEndTime = 4
        double templateStride = 1
        string primPath = "/P"
        )" +
           more + "\n}}) { double x\n }\n";
  };
  texts["/root.usda"] = root("");
  const ClipStage plain(texts);
  plain.expectSamples("/M.x", {1, 1.5, 2, 2.5, 4});
  plain.expectValues("/M.x", {{3, 21 + 19 / 3.0}});

  texts["/root.usda"] = root("double templateActiveOffset = 0.5");
  const ClipStage shifted(texts);
  shifted.expectSamples("/M.x", {0.5, 1, 1.5, 2, 2.5, 4, 4.5});
  shifted.expectValues("/M.x", {{0.5, 10}, {1.9, 11}, {2, 11}, {3, 21}, {4, 21}, {4.5, 41}});
}

TEST(ClipValues, SetsHaveAnOrder) {
  const auto scene = [](const std::string& clipSets) {
    const auto set = [](const std::string& name) {
      return "dictionary " + name + " = { asset[] assetPaths = [@" + name +
             ".usda@]\n double2[] active = [(0, 0)]\n string primPath = \"/P\"\n }\n";
    };
    LayerTexts texts = {{"/root.usda", "def \"M\" (clips = {\n" + set("a") + set("b") + "}\n" +
                                           clipSets + ") { double x\n }\n"}};
    texts["/a.usda"] = "def \"P\" { double x.timeSamples = {0: 1}\n }\n";
    texts["/b.usda"] = "def \"P\" { double x.timeSamples = {0: 2}\n }\n";
    return ClipStage(std::move(texts));
  };
  scene("").expectValues("/M.x", {{0, 1}});
  scene("clipSets = [\"b\", \"a\"]").expectValues("/M.x", {{0, 2}});
  scene("clipSets = [\"b\"]").expectValues("/M.x", {{0, 2}});
  scene("delete clipSets = [\"a\"]").expectValues("/M.x", {{0, 2}});
  scene("clipSets = [\"other\"]").expectValues("/M.x", {{0, {}}});
}

TEST(ClipValues, ApplyToDescendants) {
  const std::string clips = R"(clips = { dictionary default = {
      asset[] assetPaths = [@FILE@]
      double2[] active = [(0, 0)]
      string primPath = "/P" }})";
  const auto named = [&](const std::string& file) {
    std::string text = clips;
    return text.replace(text.find("FILE"), 4, file);
  };
  const ClipStage scene(LayerTexts{
      {"/root.usda", "def \"M\" (" + named("far.usda") + ") {\n def \"N\" (" + named("near.usda") +
                         ") { def \"Leaf\" { double x\n double y\n }\n }\n }\n"},
      {"/far.usda",
       "def \"P\" { def \"N\" { def \"Leaf\" { double x.timeSamples = {0: 1}\n"
       "double y.timeSamples = {0: 2}\n }\n }\n }\n"},
      {"/near.usda", "def \"P\" { def \"Leaf\" { double x.timeSamples = {0: 3}\n }\n }\n"},
  });
  scene.expectValues("/M/N/Leaf.x", {{0, 3}});
  scene.expectValues("/M/N/Leaf.y", {{0, 2}});
}

TEST(ClipValues, TimeCodesAndAssetsInClips) {
  LayerTexts texts = oneClip("(10, 0), (20, 10)");
  texts["/asset.usda"].replace(texts["/asset.usda"].find("double x"), 8, "timecode t\n asset f");
  texts["/asset.usda"].replace(texts["/asset.usda"].find("@a.usda@"), 8, "@clips/a.usda@");
  texts["/clips/a.usda"] =
      "def \"P\" { timecode t.timeSamples = {0: 0, 10: 20}\n asset f.timeSamples = {0: "
      "@./a.usda@}\n }\n";
  const ClipStage scene(std::move(texts));
  EXPECT_EQ(scene.attribute("/M.t").value(10), Value(TimeCodeValue{10}));
  EXPECT_EQ(scene.attribute("/M.t").value(15), Value(TimeCodeValue{20}));
  const Value file = scene.attribute("/M.f").value(10);
  ASSERT_TRUE(file.holds<AssetPath>());
  EXPECT_EQ(file.find<AssetPath>()->resolved, "/clips/a.usda");
}

TEST(ClipValues, TimeCodesGoAlongWithTheirSegment) {
  LayerTexts texts = oneClip("(0, 10), (20, 20), (30, 20), (40, 0)");
  texts["/asset.usda"].replace(texts["/asset.usda"].find("double x"), 8, "timecode t");
  texts["/a.usda"] = "def \"P\" { timecode t.timeSamples = {0: 7, 100: 7}\n }\n";
  const ClipStage scene(std::move(texts));
  for (const auto& [time, value] :
       {std::pair(-1.0, -6.0), {0.0, -6.0}, {25.0, 7.0}, {30.0, 20.0}, {40.0, 36.5}}) {
    const Value at = scene.attribute("/M.t").value(time);
    EXPECT_NEAR(at.valueOr(TimeCodeValue{}).time, value, 1e-9) << time;
  }
}

TEST(ClipValues, OffsetsOfTheLayersApply) {
  // Three layers with offsets 1000, 100 and 10, and the layers of the clips, `active` and `times`.
  const std::string says[] = {"asset[] assetPaths = [@c.usda@]\n string primPath = \"/P\"\n",
                              "double2[] active = [(0, 0)]\n",
                              "double2[] times = [(2, 2), (3, 3)]\n"};
  const struct {
    int clips, active, times;
    Times samples;
  } cases[] = {
      {0, 0, 0, {1000, 1002, 1003}}, {0, 1, 2, {1000, 1002, 1003}}, {1, 0, 2, {102, 103, 1000}},
      {1, 1, 0, {100, 1002, 1003}},  {2, 1, 2, {12, 13, 100}},      {2, 2, 2, {10, 12, 13}},
  };
  for (const auto& c : cases) {
    std::string bodies[3];
    bodies[c.clips] += says[0];
    bodies[c.active] += says[1];
    bodies[c.times] += says[2];
    LayerTexts texts = {{"/root.usda",
                         "(subLayers = [@l0.usda@ (offset = 1000), @l1.usda@ (offset "
                         "= 100), @l2.usda@ (offset = 10)])"},
                        {"/c.usda", "def \"P\" { double x.timeSamples = {-9: 1}\n }\n"}};
    for (int i = 0; i < 3; ++i) {
      texts["/l" + std::to_string(i) + ".usda"] =
          "over \"M\" (clips = { dictionary default = {\n" + bodies[i] + "}}) { double x\n }\n";
    }
    ClipStage(std::move(texts)).expectSamples("/M.x", c.samples);
  }
}

TEST(ClipValues, WithoutTimesOffsetsReachIntoTheClip) {
  LayerTexts texts = oneClip("", " (offset = 100; scale = 2)");
  std::string& asset = texts["/asset.usda"];
  asset.erase(asset.find("double2[] times = []"), 20);
  const ClipStage scene(std::move(texts));
  scene.expectSamples("/M.x", {100, 108, 120});
  scene.expectValues("/M.x", {{104, 20}, {120, 100}});
  const auto stack = scene.attribute("/M.x").propertyStack(104);
  ASSERT_EQ(stack.size(), 2u);
  EXPECT_EQ(stack[1].layer->identifier(), "/a.usda");
  EXPECT_EQ(stack[1].offset, (LayerOffset{.offset = 100, .scale = 2}));
}

TEST(ClipValues, InfoNamesTheClipAndItsTime) {
  const ClipStage scene(oneClip("(0, 5), (10, 15)"));
  const ResolveInfo info = scene.attribute("/M.x").resolveInfo(2);
  EXPECT_EQ(info.source, ValueSource::Clips);
  EXPECT_EQ(info.samples, SampleUse::Linear);
  EXPECT_EQ(info.layer->identifier(), "/a.usda");
  EXPECT_EQ(info.specPath, Path::fromText("/P.x"));
  ASSERT_TRUE(info.clip);
  EXPECT_EQ(info.clip->set, "default");
  EXPECT_EQ(info.clip->file, "a.usda");
  EXPECT_EQ(info.clip->index, 0u);
  EXPECT_EQ(info.clip->time, 7.0);
}

TEST(ClipValues, FaultsAreReportedAndOtherValuesStay) {
  const auto set = [](const std::string& body) {
    return LayerTexts{{"/root.usda", "def \"M\" (clips = { dictionary default = {\n" + body +
                                         "\n}}) { double x = 4\n }\n"},
                      {"/a.usda", "def \"P\" { double x.timeSamples = {0: 1}\n }\n"},
                      {"/empty.usda", "over \"Nobody\" { double x\n }\n"},
                      {"/broken.usda", "def \"P\" { double x.timeSamples = {0: \n"}};
  };
  const std::string paths = "asset[] assetPaths = [@a.usda@]\n";
  const std::string active = "double2[] active = [(0, 0)]\n";
  const std::string prim = "string primPath = \"/P\"\n";
  const struct {
    const char* name;
    LayerTexts texts;
    const char* code;  // Empty: nothing is reported.
  } cases[] = {
      {"nothing wrong", set(paths + active + prim), ""},
      {"no active", set(paths + prim), ""},
      {"no prim path", set(paths + active), ""},
      {"switched off", set("asset[] assetPaths = []\n double2[] active = []\n" + prim), ""},
      {"relative prim path", set(paths + active + "string primPath = \"P\""),
       "stage.invalid-clips"},
      {"property path", set(paths + active + "string primPath = \"/P.x\""), "stage.invalid-clips"},
      {"empty file", set("asset[] assetPaths = [@@]\n" + active + prim), "stage.invalid-clips"},
      {"no such clip", set(paths + "double2[] active = [(0, 1)]\n" + prim), "stage.invalid-clips"},
      {"two at once", set(paths + "double2[] active = [(0, 0), (0, 0)]\n" + prim),
       "stage.invalid-clips"},
      {"three times at once",
       set(paths + active + prim + "double2[] times = [(0, 0), (0, 1), (0, 2)]\n"),
       "stage.invalid-clips"},
      {"wrong type of active", set(paths + "double active = 0\n" + prim), "stage.invalid-clips"},
      {"wrong type of paths", set("string[] assetPaths = [\"a.usda\"]\n" + active + prim),
       "stage.invalid-clips"},
      {"wrong type of times", set(paths + active + prim + "int2[] times = [(0, 3)]\n"),
       "stage.invalid-clips"},
      {"stride 0",
       set("string templateAssetPath = \"a.#.usda\"\n double templateStartTime = 0\n"
           "double templateEndTime = 4\n double templateStride = 0\n" +
           prim),
       "stage.invalid-clips"},
      {"whole number for a time of a template",
       set("string templateAssetPath = \"a.#.usda\"\n int templateStartTime = 0\n"
           "double templateEndTime = 4\n double templateStride = 1\n" +
           prim),
       "stage.invalid-clips"},
      {"times that are not numbers", set(paths + active + prim + "double2[] times = [(nan, 0)]\n"),
       "stage.invalid-clips"},
      {"infinite times", set(paths + active + prim + "double2[] times = [(-inf, 0), (3, 3)]\n"),
       "stage.invalid-clips"},
      {"a manifest that names nothing",
       set(paths + active + prim + "asset manifestAssetPath = @empty.usda@\n"),
       "stage.empty-manifest"},
      {"no samples in any clip", set(paths + active + "string primPath = \"/Q\"\n"),
       "stage.empty-manifest"},
      {"unreadable file", set("asset[] assetPaths = [@broken.usda@]\n" + active + prim),
       "stage.unreadable-clip"},
      {"no dictionary",
       {{"/root.usda", "def \"M\" (clips = { int x = 1\n }) { double x = 4\n }\n"}},
       "stage.invalid-clips"},
      {"missing file", set("asset[] assetPaths = [@none.usda@]\n" + active + prim),
       "stage.unreadable-clip"},
  };
  for (const auto& c : cases) {
    const ClipStage scene(c.texts);
    // The default in the anchor's own layer is stronger, but a rival default is asked for first.
    EXPECT_EQ(scene.attribute("/M.x").value(1), Value(4.0)) << c.name;
    scene.attribute("/M.x").propertyStack(1);
    const Diagnostics found = scene.stage().clipDiagnostics();
    ASSERT_EQ(found.isEmpty(), std::string_view(c.code).empty()) << c.name;
    if (found.isEmpty()) continue;
    EXPECT_EQ(found.entries().back().code.id, c.code) << c.name;
  }
}

TEST(ClipValues, ManyThreadsGetTheSame) {
  std::string root = "def \"M\" (clips = { dictionary default = {\n asset[] assetPaths = [";
  std::string active;
  LayerTexts texts;
  constexpr int kClips = 200;
  for (int i = 0; i < kClips; ++i) {
    const std::string n = std::to_string(i);
    root += "@c" + n + ".usda@, ";
    active += "(" + n + ", " + n + "), ";
    texts["/c" + n + ".usda"] = "def \"P\" { double x.timeSamples = {" + n + ": " + n + "}\n }\n";
  }
  texts["/root.usda"] = root + "]\n double2[] active = [" + active +
                        "]\n string primPath = \"/P\"\n}}) { double x\n }\n";
  const ClipStage scene(std::move(texts));
  const Attribute x = scene.attribute("/M.x");
  std::vector<double> values(4 * kClips);
  parallelFor(values.size(), 1, [&](std::size_t first, std::size_t last) {
    for (std::size_t i = first; i < last; ++i) {
      values[i] = x.value(double(i % kClips) + 0.5).valueOr(-1.0);
    }
  });
  for (std::size_t i = 0; i < values.size(); ++i) {
    EXPECT_EQ(values[i], std::min(double(i % kClips) + 0.5, kClips - 1.0)) << i;
  }
}

}  // namespace usdscope
