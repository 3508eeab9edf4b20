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

TEST_F(ResolverLine, ContextFileSaysWhereAssetsAre) {
  std::filesystem::create_directories(folder_ / "show/s010");
  std::filesystem::rename(folder_ / "lamp.usda", folder_ / "show/s010/lamp.usda");
  std::ofstream(folder_ / "show/context.json")
      << R"({"searchPaths": ["."], "expressionVariables": {"SHOT": "${env:SHOT_OF_TEST}"}})";
  // The variable of the session layer is stronger.
  std::ofstream(folder_ / "scene.usda")
      << "#usda 1.0\n(\n    expressionVariables = { string SHOT = \"s000\" }\n)\n"
         "def \"A\" (references = @`\"${SHOT}/lamp.usda\"`@) {}\n";
  const std::string context = at("show/context.json");
  const std::vector<std::pair<std::string, std::string>> shot = {{"SHOT_OF_TEST", "s010"}};
  const ProcessEnd ran = runUsdscope(
      {"tree", "--attributes", at("scene.usda"), "--resolverContext", context}, 60, {}, shot);
  EXPECT_EQ(ran.status, kSuccess) << ran.err;
  EXPECT_EQ(ran.err, "");
  EXPECT_EQ(count(ran.out, ".watts"), 1u) << ran.out;
  const ProcessEnd places =
      runUsdscope({"resolve", at("scene.usda"), "`\"${SHOT}/lamp.usda\"`"}, 60, {},
                  {{"SHOT_OF_TEST", "s010"}, {"USDSCOPE_RESOLVER_CONTEXT", context}});
  EXPECT_EQ(count(places.out, "  found     " + at("show/s010/lamp.usda")), 1u) << places.out;
  EXPECT_EQ(count(places.out, "  not there " + at("s010/lamp.usda")), 1u) << places.out;
  const ProcessEnd needed =
      runUsdscope({"package", "--list-dependencies", at("scene.usda")}, 60, {},
                  {{"SHOT_OF_TEST", "s010"}, {"USDSCOPE_RESOLVER_CONTEXT", context}});
  EXPECT_EQ(count(needed.out, "s010/lamp.usda"), 1u) << needed.out << needed.err;
  const ProcessEnd option = runUsdscope(
      {"--expressionVariable", "SHOT=show/s010", "tree", "--attributes", at("scene.usda")}, 60);
  EXPECT_EQ(count(option.out, ".watts"), 1u) << option.err;
  const ProcessEnd unset =
      runUsdscope({"--resolverContext", context, "tree", at("scene.usda")}, 60);
  EXPECT_EQ(unset.status, kUnreadable);
  EXPECT_EQ(unset.out, "");
  EXPECT_EQ(unset.err, "error: The resolver context " + context +
                           ": \"SHOT\": The environment has no variable \"SHOT_OF_TEST\".\n");
}

TEST_F(ResolverLine, OtherProgramsFindARelativeContext) {
  std::ofstream(folder_ / "context.json") << "{}";
  std::ofstream(folder_ / "find") << "#!/bin/sh\necho \"$USDSCOPE_RESOLVER_CONTEXT\" > "
                                  << at("seen") << "\necho " << at("lamp.usda") << "\n";
  const std::string context = std::filesystem::relative(folder_ / "context.json").string();
  const ProcessEnd ran = runUsdscope(
      {"--resolverContext", context, "--resolver", at("find"), "tree", at("scene.usda")}, 60);
  EXPECT_EQ(ran.status, kSuccess) << ran.err;
  std::string seen;
  std::getline(std::ifstream(folder_ / "seen"), seen);
  EXPECT_TRUE(std::filesystem::path(seen).is_absolute()) << seen;
  std::error_code error;
  EXPECT_TRUE(std::filesystem::equivalent(seen, folder_ / "context.json", error)) << seen;
}

TEST_F(ResolverLine, WrongVariablesAreRefused) {
  for (const char* variable : {"SHOT", "=a", "1A=b", "A=b;C=d"}) {
    const ProcessEnd ran =
        runUsdscope({"tree", at("scene.usda"), "--expressionVariable", variable}, 60);
    EXPECT_EQ(ran.status, kWrongUsage) << variable;
    EXPECT_EQ(ran.err, std::string("error: --expressionVariable ") + variable +
                           ": Expected NAME=VALUE, with letters, digits and _ in NAME and no ; in "
                           "VALUE.\n");
  }
}

}  // namespace usdscope
