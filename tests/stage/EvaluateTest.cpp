// SPDX-License-Identifier: Apache-2.0
#include "engine/stage/resolve/Evaluate.h"

#include <gtest/gtest.h>

#include <limits>

#include "engine/stage/Property.h"
#include "tests/support/scene/StageTexts.h"

namespace usdscope {
namespace {

const TimeCode kDefault;

Attribute attributeAt(const Stage& stage, std::string_view path) {
  const Path at = Path::fromText(path);
  const Attribute found = stage.primAt(at.primPath()).attribute(at.name());
  EXPECT_TRUE(found) << path;
  return found;
}

// The stage of a strong layer over a weak one, each the body of a prim A.
StageResult layered(const std::string& strong, const std::string& weak,
                    const std::string& type = "") {
  return stageFromTexts(
      {{"/root.usda", "(subLayers = [@weak.usda@])\ndef " + type + " \"A\" {\n" + strong + "\n}\n"},
       {"/weak.usda", "over \"A\" {\n" + weak + "\n}\n"}});
}

}  // namespace

TEST(Evaluate, StrongestOpinionWins) {
  const struct {
    const char* name;
    const char* strong;
    const char* weak;
    Value atDefault;
    Value atOne;
    ValueSource sourceAtOne;
  } cases[] = {
      {"default over default", "double x = 1", "double x = 2", Value(1.0), Value(1.0),
       ValueSource::Default},
      {"default over samples", "double x = 1", "double x.timeSamples = {1: 2}", Value(1.0),
       Value(1.0), ValueSource::Default},
      {"samples before the default of their layer", "double x = 1\ndouble x.timeSamples = {1: 2}",
       "", Value(1.0), Value(2.0), ValueSource::TimeSamples},
      {"samples over default", "double x.timeSamples = {1: 2}", "double x = 3", Value(3.0),
       Value(2.0), ValueSource::TimeSamples},
      {"spec without a value", "double x", "double x = 3", Value(3.0), Value(3.0),
       ValueSource::Default},
      {"no samples at all", "double x.timeSamples = {}", "double x = 3", Value(3.0), Value(3.0),
       ValueSource::Default},
      {"spline before default", "double x = 1\ndouble x.spline = { 0: 5, }", "", Value(1.0),
       Value(5.0), ValueSource::Spline},
      {"samples before spline", "double x.timeSamples = {1: 2}\ndouble x.spline = { 0: 5, }", "",
       Value(), Value(2.0), ValueSource::TimeSamples},
      {"nothing", "double x", "", Value(), Value(), ValueSource::None},
  };
  for (const auto& c : cases) {
    const auto scene = layered(c.strong, c.weak);
    const Attribute x = attributeAt(*scene.stage, "/A.x");
    EXPECT_EQ(x.value(), c.atDefault) << c.name;
    EXPECT_EQ(x.value(1), c.atOne) << c.name;
    EXPECT_EQ(x.resolveInfo(1).source, c.sourceAtOne) << c.name;
    const AttributeQuery query = x.query();
    EXPECT_EQ(query.value(kDefault), c.atDefault) << c.name;
    EXPECT_EQ(query.value(1), c.atOne) << c.name;
    EXPECT_EQ(query.source(1), c.sourceAtOne) << c.name;
    EXPECT_EQ(x.hasAuthoredValue(), c.sourceAtOne != ValueSource::None) << c.name;
  }
}

TEST(Evaluate, Blocks) {
  const struct {
    const char* name;
    const char* strong;
    const char* weak;
    Value atDefault;
    Value atOne;
    bool isBlocked;
  } cases[] = {
      // A blocked default brings the fallback back, but not at the default time.
      {"default", "token visibility = None", "token visibility = \"invisible\"", Value(),
       Value(Token("inherited")), true},
      {"default over samples", "token visibility = None",
       "token visibility.timeSamples = {1: \"invisible\"}", Value(), Value(Token("inherited")),
       true},
      {"sample", "token visibility.timeSamples = {1: None}", "", Value(Token("inherited")), Value(),
       false},
      {"animation", "token visibility = AnimationBlock",
       "token visibility.timeSamples = {1: \"invisible\"}", Value(Token("inherited")),
       Value(Token("inherited")), false},
      {"animation lets defaults pass", "token visibility = AnimationBlock",
       "token visibility = \"invisible\"\ntoken visibility.timeSamples = {1: \"inherited\"}",
       Value(Token("invisible")), Value(Token("invisible")), false},
      {"animation beside samples",
       "token visibility = AnimationBlock\ntoken visibility.timeSamples = {1: \"invisible\"}", "",
       Value(Token("inherited")), Value(Token("invisible")), false},
  };
  for (const auto& c : cases) {
    const auto scene = layered(c.strong, c.weak, "Xform");
    const Attribute visibility = attributeAt(*scene.stage, "/A.visibility");
    EXPECT_EQ(visibility.value(), c.atDefault) << c.name;
    EXPECT_EQ(visibility.value(1), c.atOne) << c.name;
    EXPECT_EQ(visibility.resolveInfo(1).isBlocked, c.isBlocked) << c.name;
    EXPECT_EQ(visibility.query().value(1), c.atOne) << c.name;
  }
}

TEST(Evaluate, OffsetsMapTimesAndTimeCodes) {
  const auto scene = stageFromTexts(
      {{"/root.usda",
        "(timeCodesPerSecond = 48\n subLayers = [@sub.usda@ (offset = 1000)])\n"
        "def \"A\" (references = @asset.usda@</B> (offset = 10; scale = 2)) {}\n"},
       {"/sub.usda",
        "(timeCodesPerSecond = 48)\nover \"A\" { double near.timeSamples = {1: 1}\n }\n"},
       {"/asset.usda",
        "(timeCodesPerSecond = 24)\ndef \"B\" { double far.timeSamples = {1: 1, 2: 2}\n"
        "timecode code = 5\n timecode[] codes.timeSamples = {1: [1, 2]}\n }\n"}});
  // Twice as long by the offset, and again by the rates.
  const Attribute far = attributeAt(*scene.stage, "/A.far");
  EXPECT_EQ(far.timeSamples(), (std::vector<double>{14, 18}));
  EXPECT_EQ(far.value(16), Value(1.5));
  EXPECT_EQ(attributeAt(*scene.stage, "/A.near").timeSamples(), std::vector<double>{1001});
  EXPECT_EQ(attributeAt(*scene.stage, "/A.code").value(), Value(TimeCodeValue{30}));
  EXPECT_EQ(attributeAt(*scene.stage, "/A.codes").value(14),
            Value(Array<TimeCodeValue>{TimeCodeValue{14}, TimeCodeValue{18}}));

  const ResolveInfo info = far.resolveInfo(16);
  EXPECT_EQ(info.samples, SampleUse::Linear);
  EXPECT_EQ(info.lowerTime, 14);
  EXPECT_EQ(info.upperTime, 18);
  EXPECT_EQ(info.layer->identifier(), "/asset.usda");
  EXPECT_EQ(info.specPath, Path::fromText("/B.far"));
  EXPECT_EQ(info.offset, (LayerOffset{.offset = 10, .scale = 4}));
}

TEST(Evaluate, AssetsLieBesideTheLayerThatWins) {
  const auto scene = stageFromTexts(
      {{"/root.usda",
        "def \"A\" (references = @sub/asset.usda@</A>) { asset strong = @t.png@\n }\n"},
       {"/sub/asset.usda",
        "def \"A\" { asset weak = @t.png@\n asset gone = @none.png@\n"
        "asset[] all.timeSamples = {1: [@t.png@]}\n }\n"},
       {"/t.png", ""},
       {"/sub/t.png", ""}});
  const auto resolved = [&](std::string_view path, TimeCode time = {}) {
    const Value value = attributeAt(*scene.stage, path).value(time);
    const auto* one = value.find<AssetPath>();
    const auto* list = value.find<Array<AssetPath>>();
    return one ? one->resolved : list && !list->empty() ? (*list)[0].resolved : "?";
  };
  EXPECT_EQ(resolved("/A.strong"), "/t.png");
  EXPECT_EQ(resolved("/A.weak"), "/sub/t.png");
  EXPECT_EQ(resolved("/A.gone"), "");
  EXPECT_EQ(resolved("/A.all", 1), "/sub/t.png");
}

TEST(Evaluate, LimitsFromTheLeft) {
  const auto scene = stageFromText(
      "def \"A\" { double x.timeSamples = {1: 1, 2: 2, 3: None}\n"
      "string s.timeSamples = {1: \"a\", 2: \"b\"}\n"
      "double sp.spline = { 1: 5 & 6; post held, 3: 8; post held, }\n }\n");
  const struct {
    const char* path;
    double time;
    Value before;
    Value at;
  } cases[] = {
      {"/A.x", 1, Value(1.0), Value(1.0)},
      {"/A.x", 2, Value(2.0), Value(2.0)},
      {"/A.x", 3, Value(2.0), Value()},
      {"/A.x", 4, Value(), Value()},
      {"/A.s", 2, Value(std::string("a")), Value(std::string("b"))},
      {"/A.sp", 1, Value(5.0), Value(6.0)},
      {"/A.sp", 3, Value(6.0), Value(8.0)},
  };
  for (const auto& c : cases) {
    const Attribute attribute = attributeAt(*scene.stage, c.path);
    EXPECT_EQ(attribute.value(TimeCode::preTime(c.time)), c.before) << c.path << c.time;
    EXPECT_EQ(attribute.value(c.time), c.at) << c.path << c.time;
  }
  EXPECT_EQ(attributeAt(*scene.stage, "/A.x").value(TimeCode::earliest()), Value(1.0));
}

TEST(Evaluate, HeldStage) {
  StageRequest request;
  request.interpolation = InterpolationType::Held;
  const auto scene = stageFromTexts(
      {{"/root.usda", "def \"A\" { double x.timeSamples = {1: 1, 2: 2}\n }\n"}}, request);
  EXPECT_EQ(attributeAt(*scene.stage, "/A.x").value(1.5), Value(1.0));
  EXPECT_EQ(attributeAt(*scene.stage, "/A.x").query().value(1.5), Value(1.0));
}

TEST(Evaluate, Varying) {
  const auto scene = stageFromText(
      "def \"A\" { double none\n double one.timeSamples = {1: 1}\n"
      "double two.timeSamples = {1: 1, 2: 1}\n double spline.spline = { 1: 1, }\n"
      "double infinite.timeSamples = {-inf: 1, 2: 3, inf: 4}\n }\n");
  const struct {
    const char* path;
    bool isVarying;
    std::vector<double> samples;
  } cases[] = {
      {"/A.none", false, {}},  {"/A.one", false, {1}},     {"/A.two", true, {1, 2}},
      {"/A.spline", true, {}}, {"/A.infinite", true, {2}},
  };
  for (const auto& c : cases) {
    const Attribute attribute = attributeAt(*scene.stage, c.path);
    EXPECT_EQ(attribute.mightBeTimeVarying(), c.isVarying) << c.path;
    EXPECT_EQ(attribute.timeSamples(), c.samples) << c.path;
    EXPECT_EQ(attribute.query().mightBeTimeVarying(), c.isVarying) << c.path;
    EXPECT_EQ(attribute.query().timeSamples(), c.samples) << c.path;
  }
  EXPECT_TRUE(attributeAt(*scene.stage, "/A.spline").hasSpline());
}

TEST(Evaluate, QueryThatIsNotBound) {
  const AttributeQuery query;
  EXPECT_TRUE(query.value(1).isEmpty());
  EXPECT_EQ(query.source(1), ValueSource::None);
  EXPECT_TRUE(query.timeSamples().empty());
  EXPECT_FALSE(query.mightBeTimeVarying());
}

TEST(Evaluate, ClipsOnInstances) {
  const std::string clips = R"(clips = { dictionary default = {
      asset[] assetPaths = [@clip.usda@]
      double2[] active = [(0, 0)]
      string primPath = "/P" }})";
  const auto scene = stageFromTexts(
      {{"/root.usda",
        "def \"I\" (instanceable = true\n references = @asset.usda@</Model>\n" + clips +
            ") {}\ndef \"J\" (instanceable = true\n references = @inside.usda@</Model>) {}\n"},
       {"/asset.usda", "def \"Model\" { double x = 1\n def \"Below\" { double x = 2\n }\n }\n"},
       {"/inside.usda", "def \"Model\" { def \"Below\" (" + clips + ") { double x\n }\n }\n"},
       {"/clip.usda",
        "def \"P\" { double x.timeSamples = {0: 10}\n"
        "def \"Below\" { double x.timeSamples = {0: 20}\n }\n }\n"}});
  // On an instance they apply to it alone; inside of its prototype they apply to descendants, too.
  EXPECT_EQ(attributeAt(*scene.stage, "/I.x").value(0), Value(10.0));
  EXPECT_EQ(attributeAt(*scene.stage, "/I/Below.x").value(0), Value(2.0));
  EXPECT_EQ(attributeAt(*scene.stage, "/J/Below.x").value(0), Value(10.0));
}

}  // namespace usdscope
