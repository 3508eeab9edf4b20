// SPDX-License-Identifier: Apache-2.0
#include "engine/base/UnfinishedFile.h"

#include <gtest/gtest.h>
#include <sys/wait.h>
#include <unistd.h>

#include <csignal>
#include <fstream>
#include <iterator>
#include <string>
#include <vector>

#include "tests/support/TemporaryFolder.h"

namespace usdscope {
namespace {

std::size_t fileCount(const TemporaryFolder& folder) {
  const auto begin = std::filesystem::directory_iterator(folder.path());
  return static_cast<std::size_t>(std::distance(begin, {}));
}

std::string textOf(const std::filesystem::path& file) {
  std::ifstream in(file);
  return {std::istreambuf_iterator<char>(in), {}};
}

}  // namespace

TEST(UnfinishedFile, ReplacesItsTargetOnlyWhenItIsCommitted) {
  const TemporaryFolder folder;
  const auto target = folder / "a.txt";
  std::ofstream(target) << "old";
  {
    const UnfinishedFile file(target);
    std::ofstream(file.path()) << "new";
    EXPECT_EQ(file.path().parent_path(), folder.path());
    EXPECT_EQ(textOf(target), "old");
  }
  EXPECT_EQ(textOf(target), "old");
  EXPECT_EQ(fileCount(folder), 1u);
  UnfinishedFile file(target);
  std::ofstream(file.path()) << "new";
  UnfinishedFile moved = std::move(file);
  EXPECT_FALSE(moved.commit());
  EXPECT_TRUE(moved.path().empty());
  EXPECT_EQ(textOf(target), "new");
  EXPECT_EQ(fileCount(folder), 1u);
}

TEST(UnfinishedFile, NamesAreDifferentAndNeverTooLong) {
  const TemporaryFolder folder;
  for (const std::size_t length : {1u, 200u, 245u, 255u}) {
    const std::string name(length, 'x');
    const UnfinishedFile a(folder / name);
    const UnfinishedFile b(folder / name);
    EXPECT_NE(a.path(), b.path());
    std::ofstream out(a.path());
    EXPECT_TRUE(out.is_open()) << length;
  }
  // No character of UTF-8 is cut.
  std::string text = "x";
  while (text.size() < 250) text += "\xC3\xA4";
  const UnfinishedFile file(folder / text);
  const std::string start = file.path().filename().string();
  EXPECT_EQ(start.find(".") % 2, 1u);
  EXPECT_TRUE(std::ofstream(file.path()).is_open());
}

TEST(UnfinishedFolder, ContentIsRemovedWithIt) {
  std::filesystem::path path;
  {
    const UnfinishedFolder folder("usdscope-test");
    path = folder.path();
    ASSERT_FALSE(path.empty());
    std::filesystem::create_directory(path / "inner");
    std::ofstream(path / "inner/a") << "text";
  }
  EXPECT_FALSE(std::filesystem::exists(path));
}

TEST(UnfinishedFolder, SignalsRemoveItsContent) {
  const TemporaryFolder folder;
  const TemporaryFolder kept;
  std::ofstream(kept / "mine") << "text";
  const pid_t child = ::fork();
  ASSERT_GE(child, 0);
  if (child == 0) {
    ::setenv("TMPDIR", folder.path().c_str(), 1);
    removeUnfinishedFilesOnSignals();
    const UnfinishedFolder unfinished("usdscope-test");
    for (int i = 0; i < 100; ++i) {
      std::ofstream(unfinished.path() / ("a long name of a picture " + std::to_string(i)))
          << "half";
    }
    // A folder may hold a link to another one, which is not followed.
    std::filesystem::create_directories(unfinished.path() / "usdscope/scenes");
    std::ofstream(unfinished.path() / "usdscope/scenes/a") << "half";
    std::ofstream(unfinished.path() / "usdscope/.hidden") << "half";
    std::filesystem::create_directory_symlink(kept.path(), unfinished.path() / "usdscope/link");
    if (std::distance(std::filesystem::directory_iterator(unfinished.path()), {}) != 101)
      ::_exit(1);
    ::raise(SIGTERM);
    ::_exit(0);
  }
  int status = 0;
  ::waitpid(child, &status, 0);
  ASSERT_TRUE(WIFSIGNALED(status)) << status;
  EXPECT_EQ(fileCount(folder), 0u);
  EXPECT_EQ(fileCount(kept), 1u);
}

TEST(UnfinishedFile, SignalsThatEndTheProgramRemoveTheFile) {
  for (const int signal : {SIGTERM, SIGINT, SIGHUP}) {
    const TemporaryFolder folder;
    const pid_t child = ::fork();
    ASSERT_GE(child, 0);
    if (child == 0) {
      std::signal(signal, SIG_DFL);  // nohup ignores SIGHUP.
      removeUnfinishedFilesOnSignals();
      std::vector<UnfinishedFile> files;
      for (int i = 0; i < 100; ++i) {
        files.emplace_back(folder / ("a" + std::to_string(i)));
        std::ofstream(files.back().path()) << "half";
      }
      ::raise(signal);
      ::_exit(0);
    }
    int status = 0;
    ::waitpid(child, &status, 0);
    EXPECT_TRUE(WIFSIGNALED(status)) << status;
    EXPECT_EQ(WTERMSIG(status), signal);
    EXPECT_EQ(fileCount(folder), 0u);
  }
}

}  // namespace usdscope
