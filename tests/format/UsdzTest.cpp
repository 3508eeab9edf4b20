// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include "engine/format/usdz/UsdzReader.h"
#include "tests/support/TestAssets.h"

namespace usdscope {
namespace {

FileBytes packageBytes(const std::string& name) {
  FileBytesResult file = readFileBytes((testAssetsPath() / "usdz" / name).string());
  EXPECT_TRUE(file.bytes) << name << ": " << file.problem;
  return file.bytes.value_or(FileBytes());
}

}  // namespace

TEST(Usdz, FirstEntryIsTheRootLayer) {
  const struct {
    const char* package;
    const char* prim;
  } cases[] = {
      {"layers.usdz", "def Xform \"Root\""},
      {"nested_first.usdz", "def Xform \"R\""},
      {"folder_first.usdz", "def Xform \"A\""},
      {"streamed.usdz", "def Xform \"A\""},
  };
  for (const auto& c : cases) {
    Diagnostics diagnostics;
    const auto root = findRootLayerOfPackage(packageBytes(c.package), {}, diagnostics);
    ASSERT_TRUE(root) << c.package;
    EXPECT_NE(root->text().find(c.prim), std::string_view::npos) << c.package;
    EXPECT_TRUE(diagnostics.isEmpty()) << c.package;
  }
}

TEST(Usdz, UnusableRootLayerIsAnErrorAtThePackage) {
  for (const char* name : {"compressed.usdz", "escaping.usdz"}) {
    Diagnostics diagnostics;
    const SourceSite site{.layer = name};
    EXPECT_FALSE(findRootLayerOfPackage(packageBytes(name), site, diagnostics)) << name;
    ASSERT_EQ(diagnostics.entries().size(), 1u) << name;
    EXPECT_EQ(diagnostics.entries()[0].code, kUnusablePackage);
    EXPECT_EQ(diagnostics.entries()[0].site, site);
  }
}

TEST(Usdz, PackagesInPackagesEnd) {
  // Each package has only the previous one, without an end record.
  std::string bytes(packageBytes("streamed.usdz").text());
  for (int depth = 0; depth < 40; ++depth) {
    std::string header("PK\x03\x04\x14\0\0\0\0\0\0\0\0\0\0\0\0\0", 18);
    for (int copies = 0; copies < 2; ++copies) {
      for (int shift = 0; shift < 32; shift += 8) {
        header += static_cast<char>(bytes.size() >> shift & 0xFF);
      }
    }
    header += std::string("\x06\0\0\0p.usdz", 10);
    bytes = header + bytes;
  }
  Diagnostics diagnostics;
  EXPECT_FALSE(findRootLayerOfPackage(FileBytes::fromText(bytes), {}, diagnostics));
  EXPECT_EQ(diagnostics.entries().size(), 1u);
}

}  // namespace usdscope
