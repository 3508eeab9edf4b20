// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include "tests/support/UsdaText.h"

namespace usdscope {

TEST(UsdaPathExpressions, InvalidExpressionsAreReportedAndMatchNothing) {
  Diagnostics diagnostics;
  const auto layer = readText(
      "#usda 1.0\ndef \"A\" {\n pathExpression a = \"/A + + /B\"\n pathExpression[] b = ['x', "
      "\"\"\"/A{\"\"\"]\n pathExpression c = \"\\x2fA/\"\n int d = 1\n}\n",
      diagnostics);
  ASSERT_TRUE(layer);
  const auto valueOf = [&](const char* path) {
    return layer->findProperty(Path::fromText(path)).field(fields::kDefault);
  };
  EXPECT_EQ(valueOf("/A.a"), Value(PathExpression{}));
  EXPECT_EQ(valueOf("/A.b"), Value(Array<PathExpression>{{"/A/x"}, {""}}));
  EXPECT_EQ(valueOf("/A.c"), Value(PathExpression{}));
  EXPECT_EQ(valueOf("/A.d"), Value(std::int32_t{1}));
  const struct {
    int line;
    int column;
  } sites[] = {{3, 27}, {4, 35}, {5, 21}};
  ASSERT_EQ(diagnostics.entries().size(), std::size(sites));
  for (std::size_t i = 0; i < std::size(sites); ++i) {
    const Diagnostic& diagnostic = diagnostics.entries()[i];
    EXPECT_EQ(diagnostic.code, kUsdaPathExpression);
    EXPECT_EQ(diagnostic.site.line, sites[i].line);
    EXPECT_EQ(diagnostic.site.column, sites[i].column) << diagnostic.message;
  }
}

TEST(UsdaPathExpressions, PathsInDictionariesAndSamplesStayRelative) {
  const auto layer = readInPrim("pathExpression a.timeSamples = { 1: \"x+.//\" }");
  ASSERT_TRUE(layer);
  const Value samples = layer->findProperty(Path::fromText("/A.a")).field(fields::kTimeSamples);
  ASSERT_TRUE(samples.holds<TimeSamples>());
  EXPECT_EQ(samples.find<TimeSamples>()->value(0), Value(PathExpression{"x + .//"}));
  const Value data =
      metadataOf("customData = { pathExpression x = \"(x )\" }", fields::kCustomData);
  ASSERT_TRUE(data.holds<Dictionary>());
  EXPECT_EQ(*data.find<Dictionary>()->find("x"), Value(PathExpression{"x"}));
}

}  // namespace usdscope
