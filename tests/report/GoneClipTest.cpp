// SPDX-License-Identifier: Apache-2.0
// Clip files that vanish while the scene is open: their values stay, and the explanation says so.
#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <memory>
#include <string>
#include <system_error>

#include "engine/asset/DefaultResolver.h"
#include "engine/format/LayerCache.h"
#include "engine/report/explain/Explain.h"
#include "engine/stage/Stage.h"
#include "tests/support/TemporaryFolder.h"

namespace usdscope {
namespace {

constexpr const char* kGoneClipRoot = R"(#usda 1.0
def "I" (
    clips = {
        dictionary default = {
            asset[] assetPaths = [@./a.usda@, @./b.usda@]
            asset manifestAssetPath = @./m.usda@
            string primPath = "/C"
            double2[] active = [(0, 0), (10, 1)]
        }
    }
)
{
    double x
}
)";
constexpr const char* kGoneClip = R"(#usda 1.0
def "C"
{
    double x.timeSamples = { 0: 1, 20: 3 }
}
)";

}  // namespace

TEST(GoneClip, ValuesFromMemoryAreNamedAsThat) {
  const TemporaryFolder folder;
  const auto write = [&](const char* name, const char* text) {
    std::ofstream(folder / name) << text;
  };
  write("root.usda", kGoneClipRoot);
  write("a.usda", kGoneClip);
  write("b.usda", kGoneClip);
  write("m.usda", "#usda 1.0\ndef \"C\"\n{\n    double x\n}\n");
  StageRequest request;
  request.rootLayer = (folder / "root.usda").string();
  const auto resolver = std::make_shared<DefaultResolver>(searchFromEnvironment(request.rootLayer));
  const auto stage = composeStage(request, std::make_shared<LayerCache>(resolver)).stage;
  ASSERT_TRUE(stage);
  const Attribute x = stage->primAt(Path::fromText("/I")).attribute(Token("x"));
  const std::string sentence = explain(x, 5).sentence;
  EXPECT_EQ(sentence.find("missing"), std::string::npos) << sentence;
  std::error_code ignored;
  ASSERT_TRUE(std::filesystem::remove(folder / "a.usda", ignored));
  const Explanation gone = explain(x, 5);
  EXPECT_EQ(gone.value, Value(1.5));
  EXPECT_EQ(gone.sentence,
            sentence + " `a.usda` is missing now: its values are as they were read before.");
  // The other clip is there.
  EXPECT_EQ(explain(x, 15).sentence.find("missing"), std::string::npos);
}

}  // namespace usdscope
