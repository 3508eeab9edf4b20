// SPDX-License-Identifier: Apache-2.0
// Tests of the watch on files, without a window.
#include <gtest/gtest.h>

#include <chrono>
#include <filesystem>
#include <fstream>
#include <mutex>

#include "app/session/disk/DiskWatch.h"
#include "tests/app/window/OpenWindow.h"
#include "tests/support/TemporaryFolder.h"

namespace usdscope {
namespace {

namespace fs = std::filesystem;

/// A watch with what it has reported last.
class Watch {
 public:
  explicit Watch(std::vector<std::string> paths) {
    watch_.watch({.paths = std::move(paths), .since = later(), .isOwn = {}, .startsOver = true});
    EXPECT_TRUE(waitFor([](const auto& changes, int reports) {
      return reports > 0 && changes.empty();
    })) << "files that were watched when nothing had changed";
  }

  DiskWatch& watch() { return watch_; }
  std::vector<FileChange> changes() {
    const std::lock_guard lock(mutex_);
    return changes_;
  }
  template <typename IsDone>
  bool waitFor(const IsDone& isDone) {
    const auto start = std::chrono::steady_clock::now();
    while (std::chrono::steady_clock::now() - start < std::chrono::seconds(30)) {
      {
        const std::lock_guard lock(mutex_);
        if (isDone(changes_, reports_)) return true;
      }
      std::this_thread::sleep_for(std::chrono::milliseconds(5));
    }
    return false;
  }
  bool waitForOne(const std::string& path, FileChange::Kind kind) {
    return waitFor([&](const std::vector<FileChange>& changes, int) {
      return changes.size() == 1 && changes[0].path == path && changes[0].kind == kind;
    });
  }
  /// The files were read just now.
  void read(const std::string& path) {
    watch_.noteRead({path}, later());
    EXPECT_TRUE(waitFor([](const auto& changes, int) { return changes.empty(); }));
  }

 private:
  // Files that were written a moment ago were read after that.
  static std::int64_t later() { return fileClock() + 1'000'000'000; }

  std::mutex mutex_;
  std::vector<FileChange> changes_;
  int reports_ = 0;
  DiskWatch watch_{[this](std::vector<FileChange> changes) {
    const std::lock_guard lock(mutex_);
    changes_ = std::move(changes);
    ++reports_;
  }};
};

void write(const fs::path& path, const std::string& text) {
  std::ofstream(path, std::ios::trunc) << text;
}

TEST(DiskWatch, NoticesAllWaysToChangeAFile) {
  const TemporaryFolder folder;
  const fs::path file = folder / "layer.usda";
  write(file, "one");
  Watch watch({file.string()});
  const struct {
    const char* name;
    std::function<void()> change;
    FileChange::Kind kind;
  } cases[] = {
      {"written", [&] { write(file, "longer text"); }, FileChange::Kind::Changed},
      {"cut short", [&] { fs::resize_file(file, 3); }, FileChange::Kind::Changed},
      {"appended", [&] { std::ofstream(file, std::ios::app) << "more"; },
       FileChange::Kind::Changed},
      {"renamed over",
       [&] {
         write(folder / "new", "published");
         fs::rename(folder / "new", file);
       },
       FileChange::Kind::Changed},
      {"made again",
       [&] {
         fs::remove(file);
         write(file, "again");
       },
       FileChange::Kind::Changed},
      {"removed", [&] { fs::remove(file); }, FileChange::Kind::Vanished},
      {"made", [&] { write(file, "anew"); }, FileChange::Kind::Appeared},
      {"replaced by a folder",
       [&] {
         fs::remove(file);
         fs::create_directory(file);
       },
       FileChange::Kind::Changed},
      {"a file again",
       [&] {
         fs::remove(file);
         write(file, "file");
       },
       FileChange::Kind::Changed},
      {"read-only", [&] { fs::permissions(file, fs::perms::owner_read); },
       FileChange::Kind::Changed},
  };
  for (const auto& each : cases) {
    each.change();
    EXPECT_TRUE(watch.waitForOne(file.string(), each.kind)) << each.name;
    watch.read(file.string());
  }
}

TEST(DiskWatch, NoticesFoldersAndLinksThatAreSwitched) {
  const TemporaryFolder folder;
  for (const char* version : {"v1", "v2"}) {
    fs::create_directory(folder / version);
    write(folder / version / "a.usda", version);
  }
  fs::create_directory_symlink("v1", folder / "current");
  write(folder / "store.usda", "stored");
  fs::create_symlink("store.usda", folder / "link.usda");
  const std::string inFolder = (folder / "current" / "a.usda").string();
  const std::string link = (folder / "link.usda").string();
  const std::string moved = (folder / "v2" / "a.usda").string();
  Watch watch({inFolder, link, moved});

  fs::create_directory_symlink("v2", folder / "next");
  fs::rename(folder / "next", folder / "current");
  EXPECT_TRUE(watch.waitForOne(inFolder, FileChange::Kind::Changed)) << "a link to a folder";
  watch.read(inFolder);

  write(folder / "store.usda", "stored again");
  EXPECT_TRUE(watch.waitForOne(link, FileChange::Kind::Changed)) << "the target of a link";
  watch.read(link);
  write(folder / "other.usda", "another");
  fs::create_symlink("other.usda", folder / "next.usda");
  fs::rename(folder / "next.usda", link);
  EXPECT_TRUE(watch.waitForOne(link, FileChange::Kind::Changed)) << "a link to a file";
  watch.read(link);
  write(folder / "other.usda", "yet another");
  EXPECT_TRUE(watch.waitForOne(link, FileChange::Kind::Changed)) << "the new target";
  watch.read(link);

  fs::rename(folder / "v2", folder / "old");
  EXPECT_TRUE(watch.waitFor([&](const std::vector<FileChange>& changes, int) {
    return changes.size() == 2 && changes[0].kind == FileChange::Kind::Vanished &&
           changes[1].kind == FileChange::Kind::Vanished;
  })) << "a folder that is renamed";
  fs::rename(folder / "old", folder / "v2");
  EXPECT_TRUE(watch.waitFor([](const auto& changes, int) { return changes.empty(); }))
      << "and renamed back: the files are as they were";
}

TEST(DiskWatch, NoticesAFileThatAppearsInAFolderThatWasMissing) {
  const TemporaryFolder folder;
  const fs::path file = folder / "a" / "b" / "late.usda";
  Watch watch({file.string()});
  fs::create_directories(file.parent_path());
  write(file, "here");
  EXPECT_TRUE(watch.waitForOne(file.string(), FileChange::Kind::Appeared));
  watch.read(file.string());
  write(file, "and written");
  EXPECT_TRUE(watch.waitForOne(file.string(), FileChange::Kind::Changed));
}

TEST(DiskWatch, ReportsWhatChangedWhileFilesWereRead) {
  const TemporaryFolder folder;
  const fs::path file = folder / "layer.usda";
  write(file, "one");
  Watch watch({file.string()});
  const std::int64_t begin = fileClock();
  write(file, "two");
  ASSERT_TRUE(watch.waitForOne(file.string(), FileChange::Kind::Changed));
  // The reader may have seen either text.
  watch.watch().noteRead({file.string()}, begin);
  std::this_thread::sleep_for(std::chrono::milliseconds(600));
  EXPECT_EQ(watch.changes().size(), 1u);
}

TEST(DiskWatch, ReportsOwnVersionsNever) {
  const TemporaryFolder folder;
  const std::string file = (folder / "layer.usda").string();
  write(file, "one");
  std::mutex mutex;
  int reports = 0;
  std::size_t count = 0;
  DiskWatch watch([&](const std::vector<FileChange>& changes) {
    const std::lock_guard lock(mutex);
    ++reports;
    count += changes.size();
  });
  watch.watch({.paths = {file},
               .since = 0,
               .isOwn = [](const std::string&, const FileVersion&) { return true; },
               .startsOver = true});
  const auto reportCount = [&] {
    const std::lock_guard lock(mutex);
    return reports;
  };
  ASSERT_TRUE(waitUntil([&] { return reportCount() > 0; }));
  for (int i = 0; i < 3; ++i) {
    const int before = reportCount();
    write(file, std::string(std::size_t(i + 5), 'x'));
    EXPECT_TRUE(waitUntil([&] { return reportCount() > before; })) << i;
  }
  const std::lock_guard lock(mutex);
  EXPECT_EQ(count, 0u);
}

TEST(DiskWatch, TenThousandFilesTakeFewDescriptors) {
  const TemporaryFolder folder;
  std::vector<std::string> paths;
  for (int i = 0; i < 10'000; ++i) {
    paths.push_back((folder / ("clip." + std::to_string(i) + ".usdc")).string());
    write(paths.back(), "");
  }
  const auto descriptors = [] {
    const fs::directory_iterator open("/proc/self/fd");
    return std::distance(begin(open), end(open));
  };
  const auto before = descriptors();
  Watch watch(paths);
  EXPECT_LE(descriptors(), before + 3);
  write(paths[4321], "a clip");
  EXPECT_TRUE(watch.waitForOne(paths[4321], FileChange::Kind::Changed));
}

TEST(ChangedFiles, NamesOfFilesAreShort) {
  const std::string longName = "a_very_long_name_of_a_layer_that_nobody_can_read.usdc";
  const auto of = [](std::vector<std::string> paths) {
    std::vector<FileChange> files;
    for (std::string& path : paths) {
      FileChange& file = files.emplace_back();
      file.path = std::move(path);
    }
    return files;
  };
  EXPECT_EQ(namesOf(of({"/s/a.usda"})), "a.usda");
  EXPECT_EQ(namesOf(of({"/s/a.usda", "/s/b.usda"})), "a.usda and b.usda");
  EXPECT_EQ(namesOf(of({"/s/a.usda", "/s/b.usda", "/s/c.usda"})), "a.usda, b.usda and 1 more");
  EXPECT_EQ(badgeText({of({"/s/a.usda"})}), "a.usda has changed");
  EXPECT_EQ(badgeText({of({"/s/a.usda", "/s/b.usda"})}), "2 files changed");
  EXPECT_EQ(badgeText({}), "");
  EXPECT_EQ(badgeText({of({"/s/" + longName})}), "a_very_long_name…y_can_read.usdc has changed");
}

}  // namespace
}  // namespace usdscope
