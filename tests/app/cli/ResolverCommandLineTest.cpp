// SPDX-License-Identifier: Apache-2.0
// The command for asset ids, as the command line and a scene use it.
#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>

#include "app/cli/Verb.h"
#include "tests/support/LimitedProcess.h"
#include "tests/support/TemporaryFolder.h"

namespace usdscope {
namespace {

// The options change the environment of the process, so they are given to the program.
class ResolverLine : public ::testing::Test {
 protected:
  void SetUp() override {
    std::ofstream(folder_ / "lamp.usda") << "#usda 1.0\n(\n    defaultPrim = \"L\"\n)\n"
                                            "def \"L\"\n{\n    double watts = 40\n}\n";
    std::ofstream(folder_ / "scene.usda") << "#usda 1.0\ndef \"A\" (references = @asset:lamp@) {}\n"
                                             "def \"B\" (references = @asset:lamp@) {}\n";
    std::ofstream(folder_ / "find")
        << "#!/bin/sh\n[ \"$1\" = asset:lamp ] && echo " << at("lamp.usda") << "\n";
    std::filesystem::permissions(folder_ / "find", std::filesystem::perms::owner_all);
  }
  std::string at(const char* name) const { return (folder_ / name).string(); }

  const TemporaryFolder folder_;
};

std::size_t count(const std::string& text, const std::string& part) {
  std::size_t found = 0;
  for (std::size_t at = text.find(part); at != std::string::npos; at = text.find(part, at + 1)) {
    ++found;
  }
  return found;
}

}  // namespace

TEST_F(ResolverLine, SceneIsComposedOfAssetIds) {
  const ProcessEnd ran =
      runUsdscope({"--resolver", at("find") + " %p", "tree", "--attributes", at("scene.usda")}, 60);
  EXPECT_EQ(ran.status, kSuccess) << ran.err;
  EXPECT_EQ(ran.err, "");
  EXPECT_EQ(count(ran.out, ".watts"), 2u) << ran.out;
}

TEST_F(ResolverLine, ResolveListsTheTry) {
  const ProcessEnd found = runUsdscope({"resolve", at("scene.usda"), "asset:lamp"}, 60, {},
                                       {{"USDSCOPE_RESOLVER", at("find")}});
  EXPECT_EQ(found.status, kSuccess) << found.err;
  EXPECT_EQ(found.out, "asset:lamp -> " + at("lamp.usda") + "\n  asked     " + at("find") +
                           " asset:lamp\n  found     " + at("lamp.usda") + "\n");
  const ProcessEnd gone =
      runUsdscope({"--resolver", at("find"), "resolve", at("scene.usda"), "asset:tree"}, 60);
  EXPECT_EQ(gone.status, kFailure);
  EXPECT_TRUE(gone.out.starts_with("asset:tree -> nothing\n  asked     " + at("find") +
                                   " asset:tree\n  not there asset:tree\n"))
      << gone.out;
  EXPECT_EQ(gone.err, "error: asset:tree: The resolver command `" + at("find") +
                          " asset:tree` ended with status 1.\n");
}

TEST_F(ResolverLine, SilenceIsOneErrorForEachReference) {
  const ProcessEnd ran = runUsdscope(
      {"--resolver", "sh -c 'sleep 60'", "--resolverTimeout", "0.2", "tree", at("scene.usda")}, 60);
  EXPECT_EQ(count(ran.err, "has not answered within 0.2 seconds"), 2u) << ran.err;
  EXPECT_EQ(count(ran.err, "\n"), 2u) << ran.err;
  EXPECT_EQ(count(ran.out, "A"), 1u) << ran.out;
}

}  // namespace usdscope
