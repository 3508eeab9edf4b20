// SPDX-License-Identifier: Apache-2.0
#include "engine/base/FileBytes.h"

#include <fcntl.h>
#include <gtest/gtest.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include <sys/stat.h>
#include <unistd.h>
#include <atomic>
#include <thread>

#include <filesystem>
#include <fstream>

#include "engine/base/MappedFile.h"
#include "tests/support/TemporaryFolder.h"

namespace usdscope {
namespace {

class FileBytesTest : public testing::Test {
 protected:
  FileBytesTest()
      : folder_(std::filesystem::temp_directory_path() /
                ("usdscope-bytes-" + std::to_string(::getpid()))) {
    std::filesystem::create_directories(folder_);
  }
  ~FileBytesTest() override { std::filesystem::remove_all(folder_); }

  std::string write(const std::string& name, const std::string& text) {
    const std::filesystem::path path = folder_ / name;
    std::ofstream(path, std::ios::binary) << text;
    return path.string();
  }

  std::filesystem::path folder_;
};

}  // namespace

// 64 KiB is where reading turns into mapping.
TEST_F(FileBytesTest, GivesTheBytesOfSmallAndLargeFiles) {
  for (const std::size_t byteSize : {0, 1, 65535, 65536, 65537, 300000}) {
    std::string text(byteSize, 'x');
    for (std::size_t i = 0; i < byteSize; ++i) text[i] = static_cast<char>(i * 31);
    const FileBytesResult result = readFileBytes(write("file", text));
    ASSERT_TRUE(result.bytes) << result.problem;
    EXPECT_EQ(result.bytes->text(), text);
  }
}

TEST_F(FileBytesTest, SlicesKeepTheBytesAlive) {
  for (const std::size_t byteSize : {1000, 100000}) {
    FileBytes slice;
    {
      const FileBytesResult result = readFileBytes(write("file", std::string(byteSize, 'y')));
      ASSERT_TRUE(result.bytes);
      slice = result.bytes->slice(10, byteSize - 10).slice(5, 20);
    }
    EXPECT_EQ(slice.text(), std::string(20, 'y'));
  }
  const FileBytes whole = FileBytes::fromText("abc");
  EXPECT_EQ(whole.slice(3, 0).byteSize(), 0u);
  EXPECT_EQ(whole.slice(1, 2).text(), "bc");
  EXPECT_EQ(FileBytes().byteSize(), 0u);
}

TEST_F(FileBytesTest, SaysWhyThereAreNone) {
  const std::string pipe = (folder_ / "pipe").string();
  ASSERT_EQ(::mkfifo(pipe.c_str(), 0600), 0);
  const struct {
    std::string path;
    const char* problem;
  } cases[] = {
      {(folder_ / "none").string(), "No such file or directory."},
      {folder_.string(), "This is not a regular file."},
      {pipe, "This is not a regular file."},
      {"", "No such file or directory."},
  };
  for (const auto& c : cases) {
    const FileBytesResult result = readFileBytes(c.path);
    EXPECT_FALSE(result.bytes) << c.path;
    EXPECT_EQ(result.problem, c.problem) << c.path;
  }
}

TEST(FileBytes, FileThatIsCutShortReadsAsZeros) {
  const TemporaryFolder folder;
  const std::string path = (folder / "cut.bin").string();
  constexpr std::size_t kByteSize = 1 << 20;
  std::ofstream(path, std::ios::binary) << std::string(kByteSize, 'x');
  const FileBytesResult read = readFileBytes(path);
  ASSERT_TRUE(read.bytes);
  const std::string_view text = read.bytes->text();
  std::filesystem::resize_file(path, 10'000);
  // Several threads meet the missing pages at once.
  std::atomic<std::size_t> wrong{0};
  {
    std::vector<std::jthread> readers;
    for (int i = 0; i < 4; ++i) {
      readers.emplace_back([&] {
        for (std::size_t at = 0; at < kByteSize; at += 511) {
          const char expected = at < 10'000 ? 'x' : '\0';
          if (text[at] != expected) ++wrong;
        }
      });
    }
  }
  EXPECT_EQ(wrong, 0u);
  std::filesystem::remove(path);
  EXPECT_EQ(text[100], 'x');
}

TEST(FileBytes, FaultsElsewhereStillEndTheProgram) {
  const TemporaryFolder folder;
  const std::string path = (folder / "other.bin").string();
  std::ofstream(path, std::ios::binary) << std::string(1 << 17, 'x');
  ASSERT_TRUE(readFileBytes(path).bytes);
  EXPECT_DEATH(
      {
        const int file = ::open(path.c_str(), O_RDONLY);
        auto* mapped =
            static_cast<volatile char*>(::mmap(nullptr, 1 << 17, PROT_READ, MAP_PRIVATE, file, 0));
        std::filesystem::resize_file(path, 0);
        const char lost = mapped[5000];
        std::exit(lost);
      },
      "");
}

TEST_F(FileBytesTest, FilesThatChangeWhileTheyAreMappedAreNamed) {
  takeFilesChangedWhileMapped();
  const auto change = [&](const std::string& name, auto&& how) {
    const std::string path = write(name, std::string(200'000, 'x'));
    const FileBytesResult result = readFileBytes(path);
    ASSERT_TRUE(result.bytes);
    how(path);
    // Also when the mapping has ended, which is after this.
  };
  const auto overwrite = [](const std::string& path) {
    std::fstream file(path, std::ios::binary | std::ios::in | std::ios::out);
    file.seekp(100'000);
    file << "other";
  };
  change("untouched", [](const std::string&) {});
  change("overwritten", overwrite);
  change("cut", [](const std::string& path) { std::filesystem::resize_file(path, 70'000); });
  change("grown", [](const std::string& path) { std::filesystem::resize_file(path, 300'000); });
  change("replaced", [](const std::string& path) {
    std::ofstream(path + ".new") << "new";
    std::filesystem::rename(path + ".new", path);
  });
  change("removed", [](const std::string& path) { std::filesystem::remove(path); });
  const std::string open = write("open", std::string(200'000, 'x'));
  const FileBytesResult result = readFileBytes(open);
  overwrite(open);
  std::vector<std::string> expected;
  for (const char* name : {"cut", "grown", "open", "overwritten"}) {
    expected.push_back((folder_ / name).string());
  }
  EXPECT_EQ(takeFilesChangedWhileMapped(), expected);
}

}  // namespace usdscope
