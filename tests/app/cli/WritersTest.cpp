// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>
#include <sys/resource.h>

#include <csignal>
#include <filesystem>
#include <fstream>
#include <iterator>

#include "tests/app/cli/RunLine.h"
#include "tests/support/NeedsGl.h"
#include "tests/support/TemporaryFolder.h"

namespace usdscope {
namespace {

namespace fs = std::filesystem;

// A scene with a sublayer, a payload, a texture and a clip.
class Writers : public testing::Test {
 protected:
  void SetUp() override {
    write("scene.usda", R"(#usda 1.0
(
    defaultPrim = "A"
    subLayers = [@sub.usda@]
)
def Sphere "A" (
    clips = {
        dictionary default = {
            asset[] assetPaths = [@clip1.usda@]
            string primPath = "/A"
            double2[] active = [(0, 0)]
            double2[] times = [(0, 0), (1, 1)]
        }
    }
)
{
    double radius
    asset texture = @tex.png@
}
def "B" (
    payload = @payload.usda@</P>
)
{
}
)");
    write("sub.usda", "#usda 1.0\ndef \"S\"\n{\n}\n");
    write("payload.usda", "#usda 1.0\ndef \"P\"\n{\n}\n");
    write("clip1.usda",
          "#usda 1.0\ndef \"A\"\n{\n    double radius.timeSamples = {0: 1, 1: 2}\n}\n");
    write("clip2.usda",
          "#usda 1.0\ndef \"A\"\n{\n    double radius.timeSamples = {0: 3, 1: 4}\n}\n");
    write("tex.png", "not decoded");
  }

  std::string at(const std::string& name) const { return (folder_ / name).string(); }

  void write(const std::string& name, const std::string& text) const {
    std::ofstream(at(name), std::ios::binary) << text;
  }

  std::string read(const std::string& name) const {
    std::ifstream in(at(name), std::ios::binary);
    return {std::istreambuf_iterator<char>(in), {}};
  }

  std::size_t fileCount() const {
    return static_cast<std::size_t>(std::distance(fs::directory_iterator(folder_.path()), {}));
  }

  TemporaryFolder folder_;
};

}  // namespace

TEST_F(Writers, NoVerbWritesOverAFileThatTheSceneIsMadeOf) {
  fs::create_symlink("sub.usda", at("symlink.usda"));
  fs::create_hard_link(at("payload.usda"), at("hardlink.usda"));
  fs::create_directory(at("folder"));
  fs::create_symlink("..", at("folder/up"));
  const std::string scene = at("scene.usda");
  const std::vector<std::string> lines[] = {
      {"dump", scene, "-o", scene},
      {"dump", scene, "-o", at("sub.usda")},
      {"dump", scene, "--load", "none", "-o", at("payload.usda")},
      {"dump", scene, "-o", at("hardlink.usda")},
      {"dump", scene, "-o", at("tex.png")},
      {"dump", scene, "-o", at("clip1.usda")},
      {"flatten", scene, "-o", scene},
      {"flatten", scene, "--layerStack", "-o", at("symlink.usda")},
      {"flatten", scene, "-o", at("folder/up/sub.usda")},
      {"flatten", scene, "--mute", "sub.usda", "-o", at("sub.usda")},
      {"manifest", scene, "-o", at("clip1.usda")},
      {"manifest", at("clip1.usda"), at("clip2.usda"), "--clipPath", "/A", "-o", at("clip2.usda")},
      {"stitch", at("clip1.usda"), at("clip2.usda"), "-o", at("clip2.usda")},
      {"stitch", scene, at("clip2.usda"), "-o", at("sub.usda")},
      {"stitchclips", at("clip1.usda"), at("clip2.usda"), "-c", "/A", "-o", at("clip1.usda")},
      {"bake", scene, "-o", at("sub.usda")},
      {"cat", scene, "-o", scene},
      {"cat", scene, "-o", at("hardlink.usda")},
      {"cat", "--flatten", scene, "-o", at("sub.usda")},
      {"check", scene, "-o", scene},
      {"check", "--fix", scene, "-o", at("symlink.usda")},
      {"package", scene, "--localize", folder_.path().string()},
      {"package", at("p.usdz"), "-a", scene, "-l", at("p.usdz")},
  };
  std::vector<std::pair<std::string, std::string>> before;
  for (const char* name :
       {"scene.usda", "sub.usda", "payload.usda", "clip1.usda", "clip2.usda", "tex.png"}) {
    before.emplace_back(name, read(name));
  }
  for (const std::vector<std::string>& line : lines) {
    const Ran ran = runLine(line);
    std::string text;
    for (const std::string& word : line) text += word + ' ';
    EXPECT_NE(ran.status, kSuccess) << text;
    EXPECT_NE(ran.err.find("error: "), std::string::npos) << text;
    for (const auto& [name, content] : before) EXPECT_EQ(read(name), content) << text << name;
  }
}

TEST_F(Writers, ListsAndPackagesDoNotReplaceThePackage) {
  const std::string package = at("p.usdz");
  ASSERT_EQ(runLine({"package", package, "-a", at("sub.usda")}).status, kSuccess);
  const std::string before = read("p.usdz");
  EXPECT_NE(runLine({"package", package, "-l", package}).status, kSuccess);
  EXPECT_NE(runLine({"package", package, "-l", "-", "-d", package}).status, kSuccess);
  write("uses.usda", "#usda 1.0\n(\n    subLayers = [@p.usdz@]\n)\n");
  EXPECT_NE(runLine({"package", package, "-a", at("uses.usda")}).status, kSuccess);
  EXPECT_NE(runLine({"package", package, at("clip1.usda"), package}).status, kSuccess);
  EXPECT_EQ(read("p.usdz"), before);
  // A package that is made anew may replace the old one.
  EXPECT_EQ(runLine({"package", package, "-a", at("clip1.usda")}).status, kSuccess);
  EXPECT_NE(read("p.usdz"), before);
}

TEST_F(Writers, OverwriteIsAskedForInSoManyWords) {
  const std::string clip = at("clip1.usda");
  const Ran refused = runLine({"cat", clip, "-o", clip});
  EXPECT_NE(refused.err.find("--overwrite allows it."), std::string::npos) << refused.err;
  EXPECT_EQ(runLine({"cat", clip, "-o", clip, "--overwrite"}).status, kSuccess);
  write("manifest.usda", "#usda 1.0\n");
  std::string scene = read("scene.usda");
  scene.replace(scene.find("string primPath"), 0,
                "asset manifestAssetPath = @manifest.usda@\n            ");
  write("scene.usda", scene);
  EXPECT_EQ(runLine({"manifest", at("scene.usda"), "-o", at("manifest.usda")}).status, kUnreadable);
  EXPECT_EQ(read("manifest.usda"), "#usda 1.0\n");
  EXPECT_EQ(
      runLine({"manifest", at("scene.usda"), "-o", at("manifest.usda"), "--overwrite"}).status,
      kSuccess);
  EXPECT_NE(read("manifest.usda").find("radius"), std::string::npos);
}

TEST_F(Writers, PicturesDoNotReplaceTextures) {
  if (!needGl()) return;
  const Ran ran =
      runLine({"record", at("scene.usda"), "-f", "0", "--size", "8x8", "-o", at("tex.png")});
  EXPECT_NE(ran.status, kSuccess);
  EXPECT_NE(ran.err.find("is a file of the scene"), std::string::npos) << ran.err;
  EXPECT_EQ(read("tex.png"), "not decoded");
}

TEST_F(Writers, NamesMayBeAsLongAsTheFileSystemAllows) {
  const std::string name(245, 'n');
  const std::string longest(250, 'm');
  EXPECT_EQ(runLine({"dump", at("scene.usda"), "-o", at(name)}).status, kSuccess);
  EXPECT_FALSE(read(name).empty());
  EXPECT_EQ(runLine({"flatten", at("scene.usda"), "-o", at(longest + ".usda")}).status, kSuccess);
  EXPECT_FALSE(read(longest + ".usda").empty());
  EXPECT_EQ(runLine({"package", at(longest + ".usdz"), "-c", "-a", at("sub.usda")}).status,
            kSuccess);
}

// A limit of file sizes is noticed in the same way as a full disk.
TEST_F(Writers, OldFilesStayWhenTheDiskIsFull) {
  const std::string scene = at("scene.usda");
  const std::pair<const char*, std::vector<std::string>> lines[] = {
      {"out.json", {"dump", scene, "-o", at("out.json")}},
      {"out.usda", {"flatten", scene, "-o", at("out.usda")}},
      {"out.usdc", {"cat", scene, "-o", at("out.usdc")}},
      {"out.usda", {"bake", scene, "-o", at("out.usda")}},
      {"out.usda", {"manifest", scene, "-o", at("out.usda")}},
      {"out.usda", {"stitch", at("clip1.usda"), at("clip2.usda"), "-o", at("out.usda")}},
      {"out.usdz", {"package", at("out.usdz"), "-a", scene}},
      {"out.txt", {"check", "--json", scene, "-o", at("out.txt")}},
      {"out.txt", {"package", at("some.usdz"), "-d", at("out.txt")}},
  };
  ASSERT_EQ(runLine({"package", at("some.usdz"), "-a", at("sub.usda")}).status, kSuccess);
  const auto ignored = std::signal(SIGXFSZ, SIG_IGN);
  rlimit usual{};
  getrlimit(RLIMIT_FSIZE, &usual);
  for (const auto& [out, line] : lines) {
    write(out, "old");
    const std::size_t before = fileCount();
    rlimit small = usual;
    small.rlim_cur = 20;
    setrlimit(RLIMIT_FSIZE, &small);
    const Ran ran = runLine(line);
    setrlimit(RLIMIT_FSIZE, &usual);
    EXPECT_NE(ran.status, kSuccess) << line[0];
    EXPECT_NE(ran.err.find("cannot be written"), std::string::npos) << line[0] << ": " << ran.err;
    EXPECT_EQ(read(out), "old") << line[0];
    EXPECT_EQ(fileCount(), before) << line[0];
  }
  std::signal(SIGXFSZ, ignored);
}

TEST_F(Writers, ReportsGoToDevicesToo) {
  EXPECT_EQ(runLine({"dump", at("scene.usda"), "-o", "/dev/null"}).status, kSuccess);
  const Ran full = runLine({"dump", at("scene.usda"), "-o", "/dev/full"});
  EXPECT_EQ(full.status, kUnreadable);
  EXPECT_NE(full.err.find("No space left"), std::string::npos) << full.err;
  EXPECT_TRUE(fs::is_character_file("/dev/full"));
}

}  // namespace usdscope
