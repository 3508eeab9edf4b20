// SPDX-License-Identifier: Apache-2.0
#include "engine/asset/ResolverCommand.h"

#include <gtest/gtest.h>
#include <signal.h>
#include <sys/types.h>

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

// Whether a process runs. An ended one may stay as a zombie where nobody asks for its status.
bool isRunning(pid_t process) {
  if (::kill(process, 0) != 0) return false;
  std::ifstream in("/proc/" + std::to_string(process) + "/stat");
  const std::string stat{std::istreambuf_iterator<char>(in), {}};
  const std::size_t name = stat.rfind(") ");
  return name != std::string::npos && stat[name + 2] != 'Z' && stat[name + 2] != 'X';
}

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
  EXPECT_EQ(problemOf("echo lamp.usda"), "printed `lamp.usda` instead of an absolute path.");
  EXPECT_EQ(problemOf("echo /a; echo /b"), "printed `/a /b` instead of an absolute path.");
  EXPECT_EQ(problemOf("printf '/a\\001b'"), "printed `/a\001b` instead of an absolute path.");
  EXPECT_EQ(problemOf("echo no such asset >&2; exit 3"),
            "ended with status 3. It said: no such asset");
  EXPECT_EQ(problemOf("exit 4"), "ended with status 4.");
  EXPECT_EQ(problemOf("kill -9 $$"), "was ended by signal 9.");
  EXPECT_EQ(problemOf("yes /a"), "prints more than a path, and was ended.");
  const std::string many(79, 'a');
  EXPECT_EQ(problemOf("echo " + many + "äb"),
            "printed `" + many + "…` instead of an absolute path.");
}

TEST_F(ResolverCommands, ManyMessagesAreReadToTheirEnd) {
  const std::string much = "yes 0123456789abcde | head -c 4000000 >&2; ";
  const ResolverCommand command(script("it", much + "echo /a") + " %p", Milliseconds(60000));
  EXPECT_EQ(command.ask("asset:lamp"), (ResolverCommand::Answer{"/a", ""}));
  EXPECT_EQ(problemOf(much + "echo no such asset >&2; exit 3", Milliseconds(60000)),
            "ended with status 3. It said: no such asset");
}

TEST_F(ResolverCommands, MessagesWithoutEndAreSilence) {
  const ResolverCommand command(script("it", "yes >&2") + " %p", Milliseconds(300));
  EXPECT_TRUE(
      command.ask("asset:lamp")
          .problem.ends_with("has not answered within 0.3 seconds, and is not asked again."));
}

TEST_F(ResolverCommands, ForgottenAnswersAreAskedForAgain) {
  const std::string switched = (folder_ / "new").string();
  const std::string program =
      script("it", "[ -e " + switched + " ] || sleep 60; [ -e " + switched + " ] && echo /new");
  ResolverCommand command(program + " %p", Milliseconds(3000));
  EXPECT_EQ(command.ask("asset:lamp").file, "");
  EXPECT_EQ(command.ask("asset:tree").file, "");
  std::ofstream(folder_ / "new") << "now\n";
  EXPECT_EQ(command.ask("asset:lamp").file, "");
  EXPECT_EQ(callCount(), 1u);
  command.forget("asset:other");
  EXPECT_EQ(command.ask("asset:lamp").file, "");
  command.forget("asset:lamp");
  EXPECT_EQ(command.ask("asset:lamp").file, "/new");
  EXPECT_EQ(command.ask("asset:tree").file, "");
  EXPECT_EQ(callCount(), 2u);

  DefaultResolver resolver({.resolverCommand = program});
  EXPECT_EQ(resolver.candidates("asset:tree", ""), std::vector<std::string>{"/new"});
  std::filesystem::remove(folder_ / "new");
  script("it", "exit 1");
  EXPECT_EQ(resolver.candidates("asset:tree", ""), std::vector<std::string>{"/new"});
  resolver.forget("asset:tree[a.usda]");
  EXPECT_EQ(resolver.candidates("asset:tree", "").front(), "asset:tree");
}

TEST_F(ResolverCommands, LinesWithoutWordsAreNoCommand) {
  EXPECT_TRUE(commandWords(" \t\n").empty());
  EXPECT_EQ(commandWords("a\t'b c'\nd"), (std::vector<std::string>{"a", "b c", "d"}));
  for (const char* line : {"", " ", "\t", "\n", " \t\n\v\f\r"}) {
    const DefaultResolver resolver({.workingFolder = "/here", .resolverCommand = line});
    EXPECT_EQ(resolver.commandFor("asset:lamp"), "");
    EXPECT_EQ(resolver.candidates("asset:lamp", ""), std::vector<std::string>{"/here/asset:lamp"});
  }
}

TEST_F(ResolverCommands, RulesForPathsComeFirst) {
  const DefaultResolver resolver(
      {.pathMaps = {{"P:", "asset:"}}, .resolverCommand = script("it", "echo /p")});
  EXPECT_EQ(resolver.commandFor("P:\\lamp"), (folder_ / "it").string() + " asset:/lamp");
  EXPECT_EQ(resolver.candidates("P:\\lamp", ""), std::vector<std::string>{"/p"});
}

TEST_F(ResolverCommands, SilenceEndsTheProgramAndItsChildren) {
  const auto begin = std::chrono::steady_clock::now();
  const std::string child = (folder_ / "child").string();
  const ResolverCommand command(
      script("it", "sleep 60 & echo $! > " + child + "; sleep 60") + " %p", Milliseconds(2000));
  const std::string line = (folder_ / "it").string();
  EXPECT_EQ(command.ask("asset:lamp").problem,
            "The resolver command `" + line +
                " asset:lamp` has not answered within 2 seconds, and is not asked again.");
  EXPECT_EQ(command.ask("asset:tree").problem,
            "The resolver command `" + line +
                " asset:tree` is not run, because the command has not answered before.");
  EXPECT_EQ(callCount(), 1u);
  EXPECT_LT(std::chrono::steady_clock::now() - begin, std::chrono::seconds(20));
  pid_t process = 0;
  ASSERT_TRUE(std::ifstream(child) >> process && process > 0);
  for (int i = 0; i < 100 && isRunning(process); ++i) std::this_thread::sleep_for(Milliseconds(50));
  EXPECT_FALSE(isRunning(process));
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
