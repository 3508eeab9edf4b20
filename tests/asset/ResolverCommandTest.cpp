// SPDX-License-Identifier: Apache-2.0
#include "engine/asset/ResolverCommand.h"

#include <gtest/gtest.h>

#include <chrono>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <thread>
#include <vector>

#include "engine/asset/DefaultResolver.h"
#include "tests/support/TemporaryFolder.h"

namespace usdscope {
namespace {

using Milliseconds = std::chrono::milliseconds;

// Scripts that answer for ids, and note each call in a file.
class ResolverCommands : public ::testing::Test {
 protected:
  std::string script(const std::string& name, const std::string& text) const {
    const std::filesystem::path file = folder_ / name;
    std::ofstream(file) << "#!/bin/sh\necho \"$1\" >> " << calls() << '\n' << text << '\n';
    std::filesystem::permissions(file, std::filesystem::perms::owner_all);
    return file.string();
  }
  std::string calls() const { return (folder_ / "calls").string(); }
  std::size_t callCount() const {
    std::ifstream in(calls());
    std::size_t count = 0;
    for (std::string line; std::getline(in, line);) ++count;
    return count;
  }
  std::string problemOf(const std::string& text, Milliseconds patience = Milliseconds(20000)) {
    const ResolverCommand command(script("it", text) + " %p", patience);
    const ResolverCommand::Answer answer = command.ask("asset:lamp");
    EXPECT_EQ(answer.file, "");
    std::string problem = answer.problem;
    const std::string start = "The resolver command `" + (folder_ / "it").string() + " asset:lamp`";
    EXPECT_TRUE(problem.starts_with(start)) << problem;
    return problem.substr(std::min(start.size() + 1, problem.size()));
  }

  const TemporaryFolder folder_;
};

}  // namespace

TEST(AssetIds, HaveASchemeOfSeveralCharacters) {
  for (const char* id : {"asset:lamp", "studio://lamp?v=3", "a+b-c.d:x", "asset:a.usdz[b.usda]"}) {
    EXPECT_TRUE(isAssetId(id)) << id;
  }
  for (const char* file :
       {"", "lamp.usda", "./a:b", "/a:b", "P:\\lamp", "anon:0x1", ":x", "1a:x", "a b:x"}) {
    EXPECT_FALSE(isAssetId(file)) << file;
  }
}

TEST_F(ResolverCommands, AnswerIsOneAbsolutePathAndIsKept) {
  const ResolverCommand command(script("it", "echo \"/shows/$2/$1.usda\"") + " %p 'my show'",
                                Milliseconds(20000));
  EXPECT_EQ(command.text("asset:lamp"), (folder_ / "it").string() + " asset:lamp my show");
  for (int i = 0; i < 3; ++i) {
    EXPECT_EQ(command.ask("asset:lamp"),
              (ResolverCommand::Answer{"/shows/my show/asset:lamp.usda", ""}));
  }
  EXPECT_EQ(callCount(), 1u);
  EXPECT_EQ(command.ask("asset:b; rm -rf $HOME").file, "/shows/my show/asset:b; rm -rf $HOME.usda");
  EXPECT_EQ(callCount(), 2u);
}

TEST_F(ResolverCommands, IdIsTheLastWordIfNoPlaceIsNamed) {
  const ResolverCommand command(script("it", "echo \"/$2\"") + " --find", Milliseconds(20000));
  EXPECT_EQ(command.ask("asset:lamp").file, "/asset:lamp");
}

TEST_F(ResolverCommands, IdIsAskedAboutOnceByManyThreads) {
  const ResolverCommand command(script("it", "sleep 0.2; echo /a"), Milliseconds(20000));
  std::vector<std::thread> threads;
  for (int i = 0; i < 8; ++i) {
    threads.emplace_back([&] { EXPECT_EQ(command.ask("asset:lamp").file, "/a"); });
  }
  for (std::thread& thread : threads) thread.join();
  EXPECT_EQ(callCount(), 1u);
}

TEST_F(ResolverCommands, GarbageIsOneSentence) {
  EXPECT_EQ(problemOf("true"), "has no answer.");
  EXPECT_EQ(problemOf("echo lamp.usda"), "printed `lamp.usda\n` instead of an absolute path.");
  EXPECT_EQ(problemOf("echo /a; echo /b"), "printed `/a\n/b\n` instead of an absolute path.");
  EXPECT_EQ(problemOf("printf '/a\\001b'"), "printed `/a\001b` instead of an absolute path.");
  EXPECT_EQ(problemOf("echo no such asset >&2; exit 3"),
            "ended with status 3. It said: no such asset");
  EXPECT_EQ(problemOf("exit 4"), "ended with status 4.");
  EXPECT_EQ(problemOf("kill -9 $$"), "was ended by signal 9.");
  EXPECT_EQ(problemOf("yes /a"), "prints more than a path, and was ended.");
}

TEST_F(ResolverCommands, SilenceEndsTheProgramAndItsChildren) {
  const auto begin = std::chrono::steady_clock::now();
  const ResolverCommand command(script("it", "sleep 60 & sleep 60") + " %p", Milliseconds(300));
  const std::string line = (folder_ / "it").string();
  EXPECT_EQ(command.ask("asset:lamp").problem,
            "The resolver command `" + line +
                " asset:lamp` has not answered within 0.3 seconds, and is not asked again.");
  EXPECT_EQ(command.ask("asset:tree").problem,
            "The resolver command `" + line +
                " asset:tree` is not run, because the command has not answered before.");
  EXPECT_EQ(callCount(), 1u);
  EXPECT_LT(std::chrono::steady_clock::now() - begin, std::chrono::seconds(20));
}

TEST_F(ResolverCommands, MissingProgramIsOneSentence) {
  const ResolverCommand command("/no/such/program %p", Milliseconds(20000));
  EXPECT_EQ(command.ask("asset:lamp").problem,
            "The resolver command `/no/such/program asset:lamp` cannot be started: No such file or "
            "directory.");
}

TEST_F(ResolverCommands, ResolverAsksAboutIdsAlone) {
  std::ofstream(folder_ / "lamp.usda") << "#usda 1.0\n";
  const DefaultResolver resolver(
      {.workingFolder = folder_.path().string(),
       .resolverCommand =
           script("it", "[ $1 = asset:lamp ] && echo " + (folder_ / "lamp.usda").string())});
  const std::string lamp = (folder_ / "lamp.usda").string();
  EXPECT_EQ(resolver.resolve("asset:lamp", "/a/b.usda"), lamp);
  EXPECT_EQ(resolver.candidates("asset:lamp", "/a/b.usda"), std::vector{lamp});
  EXPECT_EQ(resolver.resolve("lamp.usda", ""), lamp);
  EXPECT_EQ(callCount(), 1u);
  EXPECT_EQ(resolver.resolve("asset:tree", ""), "");
  EXPECT_EQ(resolver.identifierFor("asset:tree", "/a/b.usda"), "asset:tree");
  EXPECT_FALSE(resolver.exists("asset:tree"));
  EXPECT_EQ(
      resolver.open("asset:tree").problem,
      "The resolver command `" + (folder_ / "it").string() + " asset:tree` ended with status 1.");
  EXPECT_EQ(resolver.commandFor("asset:tree"), (folder_ / "it").string() + " asset:tree");
  EXPECT_EQ(resolver.commandFor("tree.usda"), "");
}

TEST_F(ResolverCommands, EntriesOfPackagesAreInTheAnswer) {
  const DefaultResolver resolver({.resolverCommand = script("it", "echo /p/pack.usdz")});
  EXPECT_EQ(resolver.candidates("asset:pack[a/b.usda]", "/a/b.usda"),
            std::vector<std::string>{"/p/pack.usdz[a/b.usda]"});
}

}  // namespace usdscope
