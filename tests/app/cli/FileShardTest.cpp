// SPDX-License-Identifier: Apache-2.0
// Verbs over several files: folders of results, shards, and jobs that are stopped and run again.
#include <gtest/gtest.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <map>
#include <set>
#include <sstream>

#include "engine/base/Json.h"
#include "tests/app/cli/RunLine.h"
#include "tests/support/LimitedProcess.h"
#include "tests/support/NeedsGl.h"
#include "tests/support/TemporaryFolder.h"

namespace usdscope {
namespace {

namespace fs = std::filesystem;

std::string textOf(const fs::path& file) {
  std::ifstream in(file, std::ios::binary);
  return {std::istreambuf_iterator<char>(in), {}};
}

std::map<std::string, std::string> treeIn(const fs::path& folder) {
  std::map<std::string, std::string> files;
  for (const auto& entry : fs::recursive_directory_iterator(folder)) {
    if (!entry.is_regular_file()) continue;
    files[entry.path().lexically_relative(folder).string()] = textOf(entry.path());
  }
  return files;
}

std::vector<Json> linesOf(const Ran& ran) {
  std::vector<Json> lines;
  std::istringstream in(ran.out);
  for (std::string text; std::getline(in, text);) lines.push_back(parseJson(text));
  return lines;
}

class FileShards : public ::testing::Test {
 protected:
  FileShards() {
    for (const char* name :
         {"a/one.usda", "a/two.usda", "b/one.usda", "b/c/four.usda", "five.usda"}) {
      const fs::path file = folder_ / name;
      fs::create_directories(file.parent_path());
      std::ofstream(file) << "#usda 1.0\n(\n    defaultPrim = \"A\"\n    upAxis = \"Y\"\n"
                             "    metersPerUnit = 1\n)\ndef Cube \"A\"\n{\n    double size = "
                          << files_.size() + 1 << "\n}\n";
      files_.push_back(file.string());
    }
  }
  std::vector<std::string> line(const char* verb, const char* out,
                                std::vector<std::string> options = {}) const {
    std::vector<std::string> words = {verb};
    words.insert(words.end(), files_.begin(), files_.end());
    words.insert(words.end(), {"--outFolder", (folder_ / out).string()});
    words.insert(words.end(), options.begin(), options.end());
    return words;
  }

  const TemporaryFolder folder_;
  std::vector<std::string> files_;
};

}  // namespace

TEST_F(FileShards, UnionOfShardsEqualsOneRun) {
  for (const char* verb : {"stats", "check"}) {
    fs::remove_all(folder_ / "all");
    fs::remove_all(folder_ / "parts");
    const Ran all = runLine(line(verb, "all", {"--json"}));
    ASSERT_EQ(all.status, kSuccess) << all.err;
    for (const char* shard : {"3/3", "1/3", "2/3"}) {
      const Ran part = runLine(line(verb, "parts", {"--json", "--shard", shard}));
      EXPECT_EQ(part.status, kSuccess) << part.err;
    }
    const auto files = treeIn(folder_ / "all");
    ASSERT_EQ(files.size(), 5u);
    EXPECT_TRUE(files.contains(std::string("b/c/four.usda.") + verb + ".json"));
    EXPECT_EQ(treeIn(folder_ / "parts"), files);
  }
}

TEST_F(FileShards, ExistingResultsAreSkipped) {
  ASSERT_EQ(runLine(line("stats", "out", {"--shard", "1/2"})).status, kSuccess);
  std::ofstream(folder_ / "out/five.usda.stats.txt") << "mine";
  const Ran rest = runLine(line("stats", "out", {"--skip-existing", "--json"}));
  EXPECT_EQ(rest.status, kSuccess) << rest.err;
  // Results of --json have another ending.
  const std::vector<Json> made = linesOf(rest);
  EXPECT_EQ(made.size(), 5u);
  for (const Json& each : made) EXPECT_EQ(each["skipped"], false);
  const Ran again = runLine(line("stats", "out", {"--skip-existing"}));
  EXPECT_EQ(again.status, kSuccess) << again.err;
  EXPECT_EQ(treeIn(folder_ / "out").at("five.usda.stats.txt"), "mine");
  EXPECT_EQ(treeIn(folder_ / "out").size(), 10u);
  const std::vector<Json> skipped =
      linesOf(runLine(line("stats", "out", {"--skip-existing", "--json"})));
  ASSERT_EQ(skipped.size(), 5u);
  for (const Json& each : skipped) {
    EXPECT_EQ(each["skipped"], true);
    EXPECT_EQ(each["status"], 0);
    EXPECT_TRUE(fs::exists(each["out"].get<std::string>()));
  }
}

TEST_F(FileShards, ResultsOfAnotherVerbAreNotSkipped) {
  ASSERT_EQ(runLine(line("stats", "out")).status, kSuccess);
  const Ran ran = runLine(line("check", "out", {"--skip-existing"}));
  EXPECT_EQ(ran.status, kSuccess) << ran.err;
  EXPECT_TRUE(ran.out.starts_with((folder_ / "out/a/one.usda.check.txt").string())) << ran.out;
  EXPECT_EQ(treeIn(folder_ / "out").size(), 10u);
}

// The order of words in the memory of the process decides which lists of fields share their place.
// Results do not depend on it.
TEST_F(FileShards, ResultsDoNotDependOnFilesBefore) {
  std::string text = "#usda 1.0\n";
  for (int i = 0; i < 200; ++i) {
    text += "def Cube \"C" + std::to_string(i) + "\"\n{\n    token t = \"word" +
            std::to_string(i % 50) + "\"\n    int n = " + std::to_string(i % 40) + "\n}\n";
  }
  std::ofstream(files_[4]) << text;
  const std::string out = (folder_ / "out").string();
  std::set<std::string> results;
  for (int i = 0; i < 6; ++i) {
    // Each run gives the words of the file other numbers.
    std::string other = "#usda 1.0\n";
    for (int j = 0; j < i * 7; ++j) {
      other += "def \"Run" + std::to_string(i) + "of" + std::to_string(j) + "\"\n{\n}\n";
    }
    std::ofstream(files_[0]) << other;
    const ProcessEnd ran = runUsdscope({"stats", "--json", files_[0], files_[4], "--outFolder", out,
                                        "--threads", std::to_string(1 + i % 3)},
                                       60);
    ASSERT_EQ(ran.status, kSuccess) << ran.err;
    results.insert(treeIn(folder_ / "out").at("five.usda.stats.json"));
  }
  EXPECT_EQ(results.size(), 1u);
}

// A result keeps its status: files with errors do not become right because they are skipped.
TEST_F(FileShards, SkippedFilesKeepTheirStatus) {
  std::ofstream(files_[1]) << "#usda 1.0\n(\n    defaultPrim = \"Gone\"\n)\ndef Cube \"A\" {}\n";
  EXPECT_EQ(runLine(line("check", "out", {"--json"})).status, kFailure);
  EXPECT_EQ(treeIn(folder_ / "out").at("a/two.usda.check.json.status"), "1\n");
  EXPECT_EQ(treeIn(folder_ / "out").size(), 6u);
  const Ran again = runLine(line("check", "out", {"--json", "--skip-existing"}));
  EXPECT_EQ(again.status, kFailure);
  const std::vector<Json> lines = linesOf(again);
  ASSERT_EQ(lines.size(), 5u);
  for (const Json& each : lines) {
    EXPECT_EQ(each["skipped"], true);
    EXPECT_EQ(each["status"], each["file"] == files_[1] ? 1 : 0);
  }
  fs::copy_file(files_[0], files_[1], fs::copy_options::overwrite_existing);
  EXPECT_EQ(runLine(line("check", "out", {"--json"})).status, kSuccess);
  EXPECT_EQ(treeIn(folder_ / "out").size(), 5u);
}

TEST_F(FileShards, OldResultsOfUnreadableFilesAreNotDone) {
  ASSERT_EQ(runLine(line("stats", "out", {"--json"})).status, kSuccess);
  const std::string old = treeIn(folder_ / "out").at("a/two.usda.stats.json");
  const std::string good = textOf(files_[1]);
  std::ofstream(files_[1]) << "#usda 1.0\ndef {{{\n";
  for (const std::vector<std::string>& options :
       {std::vector<std::string>{"--json"}, {"--json", "--skip-existing"}}) {
    const Ran ran = runLine(line("stats", "out", options));
    EXPECT_EQ(ran.status, kUnreadable);
    EXPECT_NE(ran.err.find("a/two.usda.stats.json: This file is not a result of this run"),
              std::string::npos)
        << ran.err;
    for (const Json& each : linesOf(ran)) {
      if (each["file"] != files_[1]) continue;
      EXPECT_FALSE(each.contains("out"));
      EXPECT_EQ(each["skipped"], false);
      EXPECT_EQ(each["status"], int(kUnreadable));
    }
    EXPECT_EQ(treeIn(folder_ / "out").at("a/two.usda.stats.json"), old);
  }
  std::ofstream(files_[1]) << good;
  const Ran last = runLine(line("stats", "out", {"--json", "--skip-existing"}));
  EXPECT_EQ(last.status, kSuccess) << last.err;
  std::size_t made = 0;
  for (const Json& each : linesOf(last)) made += each["skipped"] == false ? 1 : 0;
  EXPECT_EQ(made, 1u);
  EXPECT_EQ(treeIn(folder_ / "out").size(), 5u);
}

TEST_F(FileShards, RunsThatGoOnRemoveWhatKilledOnesHaveLeft) {
  EXPECT_EQ(runLine(line("stats", "out", {"--shard", "1/2"})).status, kSuccess);
  // A process that has ended.
  const pid_t child = ::fork();
  if (child == 0) ::_exit(0);
  ::waitpid(child, nullptr, 0);
  const std::string ending = '.' + std::to_string(child) + "-3.unfinished";
  const std::string mine = (folder_ / "out/a/two.usda.stats.txt").string() + ending;
  const std::string other = (folder_ / "out/a/mine.txt").string() + ending;
  for (const std::string& file : {mine, other}) std::ofstream(file) << "half";
  EXPECT_EQ(runLine(line("stats", "out", {"--shard", "2/2"})).status, kSuccess);
  EXPECT_TRUE(fs::exists(mine)) << "a new run knows no older one";
  EXPECT_EQ(runLine(line("stats", "out", {"--skip-existing"})).status, kSuccess);
  EXPECT_FALSE(fs::exists(mine));
  EXPECT_TRUE(fs::exists(other));
}

TEST_F(FileShards, FilesOfASceneAreNotOverwritten) {
  for (const std::string verb : {"stats", "check"}) {
    const std::string ending = "." + verb + ".txt";
    const std::string texture = files_[4] + ending;
    std::ofstream(texture) << "mine";
    std::ofstream(files_[4]) << "#usda 1.0\ndef Cube \"A\"\n{\n    asset a = @./five.usda" << ending
                             << "@\n}\n";
    const Ran ran = runLine({verb, files_[0], files_[4], "--outFolder", folder_.path().string()});
    EXPECT_EQ(ran.status, kUnreadable);
    EXPECT_NE(ran.err.find("it is not overwritten"), std::string::npos) << ran.err;
    EXPECT_EQ(textOf(texture), "mine");
    EXPECT_EQ(ran.out, (folder_ / "a/one.usda").string() + ending + '\n');
  }
}

TEST_F(FileShards, UnreadableFilesDoNotStopOthers) {
  std::ofstream(files_[1]) << "#usda 1.0\ndef {{{\n";
  const Ran ran = runLine(line("stats", "out"));
  EXPECT_EQ(ran.status, kUnreadable);
  EXPECT_NE(ran.err.find(files_[1]), std::string::npos);
  EXPECT_EQ(treeIn(folder_ / "out").size(), 4u);
}

TEST_F(FileShards, ResultsGoToStandardOutputWithoutAFolder) {
  const Ran texts = runLine({"stats", files_[0], files_[1]});
  EXPECT_EQ(texts.status, kSuccess) << texts.err;
  EXPECT_TRUE(texts.out.starts_with("== " + files_[0] + "\n1 prims"));
  EXPECT_NE(texts.out.find("== " + files_[1] + "\n1 prims"), std::string::npos);
  // The memory of a process with several scenes is that of none.
  for (const Json& each : linesOf(runLine({"stats", "--json", files_[0], files_[1]}))) {
    EXPECT_FALSE(each["result"].contains("residentBytes"));
    EXPECT_TRUE(each["result"].contains("arrays"));
  }
  const Ran json = runLine({"check", "--json", files_[0], files_[1]});
  std::istringstream lines(json.out);
  std::string text;
  for (int i = 0; i < 2; ++i) {
    ASSERT_TRUE(std::getline(lines, text));
    const Json line = parseJson(text);
    EXPECT_EQ(line["file"], files_[std::size_t(i)]);
    EXPECT_EQ(line["status"], 0);
    EXPECT_FALSE(line["result"].is_null());
  }
}

TEST_F(FileShards, WrongOptionsAreRefused) {
  const std::string out = (folder_ / "out").string();
  const std::vector<std::pair<std::vector<std::string>, const char*>> cases = {
      {{"stats", files_[0], "--shard", "0/2"}, "Expected I/N with I from 1 to N"},
      {{"stats", files_[0], files_[1], "--skip-existing"}, "needs --outFolder"},
      {{"stats", files_[0], files_[0]}, "is given twice"},
      {{"stats", files_[0], "-"}, "cannot be one of several"},
      {{"check", files_[0], files_[1], "-o", out}, "--out names one file"},
      {{"thumbnail", files_[0]}, "OUT is missing"},
      {{"thumbnail", files_[0], out, "--shard", "1/2"}, "need --outFolder"}};
  for (const auto& [words, message] : cases) {
    const Ran ran = runLine(words);
    EXPECT_EQ(ran.status, kWrongUsage) << message;
    EXPECT_NE(ran.err.find(message), std::string::npos) << ran.err;
    EXPECT_EQ(ran.out, "");
  }
  EXPECT_FALSE(fs::exists(out));
}

TEST_F(FileShards, AFolderIsNotAResultThatExists) {
  ASSERT_EQ(runLine(line("stats", "out")).status, 0);
  const std::string result = treeIn(folder_ / "out").begin()->first;
  const fs::path place = folder_ / "out" / result;
  fs::remove(place);
  fs::create_directory(place);
  const Ran ran = runLine(line("stats", "out", {"--skip-existing"}));
  EXPECT_EQ(ran.status, kUnreadable);
  EXPECT_NE(ran.err.find(place.string()), std::string::npos) << ran.err;
}

// The third file needs an asset id, whose resolver waits in the first run until the shard is
// killed.
TEST_F(FileShards, KilledShardRunsAgain) {
  std::ofstream(files_[2]) << "#usda 1.0\ndef \"A\" (references = @asset:lamp@</A>) {}\n";
  const std::string flag = (folder_ / "waits").string();
  const std::string started = (folder_ / "started").string();
  const fs::path resolver = folder_ / "find";
  std::ofstream(resolver) << "#!/bin/sh\n[ -e " << flag << " ] && touch " << started
                          << " && exec sleep 30\necho " << files_[0] << "\n";
  fs::permissions(resolver, fs::perms::owner_all);
  std::ofstream(flag) << "";
  const fs::path program = fs::read_symlink("/proc/self/exe").parent_path() / "usdscope";
  std::string words;
  for (const std::string& word : line("stats", "parts", {"--json"})) words += " '" + word + "'";
  const std::string script = "USDSCOPE_RESOLVER=" + resolver.string() + " " + program.string() +
                             words + " > /dev/null & pid=$!; i=0; while [ ! -e " + started +
                             " ] && [ $i -lt 600 ]; do sleep 0.1; i=$((i+1)); done; kill -9 $pid";
  std::ofstream(folder_ / "run.sh") << script << "\n";
  EXPECT_EQ(std::system(("sh " + (folder_ / "run.sh").string()).c_str()), 0);
  EXPECT_EQ(treeIn(folder_ / "parts").size(), 2u);
  fs::remove(flag);

  const std::vector<std::pair<std::string, std::string>> environment = {
      {"USDSCOPE_RESOLVER", resolver.string()}};
  const ProcessEnd again =
      runUsdscope(line("stats", "parts", {"--json", "--skip-existing"}), 60, {}, environment);
  EXPECT_EQ(again.status, kSuccess) << again.err;
  const ProcessEnd all = runUsdscope(line("stats", "all", {"--json"}), 60, {}, environment);
  EXPECT_EQ(all.status, kSuccess) << all.err;
  EXPECT_EQ(treeIn(folder_ / "parts"), treeIn(folder_ / "all"));
  EXPECT_EQ(treeIn(folder_ / "all").size(), 5u);
}

TEST_F(FileShards, ThumbnailsOfSeveralFiles) {
  if (!needGl()) return;
  std::ofstream(files_[1]) << "#usda 1.0\ndef {{{\n";
  const ProcessEnd all = runUsdscope(line("thumbnail", "all", {"--size", "32"}), 120);
  EXPECT_EQ(all.status, kUnreadable) << all.err;
  const auto files = treeIn(folder_ / "all");
  EXPECT_EQ(files.size(), 4u) << all.err;
  for (const char* shard : {"1/2", "2/2"}) {
    runUsdscope(line("thumbnail", "parts", {"--size", "32", "--shard", shard}), 120);
  }
  EXPECT_EQ(treeIn(folder_ / "parts"), files);
}

}  // namespace usdscope
