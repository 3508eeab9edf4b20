// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>
#include <gtest/gtest.h>

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

}  // namespace usdscope
