// SPDX-License-Identifier: Apache-2.0
#include "engine/base/AbandonedFiles.h"

#include <gtest/gtest.h>
#include <sys/wait.h>
#include <unistd.h>

#include <filesystem>
#include <fstream>
#include <set>
#include <string>

#include "engine/base/UnfinishedFile.h"
#include "tests/support/TemporaryFolder.h"

namespace usdscope {
namespace {

std::set<std::string> namesIn(const TemporaryFolder& folder) {
  std::set<std::string> names;
  for (const auto& entry : std::filesystem::directory_iterator(folder.path())) {
    names.insert(entry.path().filename().string());
  }
  return names;
}

// Writes an unfinished file in a process that ends without cleaning up. Returns its name.
std::string abandonedBeside(const std::filesystem::path& target) {
  int ends[2];
  if (::pipe(ends) != 0) return {};
  const pid_t child = ::fork();
  if (child == 0) {
    const UnfinishedFile file(target);
    std::ofstream(file.path()) << "half";
    const std::string name = file.path().filename().string();
    ::_exit(::write(ends[1], name.data(), name.size()) == ssize_t(name.size()) ? 0 : 1);
  }
  ::waitpid(child, nullptr, 0);
  char name[256] = {};
  const ssize_t size = ::read(ends[0], name, sizeof(name));
  ::close(ends[0]);
  ::close(ends[1]);
  return size > 0 ? std::string(name, std::size_t(size)) : std::string();
}

}  // namespace

TEST(AbandonedFiles, FilesOfKilledProcessesAreRemoved) {
  const TemporaryFolder folder;
  const std::string mine = abandonedBeside(folder / "a.0001.png");
  const std::string other = abandonedBeside(folder / "b.0001.png");
  ASSERT_EQ(namesIn(folder), (std::set<std::string>{mine, other}));
  const UnfinishedFile running(folder / "a.0001.png");
  std::ofstream(running.path()) << "half";
  std::set<std::string> kept = {other, running.path().filename().string()};
  for (const char* name :
       {"a.0001.png", "a.0001.png.unfinished", "a.0001.png.x-1.unfinished",
        "a.0001.png.1.unfinished", ".7-1.unfinished", "a.0001.png.0-1.unfinished"}) {
    std::ofstream(folder / name) << "mine";
    kept.insert(name);
  }
  const auto isOwn = [](const std::string& target) { return target == "a.0001.png"; };
  EXPECT_EQ(removeAbandonedFiles(folder.path(), isOwn), 1u);
  EXPECT_EQ(namesIn(folder), kept);
  EXPECT_EQ(removeAbandonedFiles(folder / "no", isOwn), 0u);
}

}  // namespace usdscope
