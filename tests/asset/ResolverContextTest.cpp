// SPDX-License-Identifier: Apache-2.0
#include "engine/asset/ResolverContext.h"

#include <gtest/gtest.h>

#include <cstdlib>
#include <filesystem>
#include <fstream>

#include "engine/value/Array.h"
#include "tests/support/ScopedVariable.h"
#include "tests/support/TemporaryFolder.h"

namespace usdscope {
namespace {

std::string problemOf(std::string_view text) {
  const ResolverContextResult result = parseResolverContext(text, "/show");
  EXPECT_FALSE(result.context) << text;
  return result.problem;
}

}  // namespace

TEST(ResolverContext, PathsStartFromTheFolderOfTheFile) {
  const ScopedVariable variable("USDSCOPE_TEST_SHOW", "wolf");
  const auto [context, problem] = parseResolverContext(R"({
    // A comment.
    "searchPaths": ["lib", "/abs/./x", "../${env:USDSCOPE_TEST_SHOW}/a${env:USDSCOPE_TEST_SHOW}"],
    "mapPaths": {"P:\\": "/mnt/p", "P:\\tex\\": "textures"},
    "resolver": "./find --show ${env:USDSCOPE_TEST_SHOW} %p",
    "resolverTimeout": 2.5
  })",
                                                       "/show");
  ASSERT_TRUE(context) << problem;
  EXPECT_EQ(context->searchPaths, (std::vector<std::string>{"/show/lib", "/abs/x", "/wolf/awolf"}));
  EXPECT_EQ(context->pathMaps,
            (std::vector<PathMap>{{"P:\\tex\\", "/show/textures"}, {"P:\\", "/mnt/p"}}));
  EXPECT_EQ(context->resolverCommand, "'/show/'./find --show wolf %p");
  EXPECT_EQ(context->resolverSeconds, 2.5);
  EXPECT_TRUE(context->expressionVariables.isEmpty());
}

TEST(ResolverContext, VariablesHaveTheTypesOfExpressions) {
  const ScopedVariable variable("USDSCOPE_TEST_SHOT", "s010");
  const auto [context, problem] = parseResolverContext(R"({"expressionVariables": {
    "SHOT": "${env:USDSCOPE_TEST_SHOT}", "NEXT": "`${SHOT}`", "HERO": true, "TAKE": -3,
    "LODS": ["hi", "lo"], "ON": [true, false], "TAKES": [1, 2]}})",
                                                       "/show");
  ASSERT_TRUE(context) << problem;
  const std::pair<const char*, Value> expected[] = {
      {"SHOT", Value(std::string("s010"))},
      {"NEXT", Value(std::string("`${SHOT}`"))},
      {"HERO", Value(true)},
      {"TAKE", Value(std::int64_t{-3})},
      {"LODS", Value(Array<std::string>{"hi", "lo"})},
      {"ON", Value(Array<BoolByte>{true, false})},
      {"TAKES", Value(Array<std::int64_t>{1, 2})},
  };
  EXPECT_EQ(context->expressionVariables.entries().size(), std::size(expected));
  for (const auto& [name, value] : expected) {
    const Value* found = context->expressionVariables.find(name);
    ASSERT_TRUE(found) << name;
    EXPECT_EQ(*found, value) << name;
  }
}

TEST(ResolverContext, EachProblemIsNamed) {
  const std::pair<const char*, const char*> cases[] = {
      {"", "Line 1 is not valid JSON."},
      {"{\n\"searchPaths\": [\n}", "Line 3 is not valid JSON."},
      {"{\"resolver\": \"\xff\"}", "Line 1 is not valid JSON."},
      {"[]", "The file is not a JSON object."},
      {R"({"searchPath": []})",
       "There is no key \"searchPath\"; the keys are searchPaths, mapPaths, resolver, "
       "resolverTimeout and expressionVariables."},
      {R"({"searchPaths": "lib"})", "\"searchPaths\": Expected a list of folders."},
      {R"({"searchPaths": [1]})", "\"searchPaths\": Expected a string, not 1."},
      {R"({"searchPaths": [""]})", "\"searchPaths\": A folder is empty."},
      {R"({"searchPaths": ["${env:USDSCOPE_TEST_NONE}/a"]})",
       "\"searchPaths\": The environment has no variable \"USDSCOPE_TEST_NONE\"."},
      {R"({"searchPaths": ["${env:A"]})", "\"searchPaths\": There is no } behind ${env:A."},
      {R"({"searchPaths": ["${env:}"]})", "\"searchPaths\": The environment has no variable \"\"."},
      {R"({"mapPaths": ["P:=/p"]})", "\"mapPaths\": Expected an object {\"FROM\": \"TO\"}."},
      {R"({"mapPaths": {"": "/p"}})", "\"mapPaths\": A path is empty."},
      {R"({"resolver": {}})", "\"resolver\": Expected a string, not {}."},
      {R"({"resolverTimeout": "2"})",
       "\"resolverTimeout\": Expected seconds, more than 0 and at most 86400."},
      {R"({"resolverTimeout": 1e999})", "A number in the file is too large."},
      {R"({"resolverTimeout": -1})",
       "\"resolverTimeout\": Expected seconds, more than 0 and at most 86400."},
      {R"({"expressionVariables": []})",
       "\"expressionVariables\": Expected an object {\"NAME\": VALUE}."},
      {R"({"expressionVariables": {"a-b": 1}})",
       "\"expressionVariables\": \"a-b\" is not a name; names have letters, digits and _."},
      {R"({"expressionVariables": {"A": 1.5}})",
       "\"A\": Expected a string, true, false, an integer or a list of one of these types, not "
       "1.5."},
      {R"({"expressionVariables": {"A": [1, "b"]}})",
       "\"A\": Expected a string, true, false, an integer or a list of one of these types, not "
       "[1,\"b\"]."},
      {R"({"expressionVariables": {"A": 18446744073709551615}})",
       "\"A\": Expected a string, true, false, an integer or a list of one of these types, not "
       "18446744073709551615."},
  };
  for (const auto& [text, problem] : cases) EXPECT_EQ(problemOf(text), problem) << text;
  EXPECT_EQ(problemOf(std::string(1 << 17, '[')), "Line 1 is not valid JSON.");
}

TEST(ResolverContext, EveryTruncationHasAProblem) {
  const std::string text = R"({"searchPaths": ["lib"], "expressionVariables": {"A": [1, 2]}})";
  for (std::size_t size = 0; size < text.size(); ++size) {
    EXPECT_NE(problemOf(text.substr(0, size)), "") << size;
  }
}

TEST(ResolverContext, EnvironmentNamesTheFile) {
  const TemporaryFolder folder;
  const std::string file = (folder / "show.json").string();
  std::ofstream(file) << R"({"searchPaths": ["lib"], "mapPaths": {"P:\\": "p"}, "resolver": "find",
                             "expressionVariables": {"A": "file", "B": "file"}})";
  const ScopedVariable context("USDSCOPE_RESOLVER_CONTEXT", file);
  const ScopedVariable variables("USDSCOPE_EXPRESSION_VARIABLES", "B=one;B=two;C=;1=x;D");
  const ScopedVariable search("PXR_AR_DEFAULT_SEARCH_PATH", "/last");
  const ScopedVariable maps("USDSCOPE_MAP_PATH", "Q:\\=/q");
  const Dictionary found = resolverContextFromEnvironment().context->expressionVariables;
  ASSERT_EQ(found.entries().size(), 3u);
  EXPECT_EQ(found.find("A")->valueOr(std::string()), "file");
  EXPECT_EQ(found.find("B")->valueOr(std::string()), "two");
  EXPECT_EQ(found.find("C")->valueOr(std::string("-")), "");
  const AssetSearch used = searchFromEnvironment("/scenes/a.usda");
  EXPECT_EQ(used.searchPaths, (std::vector<std::string>{(folder / "lib").string(), "/last"}));
  EXPECT_EQ(used.pathMaps,
            (std::vector<PathMap>{{"Q:\\", "/q"}, {"P:\\", (folder / "p").string()}}));
  EXPECT_EQ(used.resolverCommand, "find");
}

TEST(ResolverContext, MissingAndLargeFilesHaveAProblem) {
  EXPECT_EQ(readResolverContext("/nowhere/show.json").problem, "No such file or directory.");
  const TemporaryFolder folder;
  std::ofstream(folder / "large.json") << std::string((1 << 20) + 1, ' ');
  EXPECT_EQ(readResolverContext((folder / "large.json").string()).problem,
            "A resolver context file has at most 1 MiB.");
  EXPECT_FALSE(readResolverContext(folder.path().string()).context);
}

}  // namespace usdscope
