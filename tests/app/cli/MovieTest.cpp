// SPDX-License-Identifier: Apache-2.0
// Movies are made by another program, which scripts replace here: nothing needs the real ffmpeg.
#include <gtest/gtest.h>

#include <algorithm>
#include <chrono>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <sstream>
#include <thread>

#include "app/capture/MovieWriter.h"
#include "tests/app/cli/RunLine.h"
#include "tests/support/NeedsGl.h"
#include "tests/support/TemporaryFolder.h"

namespace usdscope {
namespace {

constexpr const char* kScene = R"(#usda 1.0
(
    startTimeCode = 1
    endTimeCode = 3
    timeCodesPerSecond = 12
)
def Sphere "Ball"
{
    double radius.timeSamples = { 1: 1, 3: 2 }
}
)";

// The last argument is the file to write.
constexpr const char* kOutput = "for out; do :; done\nout=${out#file:}\n";

struct Movie : testing::Test {
  const TemporaryFolder folder;
  const std::string path = std::getenv("PATH") ? std::getenv("PATH") : "";

  ~Movie() override { setenv("PATH", path.c_str(), 1); }

  std::string inFolder(const std::string& name) const { return (folder / name).string(); }
  // Makes a program `ffmpeg` of a shell script. Returns its path.
  std::string fake(const std::string& script) const {
    std::filesystem::create_directory(folder / "bin");
    const auto program = folder / "bin" / "ffmpeg";
    std::ofstream(program) << "#!/bin/sh\n" << kOutput << script;
    std::filesystem::permissions(program, std::filesystem::perms::owner_all);
    setenv("PATH", ((folder / "bin").string() + ":" + path).c_str(), 1);
    return program.string();
  }
  Ran record(const std::vector<std::string>& options) const {
    std::ofstream(folder / "scene.usda") << kScene;
    std::vector<std::string> line = {"record", inFolder("scene.usda"), "-o", inFolder("out.mp4")};
    line.insert(line.end(), options.begin(), options.end());
    return runLine(line);
  }
  std::string text(const std::string& name) const {
    std::ostringstream all;
    all << std::ifstream(folder / name).rdbuf();
    return all.str();
  }
  // The names of files that are neither the scene nor the program.
  std::vector<std::string> made() const {
    std::vector<std::string> names;
    for (const auto& entry : std::filesystem::directory_iterator(folder.path())) {
      const std::string name = entry.path().filename().string();
      if (name != "scene.usda" && name != "bin") names.push_back(name);
    }
    return names;
  }
};

Image picture(int width, int height) {
  Image image{width, height, 3, PixelType::Unorm8, {}};
  image.pixels.resize(image.rowByteSize() * std::size_t(height));
  return image;
}

}  // namespace

TEST_F(Movie, EveryFrameIsFedToTheProgram) {
  if (!needGl()) return;
  fake("echo \"$*\" > \"$out.arguments\"\nwc -c > \"$out\"\n");
  const Ran ran = record({"--size", "31x16"});
  EXPECT_EQ(ran.status, kSuccess) << ran.err;
  EXPECT_EQ(ran.out, inFolder("out.mp4") + "\n");
  // The width becomes even.
  EXPECT_EQ(std::stoi(text("out.mp4")), 3 * 32 * 16 * 3);
  const std::vector<std::string> files = made();
  const auto saved = std::ranges::find_if(
      files, [](const std::string& name) { return name.ends_with(".arguments"); });
  ASSERT_NE(saved, files.end());
  const std::string arguments = text(*saved);
  for (const char* each : {"-s 32x16", "-framerate 12 ", "-pix_fmt yuv420p", "libx264"}) {
    EXPECT_NE(arguments.find(each), std::string::npos) << each << ": " << arguments;
  }
  EXPECT_EQ(made().size(), 2u);
}

TEST_F(Movie, AProgramThatDiesInTheMiddleIsSaidAndLeavesNoFile) {
  if (!needGl()) return;
  const struct {
    const char* name;
    const char* script;
    const char* message;
  } cases[] = {
      {"in the middle",
       "echo part > \"$out\"\nhead -c 100 > /dev/null\necho one >&2\necho 'disk full' >&2\nexit "
       "3\n",
       "ended too early, with status 3. It said: one / disk full"},
      {"at once", "exit 1\n", "status 1"},
      {"at the end", "cat > \"$out\"\necho broken >&2\nexit 7\n", "status 7. It said: broken"},
      {"by a signal", "kill -9 $$\n", "ended by signal 9"},
  };
  for (const auto& c : cases) {
    fake(c.script);
    const Ran ran = record({"--size", "256x256"});
    EXPECT_EQ(ran.status, kUnreadable) << c.name;
    EXPECT_NE(ran.err.find(c.message), std::string::npos) << c.name << ": " << ran.err;
    EXPECT_EQ(ran.out, "") << c.name;
    EXPECT_TRUE(made().empty()) << c.name;
  }
}

TEST_F(Movie, AMissingProgramIsNamedWithItsPackage) {
  if (!needGl()) return;
  setenv("PATH", inFolder("bin").c_str(), 1);
  const Ran ran = record({"--size", "16x16"});
  EXPECT_EQ(ran.status, kUnreadable);
  EXPECT_NE(ran.err.find("Install the package ffmpeg"), std::string::npos) << ran.err;
  EXPECT_TRUE(made().empty());
}

TEST_F(Movie, AProgramThatNeverReadsIsGivenUp) {
  FeedPatience patience;
  patience.reading = std::chrono::milliseconds(200);
  MovieWriter writer({.file = inFolder("out.mp4"), .sourceFile = {}, .camera = {}},
                     {fake("echo part > \"$out\"\nexec sleep 1000\n"), patience});
  // More than a pipe holds.
  const std::string problem = writer.write(picture(512, 512), 1.0, {});
  EXPECT_NE(problem.find("ffmpeg has read nothing for 0.2 seconds"), std::string::npos) << problem;
  EXPECT_TRUE(made().empty());
}

TEST_F(Movie, AProgramThatDoesNotEndIsGivenUp) {
  FeedPatience patience;
  patience.finishing = std::chrono::milliseconds(200);
  MovieWriter writer({.file = inFolder("out.mp4"), .sourceFile = {}, .camera = {}},
                     {fake("cat > \"$out\"\nexec sleep 1000\n"), patience});
  EXPECT_EQ(writer.write(picture(16, 16), 1.0, {}), "");
  const std::string problem = writer.finish({});
  EXPECT_NE(problem.find("did not end within 0.2 seconds"), std::string::npos) << problem;
  EXPECT_TRUE(made().empty());
}

TEST_F(Movie, AStopEndsTheProgramAndLeavesNoFile) {
  std::stop_source stop;
  const std::string program = fake("echo part > \"$out\"\nexec sleep 1000\n");
  {
    MovieWriter writer({.file = inFolder("out.mp4"), .sourceFile = {}, .camera = {}},
                       {program, {}});
    std::jthread stopping([&] {
      std::this_thread::sleep_for(std::chrono::milliseconds(100));
      stop.request_stop();
    });
    EXPECT_NE(writer.write(picture(512, 512), 1.0, stop.get_token()), "");
  }
  EXPECT_TRUE(made().empty());
}

TEST_F(Movie, OddSizesAndOtherSizesAreRefused) {
  const std::string program = fake("cat > \"$out\"\n");
  MovieWriter writer({.file = inFolder("out.mp4"), .sourceFile = {}, .camera = {}}, {program, {}});
  EXPECT_NE(writer.write(picture(15, 16), 1.0, {}).find("even"), std::string::npos);
  EXPECT_EQ(writer.write(picture(16, 16), 1.0, {}), "");
  EXPECT_NE(writer.write(picture(32, 16), 2.0, {}).find("another size"), std::string::npos);
  EXPECT_TRUE(made().empty());
}

}  // namespace usdscope
