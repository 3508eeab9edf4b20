// SPDX-License-Identifier: Apache-2.0
#include "engine/report/explain/ExplainMarkdown.h"

#include <gtest/gtest.h>

#include "tests/support/scene/StageTexts.h"

namespace usdscope {
namespace {

TEST(ExplainMarkdown, SentencesAndTables) {
  const StageResult result = stageFromTexts(
      {{"/root.usda", "(subLayers = [@anim.usda@ (offset = 4)])\ndef \"A_1\" {\n}\n"},
       {"/anim.usda", "over \"A_1\" {\n double x.timeSamples = {1: 1, 3: 2}\n double x = 5\n}\n"}});
  ASSERT_TRUE(result.stage);
  const Prim prim = result.stage->primAt(Path::fromText("/A_1"));
  EXPECT_EQ(explanationToMarkdown(explain(prim.attribute(Token("x")), 7.0)), R"(### /A\_1.x at 7

`anim.usda` at 3, on a sample.

Value: 2

| Time | Step | Mapping |
| ---: | --- | --- |
| 7 | stage |  |
| 3 | sublayer in root.usda to anim.usda | offset 4 |

|  | Layer | Path | Contents | Reason |
| --- | --- | --- | --- | --- |
| ▸ | anim.usda | /A\_1.x | 2 time samples, default | gives the value |
)");
}

TEST(ExplainMarkdown, FactsOfPrims) {
  const StageResult result =
      stageFromText("#usda 1.0\ndef Xform \"A\" {\n token visibility = \"invisible\"\n}\n");
  ASSERT_TRUE(result.stage);
  const Prim prim = result.stage->primAt(Path::fromText("/A"));
  const std::string text = factsToMarkdown({explainVisibility(prim, 1.0)});
  EXPECT_TRUE(text.starts_with("### visibility of /A\n\nInvisible at 1")) << text;
  EXPECT_NE(text.find("| ▸ |"), std::string::npos) << text;
}

}  // namespace
}  // namespace usdscope
