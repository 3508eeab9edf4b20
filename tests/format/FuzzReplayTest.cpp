// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>

#include "tests/fuzz/ReadAnything.h"
#include "tests/support/TestAssets.h"

namespace usdscope {
namespace {

namespace fs = std::filesystem;

std::vector<fs::path> filesIn(const fs::path& folder, std::size_t mostBytes) {
  std::vector<fs::path> paths;
  if (!fs::exists(folder)) return paths;
  for (const auto& entry : fs::directory_iterator(folder)) {
    if (entry.is_regular_file() && entry.file_size() <= mostBytes) paths.push_back(entry.path());
  }
  std::ranges::sort(paths);
  return paths;
}

std::vector<std::byte> bytesOf(const fs::path& path) {
  const FileBytesResult file = readFileBytes(path.string());
  EXPECT_TRUE(file.bytes) << path;
  if (!file.bytes) return {};
  return {file.bytes->span().begin(), file.bytes->span().end()};
}

// Small layers of every format.
std::vector<fs::path> smallFiles() {
  std::vector<fs::path> paths;
  for (const char* folder : {"usda/export", "usdc", "usdz"}) {
    const auto found = filesIn(testAssetsPath() / folder, 3000);
    std::ranges::copy_if(found, std::back_inserter(paths), [](const fs::path& path) {
      return path.extension().string().starts_with(".usd");
    });
  }
  return paths;
}

}  // namespace

// Inputs that fuzzers found. readAnything() ends the process if one fails again.
TEST(FuzzReplay, FindsStayMended) {
  const auto seeds = filesIn(testAssetsPath().parent_path() / "fuzz" / "seeds", 1 << 20);
  for (const fs::path& path : seeds) readAnything(bytesOf(path));
  ASSERT_FALSE(seeds.empty());
}

TEST(FuzzReplay, EveryPrefixOfSmallFilesIsReadOrRefused) {
  const auto paths = smallFiles();
  ASSERT_GE(paths.size(), 12u);
  for (const fs::path& path : paths) {
    const auto bytes = bytesOf(path);
    for (std::size_t size = 0; size <= bytes.size(); ++size) {
      readAnything(std::span(bytes).first(size));
    }
  }
}

TEST(FuzzReplay, FlippedBytesOfSmallFilesAreReadOrRefused) {
  for (const fs::path& path : smallFiles()) {
    auto bytes = bytesOf(path);
    for (std::byte& byte : bytes) {
      byte ^= std::byte{0xFF};
      readAnything(bytes);
      byte ^= std::byte{0xFF};
    }
  }
}

}  // namespace usdscope
