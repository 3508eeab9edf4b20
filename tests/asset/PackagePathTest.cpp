// SPDX-License-Identifier: Apache-2.0
#include "engine/asset/PackagePath.h"

#include <gtest/gtest.h>

namespace usdscope {

// The expected splits are those of the reference (Ar.SplitPackageRelativePathInner and Outer).
TEST(PackagePath, SplitsAtTheBracketsThatBelongTogether) {
  const struct {
    const char* path;
    const char* innerPackage;
    const char* innerEntry;
    const char* outerPackage;
    const char* outerEntry;
  } cases[] = {
      {"/a/p.usdz[d/b.usda]", "/a/p.usdz", "d/b.usda", "/a/p.usdz", "d/b.usda"},
      {"p.usdz[q.usdz[c.usda]]", "p.usdz[q.usdz]", "c.usda", "p.usdz", "q.usdz[c.usda]"},
      {"a[b][c]", "a[b]", "c", "a[b]", "c"},
      {"p.usdz[b\\[1\\].usda]", "p.usdz", "b[1].usda", "p.usdz", "b[1].usda"},
      {"p.usdz[b[1].usda]", "p.usdz", "b[1].usda", "p.usdz", "b[1].usda"},
      {"p.usdz[b[1]]", "p.usdz[b]", "1", "p.usdz", "b[1]"},
      {"p.usdz[]", "p.usdz", "", "p.usdz", ""},
  };
  for (const auto& c : cases) {
    EXPECT_TRUE(isPackagePath(c.path)) << c.path;
    EXPECT_EQ(splitInnerPackage(c.path).package, c.innerPackage) << c.path;
    EXPECT_EQ(splitInnerPackage(c.path).entry, c.innerEntry) << c.path;
    EXPECT_EQ(splitOuterPackage(c.path).package, c.outerPackage) << c.path;
    EXPECT_EQ(splitOuterPackage(c.path).entry, c.outerEntry) << c.path;
  }
}

TEST(PackagePath, OtherPathsComeBackWhole) {
  for (const char* path : {"", "a.usda", "a]", "a.usdz[", "a.usdz[x]y", "a\\[b\\].usda", "[x]"}) {
    EXPECT_FALSE(isPackagePath(path)) << path;
    EXPECT_EQ(splitInnerPackage(path).package, path);
    EXPECT_EQ(splitOuterPackage(path).package, path);
    EXPECT_EQ(splitInnerPackage(path).entry, "");
  }
}

TEST(PackagePath, JoinUndoesInnerSplit) {
  for (const char* entry : {"b.usda", "d/b.usda", "b[1].usda", "b]", "[b"}) {
    for (const char* package : {"/x/p.usdz", "/x/p.usdz[q.usdz]", "p.usdz[q.usdz[r.usdz]]"}) {
      const std::string path = joinPackagePath(package, entry);
      EXPECT_EQ(splitInnerPackage(path).package, package) << path;
      EXPECT_EQ(splitInnerPackage(path).entry, entry) << path;
    }
  }
}

TEST(PackagePath, NestsPathsInTheInnermostPackage) {
  EXPECT_EQ(nestPackagePath("p.usdz[q.usdz]", "r.usdz[a.usd]"), "p.usdz[q.usdz[r.usdz[a.usd]]]");
  EXPECT_EQ(nestPackagePath("p.usdz", "a.usd"), "p.usdz[a.usd]");
}

TEST(PackagePath, Normalizes) {
  const struct {
    const char* path;
    const char* normalized;
  } cases[] = {
      {"a/./b//../c", "a/c"},
      {"./a", "a"},
      {"", "."},
      {"a/..", "."},
      {"/", "/"},
      {"/../a", "/a"},
      {"../a", "../a"},
      {"a/../../b", "../b"},
      {"/a/b/", "/a/b"},
      {"//a///b", "/a/b"},
      {"/a/../..", "/"},
      {".hidden/x", ".hidden/x"},
  };
  for (const auto& c : cases) EXPECT_EQ(normalizedPath(c.path), c.normalized) << c.path;
}

}  // namespace usdscope
