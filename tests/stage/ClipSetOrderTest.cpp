// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include <string>

#include "engine/stage/Property.h"
#include "tests/support/scene/StageTexts.h"

namespace usdscope {
namespace {

std::string clipSetText(const std::string& name) {
  return "dictionary " + name + " = { asset[] assetPaths = [@" + name +
         ".usda@]\n asset manifestAssetPath = @" + name +
         ".usda@\n string primPath = \"/P\"\n double2[] active = [(0, 0)] }\n";
}

// Returns the value of an attribute that both sets have: 1 from the set `a`, 2 from the set `b`.
double valueWithWeakClipSets(const std::string& clipSets) {
  const StageResult result = stageFromTexts({
      {"/a.usda", "def \"P\" { double x.timeSamples = {0: 1} }"},
      {"/b.usda", "def \"P\" { double x.timeSamples = {0: 2} }"},
      {"/weak.usda", "over \"P\" (" + clipSets + ") {}"},
      {"/root.usda", "(subLayers = [@weak.usda@])\ndef \"P\" (clips = {" + clipSetText("a") +
                         clipSetText("b") + "}) { double x }"},
  });
  if (!result.stage) return 0.0;
  const Prim prim = result.stage->primAt(Path::fromText("/P"));
  return prim.attribute(Token("x")).value(TimeCode(0.0)).valueOr(0.0);
}

}  // namespace

// The values are the reference's.
TEST(ClipSetOrder, WeakerLayersOrderSets) {
  EXPECT_EQ(valueWithWeakClipSets(""), 1.0);
  EXPECT_EQ(valueWithWeakClipSets("clipSets = [\"b\", \"a\"]"), 2.0);
  EXPECT_EQ(valueWithWeakClipSets("prepend clipSets = [\"b\"]"), 2.0);
  EXPECT_EQ(valueWithWeakClipSets("delete clipSets = [\"a\"]"), 1.0);
}

}  // namespace usdscope
