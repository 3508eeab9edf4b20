// SPDX-License-Identifier: Apache-2.0
#include "engine/base/Diagnostics.h"

#include <gtest/gtest.h>

namespace usdscope {
namespace {

constexpr DiagnosticCode kBroken{"test.broken", Severity::Error};
constexpr DiagnosticCode kOdd{"test.odd", Severity::Warning};

}  // namespace

TEST(Diagnostics, RepeatedProblemsOfASiteAreCounted) {
  Diagnostics diagnostics;
  EXPECT_TRUE(diagnostics.isEmpty());
  diagnostics.report(kOdd, {.layer = "a.usda", .line = 3}, "Odd.");
  EXPECT_FALSE(diagnostics.hasErrors());
  diagnostics.report(kOdd, {.layer = "a.usda", .line = 3}, "Odd.");
  diagnostics.report(kOdd, {.layer = "a.usda", .line = 4}, "Odd.");
  diagnostics.report(kBroken, {.layer = "a.usda", .line = 3}, "Broken.");
  ASSERT_EQ(diagnostics.entries().size(), 3u);
  EXPECT_EQ(diagnostics.entries()[0].count, 2);
  EXPECT_EQ(diagnostics.entries()[0].message, "Odd.");
  EXPECT_EQ(diagnostics.entries()[1].count, 1);
  EXPECT_TRUE(diagnostics.hasErrors());
}

TEST(Diagnostics, SeveralProblemsOfASiteAreReported) {
  Diagnostics diagnostics;
  for (const char* message : {"No a.usda.", "No b.usda.", "No a.usda."}) {
    diagnostics.report(kBroken, {.layer = "root.usda", .path = "/World"}, message);
  }
  ASSERT_EQ(diagnostics.entries().size(), 2u);
  EXPECT_EQ(diagnostics.entries()[0].count, 2);
  EXPECT_EQ(diagnostics.entries()[1].message, "No b.usda.");
}

TEST(Diagnostics, AFloodOfSitesIsCutPerCode) {
  Diagnostics diagnostics;
  for (int line = 1; line <= 5000; ++line) {
    diagnostics.report(kOdd, {.layer = "a.usda", .line = line}, "Odd.");
  }
  diagnostics.report(kOdd, {.layer = "a.usda", .line = 1}, "Odd.");
  diagnostics.report(kBroken, {.layer = "a.usda"}, "Broken.");
  EXPECT_EQ(diagnostics.entries().size(), 1001u);
  EXPECT_EQ(diagnostics.entries()[0].count, 2);
  EXPECT_EQ(diagnostics.droppedCount(), 4000u);

  Diagnostics sum;
  sum.append(diagnostics);
  sum.append(diagnostics);
  EXPECT_EQ(sum.entries().size(), 1001u);
  EXPECT_EQ(sum.entries()[0].count, 4);
  EXPECT_EQ(sum.droppedCount(), 8000u);
}

TEST(Diagnostics, TextNamesWhatIsKnownOfTheSite) {
  const struct {
    SourceSite site;
    int count;
    const char* text;
  } cases[] = {
      {{.layer = "a.usda", .path = "/W", .line = 12, .column = 3},
       1,
       "error: a.usda:12:3: </W>: Broken."},
      {{.layer = "a.usda", .line = 12}, 2, "error: a.usda:12: Broken. (2 times)"},
      {{.layer = "a.usdc", .byteOffset = 88}, 1, "error: a.usdc at byte 88: Broken."},
      {{.layer = "a.usda"}, 1, "error: a.usda: Broken."},
      {{.path = "/W.x"}, 1, "error: </W.x>: Broken."},
      {{}, 1, "error: Broken."},
  };
  for (const auto& c : cases) {
    EXPECT_EQ(toText({kBroken, c.site, "Broken.", c.count}), c.text);
  }
  EXPECT_EQ(toText({kOdd, {}, "Odd."}), "warning: Odd.");
}

}  // namespace usdscope
