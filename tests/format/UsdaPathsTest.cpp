// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <string_view>

#include "engine/layer/Fields.h"
#include "engine/layer/PathDepth.h"
#include "tests/support/UsdaText.h"

namespace usdscope {

TEST(UsdaPaths, PathsThatAreTooLongAreSaidToBeSo) {
  for (const char* statement : {"rel r = <{}>", "prepend rel r = [<{}>]"}) {
    for (const int count : {int{kMostPathElements}, kMostPathElements + 1}) {
      std::string path;
      for (int i = 0; i < count; ++i) path += "/A";
      Diagnostics diagnostics;
      const bool isRead = readText("#usda 1.0\ndef \"A\" {\n" +
                                       fmt::format(fmt::runtime(statement), path) + "\n}\n",
                                   diagnostics) != nullptr;
      EXPECT_EQ(isRead, count == kMostPathElements);
      if (isRead) continue;
      ASSERT_EQ(diagnostics.entries().size(), 1u);
      EXPECT_NE(diagnostics.entries()[0].message.find("more than 2000 elements"),
                std::string::npos);
    }
  }
}

// The paths are those that the reference reads. It refuses relationships with such paths.
TEST(UsdaPaths, ConnectionsLoseTheSelectionsOfTheirVariant) {
  const struct {
    const char* authored;
    const char* connection;
  } cases[] = {{"../B", "/P/B"},    {"..", "/P"},        {".x", "/P/A.x"},
               {"../.y", "/P.y"},   {"../../C", "/P/C"}, {"/P{v=x}A.x", "/P/A.x"},
               {"/P/B.x", "/P/B.x"}};
  for (const auto& c : cases) {
    for (const char* property : {"float c.connect", "rel c"}) {
      Diagnostics diagnostics;
      const auto layer = readText(
          fmt::format("#usda 1.0\ndef \"P\" {{\nvariantSet \"v\" = {{\n\"x\" {{\nover \"A\" {{\n"
                      "{} = <{}>\n}}\n}}\n}}\n}}\n",
                      property, c.authored),
          diagnostics);
      const bool isRelationship = std::string_view(property) == "rel c";
      const bool leavesVariant =
          std::string_view(c.authored) == "../../C" || std::string_view(c.authored) == "/P/B.x";
      ASSERT_EQ(layer != nullptr, !isRelationship || leavesVariant) << property << c.authored;
      if (isRelationship) continue;
      const auto expected = ListOp<Path>::makeExplicit({Path::fromText(c.connection)});
      EXPECT_EQ(layer->findProperty(Path::fromText("/P{v=x}A.c")).field(fields::kConnectionPaths),
                Value(expected))
          << c.authored;
    }
  }
}

}  // namespace usdscope
