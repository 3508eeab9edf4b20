// SPDX-License-Identifier: Apache-2.0
#include "engine/stage/resolve/TimePath.h"

#include <gtest/gtest.h>

#include <fmt/format.h>

#include "engine/stage/Property.h"
#include "engine/stage/resolve/ResolveTrace.h"
#include "tests/support/scene/StageTexts.h"

namespace usdscope {
namespace {

std::string_view nameOf(TimeStep::Kind kind) {
  constexpr std::string_view kNames[] = {"sublayer", "reference", "payload",
                                         "rate",     "clips",     "arc"};
  return kNames[std::size_t(kind)];
}

// The steps to the value of an attribute, as "reference in root.usda 0+2: 16>8".
std::vector<std::string> stepsTo(const Attribute& attribute, TimeCode time) {
  std::vector<std::string> steps;
  for (const TimeStep& step : traceValue(attribute, time).timePath) {
    steps.push_back(fmt::format("{} in {} {}+{}t: {}>{}", nameOf(step.kind),
                                step.layer->identifier().substr(1), step.offset.offset,
                                step.offset.scale, step.from, step.to));
  }
  return steps;
}

}  // namespace

TEST(TimePath, HasTheStepsThatCompositionTook) {
  const std::string samples = "double x.timeSamples = {0: 0, 100: 100}";
  const LayerTexts::value_type asset = {
      "/asset.usda", "(timeCodesPerSecond = 24)\ndef \"B\" { " + samples + "\n }\n"};
  using Steps = std::vector<std::string>;
  const struct {
    const char* name;
    LayerTexts layers;
    Steps steps;
  } cases[] = {
      {"no step", {{"/root.usda", "def \"A\" { " + samples + "\n }\n"}}, {}},
      {"sublayers in sublayers",
       {{"/root.usda", "(subLayers = [@one.usda@ (offset = 10)])\n"},
        {"/one.usda", "(subLayers = [@two.usda@ (scale = 2)])\n"},
        {"/two.usda", "def \"A\" { " + samples + "\n }\n"}},
       {"sublayer in root.usda 10+1t: 16>6", "sublayer in one.usda 0+2t: 6>3"}},
      {"a reference and a rate",
       {{"/root.usda",
         "(timeCodesPerSecond = 48)\ndef \"A\" (references = @asset.usda@</B> (offset = 10)) {}\n"},
        asset},
       {"reference in root.usda 10+1t: 16>6", "rate in asset.usda 0+2t: 6>3"}},
      {"a payload of a sublayer",
       {{"/root.usda", "(subLayers = [@sub.usda@ (offset = 4)])\n"},
        {"/sub.usda", "def \"A\" (payload = @asset.usda@</B> (scale = 2)) {}\n"},
        asset},
       {"sublayer in root.usda 4+1t: 16>12", "payload in sub.usda 0+2t: 12>6"}},
      // The two differ by less than any tolerance that could distinguish them by their products.
      {"nearly equal references",
       {{"/root.usda",
         "def \"A\" (references = [@asset.usda@</Other> (offset = 10.0000000001),\n"
         " @asset.usda@</B> (offset = 10)]) {}\n"},
        {"/asset.usda", "def \"Other\" {}\ndef \"B\" { " + samples + "\n }\n"}},
       {"reference in root.usda 10+1t: 16>6"}},
      // An internal reference leads from the time of the stack to the time of the stack.
      {"an internal reference of a sublayer",
       {{"/root.usda", "(subLayers = [@sub.usda@ (offset = 4)])\n"},
        {"/sub.usda",
         "def \"B\" { " + samples + "\n }\ndef \"A\" (references = </B> (scale = 2)) {}\n"}},
       {"reference in sub.usda 0+2t: 16>8", "sublayer in root.usda 4+1t: 8>4"}},
      {"a specialized prim inside of a reference",
       {{"/root.usda", "def \"A\" (references = @asset.usda@</B> (offset = 10)) {}\n"},
        {"/asset.usda", "def \"C\" { " + samples + "\n }\ndef \"B\" (specializes = </C>) {}\n"}},
       {"reference in root.usda 10+1t: 16>6"}},
      {"an offset that does not run forwards",
       {{"/root.usda",
         "(timeCodesPerSecond = 48)\ndef \"A\" (references = @asset.usda@</B> (scale = -1)) {}\n"},
        asset},
       {"rate in asset.usda 0+2t: 16>8"}},
  };
  for (const auto& c : cases) {
    const auto scene = stageFromTexts(c.layers);
    const Attribute x = scene.stage->primAt(Path::fromText("/A")).attribute(Token("x"));
    ASSERT_TRUE(x) << c.name;
    EXPECT_EQ(stepsTo(x, 16), c.steps) << c.name;
  }
}

}  // namespace usdscope
