// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <sstream>

#include "app/cli/CommandLine.h"
#include "tests/app/cli/RunLine.h"
#include "tests/support/TemporaryFolder.h"
#include "tests/support/TestAssets.h"

namespace usdscope {
namespace {

Ran cat(std::initializer_list<const char*> files) {
  std::vector<std::string> arguments = {"cat"};
  for (const char* file : files) {
    arguments.push_back((testAssetsPath() / "usdz" / file).string());
  }
  return runLine(std::move(arguments));
}

}  // namespace

TEST(Cat, PrintsLayersOfFilesAndPackages) {
  const struct {
    const char* file;
    const char* prim;
  } cases[] = {
      {"y.usda", "def Xform \"Y\""},
      {"layers.usdz", "def Xform \"Root\""},
      {"layers.usdz[y.usda]", "def Xform \"Y\""},
      {"layers.usdz[dir/b.usdz[t.usda]]", "def Xform \"T\""},
  };
  for (const auto& c : cases) {
    const Ran ran = cat({c.file});
    EXPECT_EQ(ran.status, kSuccess) << ran.err;
    EXPECT_EQ(ran.err, "");
    EXPECT_TRUE(ran.out.starts_with("#usda 1.0\n")) << c.file;
    EXPECT_NE(ran.out.find(c.prim), std::string::npos) << c.file << '\n' << ran.out;
  }
}

TEST(Cat, AFileThatFailsIsReportedAndTheOthersArePrinted) {
  for (const char* bad :
       {"missing.usda", "compressed.usdz", "picture_first.usdz", "layers.usdz[no]"}) {
    const Ran ran = cat({bad, "y.usda"});
    EXPECT_EQ(ran.status, kUnreadable) << bad;
    EXPECT_TRUE(ran.err.starts_with("error: ")) << ran.err;
    EXPECT_NE(ran.err.find(bad), std::string::npos) << ran.err;
    EXPECT_NE(ran.out.find("def Xform \"Y\""), std::string::npos) << ran.out;
  }
}

// A crate value that cannot be decoded is reported, and the rest is printed.
TEST(Cat, ABrokenValueIsAnErrorAndTheRestIsPrinted) {
  const std::string file = (testAssetsPath() / "broken" / "dictionary_cycle.usdc").string();
  const Ran ran = runLine({"cat", file});
  EXPECT_EQ(ran.status, kFailure);
  EXPECT_TRUE(ran.err.starts_with("error: " + file + " at byte ")) << ran.err;
  EXPECT_NE(ran.err.find("</A.b>: The value of 'customData' cannot be read"), std::string::npos)
      << ran.err;
  EXPECT_EQ(std::ranges::count(ran.err, '\n'), 1) << ran.err;
  EXPECT_NE(ran.out.find("int[] b"), std::string::npos) << ran.out;
  const Ran loaded = runLine({"cat", "--loadOnly", file});
  EXPECT_EQ(loaded.status, kFailure);
  EXPECT_TRUE(loaded.out.starts_with("Failed")) << loaded.out;
}

TEST(Cat, LayersReadWithErrorsReplaceNoFile) {
  const std::string file = (testAssetsPath() / "broken" / "dictionary_cycle.usdc").string();
  const TemporaryFolder folder;
  const auto out = folder / "out.usda";
  std::ofstream(out) << "old";
  const Ran kept = runLine({"cat", file, "--out", out.string()});
  EXPECT_EQ(kept.status, kFailure);
  EXPECT_NE(kept.err.find("is kept"), std::string::npos) << kept.err;
  EXPECT_EQ(std::filesystem::file_size(out), 3u);
  // If no file is lost by it, the readable part is written.
  const auto rescued = folder / "new.usda";
  EXPECT_EQ(runLine({"cat", file, "--out", rescued.string()}).status, kFailure);
  EXPECT_TRUE(std::filesystem::exists(rescued));
}

// The other verbs that write layers behave alike.
TEST(Cat, ABrokenValueIsReportedByAllVerbsThatWriteValues) {
  const std::string file = (testAssetsPath() / "broken" / "dictionary_cycle.usdc").string();
  const std::vector<std::string> lines[] = {
      {"dump", file}, {"flatten", file}, {"flatten", "--layerStack", file}, {"stitch", file, file}};
  for (const std::vector<std::string>& line : lines) {
    const Ran ran = runLine(line);
    EXPECT_NE(ran.err.find("The value of 'customData' cannot be read"), std::string::npos)
        << line[0] << ": " << ran.err;
    EXPECT_NE(ran.out.find('A'), std::string::npos) << line[0];
  }
}

}  // namespace usdscope
