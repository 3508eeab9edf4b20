// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include <fcntl.h>
#include <sys/ioctl.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cerrno>
#include <chrono>
#include <csignal>
#include <filesystem>
#include <fstream>
#include <string>
#include <thread>
#include <vector>

#include "app/cli/Verb.h"
#include "app/cli/thumbnail/Preview.h"
#include "app/cli/thumbnail/Sandbox.h"
#include "engine/image/ReadImage.h"
#include "engine/image/WritePng.h"
#include "tests/support/LimitedProcess.h"
#include "tests/support/NeedsGl.h"
#include "tests/support/TemporaryFolder.h"
#include "tests/support/TestAssets.h"

namespace usdscope {
namespace {

Image plainImage(int width, int height, std::uint8_t value) {
  Image image{.width = width, .height = height, .channelCount = 3};
  image.pixels.assign(std::size_t(width) * std::size_t(height) * 3, std::byte(value));
  return image;
}

constexpr const char* kSceneWithPreview = R"(#usda 1.0
(
    defaultPrim = "A"
)
def "A" (
    assetInfo = {
        dictionary previews = {
            dictionary thumbnails = {
                dictionary default = {
                    asset defaultImage = @./preview.png@
                }
            }
        }
    }
)
{
}
)";

class ThumbnailVerb : public ::testing::Test {
 protected:
  void write(const char* name, const std::string& text) const {
    std::ofstream(folder_ / name) << text;
  }
  // Writes `b7.usda`. Each level references the next one many times: the prims multiply beyond any
  // limit.
  void writeHostileScene() const {
    write("b0.usda", "#usda 1.0\ndef \"L\" {\n}\n");
    for (int level = 1; level < 8; ++level) {
      std::string text = "#usda 1.0\ndef \"L\" {\n";
      for (int i = 0; i < 64; ++i) {
        text += "def \"c" + std::to_string(i) + "\" (references = @./b" +
                std::to_string(level - 1) + ".usda@</L>) {\n}\n";
      }
      write(("b" + std::to_string(level) + ".usda").c_str(), text + "}\n");
    }
  }
  std::string at(const char* name) const { return (folder_ / name).string(); }
  // The program limits itself, so it must not run in this process.
  ProcessEnd thumbnail(const char* scene, std::vector<std::string> options = {}) const {
    std::vector<std::string> line = {"thumbnail", at(scene), at("out.png")};
    line.insert(line.end(), options.begin(), options.end());
    return runUsdscope(line, 60);
  }

  const TemporaryFolder folder_;
};

}  // namespace

TEST(ReducedImage, KeepsTheShapeAndTheAverage) {
  const Image half = reduced(plainImage(400, 200, 90), 100);
  EXPECT_EQ(half.width, 100);
  EXPECT_EQ(half.height, 50);
  for (const std::byte each : half.pixels) EXPECT_EQ(int(each), 90);
  const Image small = reduced(plainImage(20, 30, 7), 100);
  EXPECT_EQ(small.width, 20);
  EXPECT_EQ(reduced(plainImage(5000, 1, 7), 16).height, 1);
  Image two = plainImage(2, 1, 0);
  for (std::size_t i = 3; i < 6; ++i) two.pixels[i] = std::byte(200);
  EXPECT_EQ(int(reduced(two, 1).pixels[0]), 100);
}

// The child writes what the sandbox lacks, and each thing that it could do although it must not, or
// could not do although it may.
TEST_F(ThumbnailVerb, SandboxedProcessesCanOnlyDraw) {
  constexpr int kStayed = 42;  // The child has not become another program.
  write("kept.txt", "kept");
  std::filesystem::create_directory(at("in"));
  int ends[2] = {-1, -1};
  ASSERT_EQ(::pipe(ends), 0);
  const pid_t child = ::fork();
  ASSERT_GE(child, 0);
  if (child == 0) {
    const Sandbox sandbox = enterSandbox({at("in"), at("gone")});
    const std::string kept = at("kept.txt");
    const auto canOpen = [](const std::string& file, int flags) {
      return ::open(file.c_str(), flags | O_CLOEXEC, 0600) >= 0;
    };
    const auto canWrite = [&](const std::string& file) {
      return canOpen(file, O_CREAT | O_WRONLY | O_TRUNC);
    };
    const auto refuses = [&](unsigned long request) {
      return ::ioctl(ends[0], request, "x") < 0 && errno == EPERM;
    };
    bool threadHasSocket = false;
    std::thread([&] { threadHasSocket = ::socket(AF_INET, SOCK_STREAM, 0) >= 0; }).join();
    const bool files = sandbox.guardsFiles;
    const bool calls = sandbox.guardsCalls;
    const struct {
      const char* name;
      bool isFound;
    } faults[] = {
        {"no seccomp;", !calls},
        {"no Landlock;", !files},
        {"a new file;", files && canWrite(at("out.txt"))},
        {"removing a file;", files && ::unlink(kept.c_str()) == 0},
        {"shared memory;", files && canWrite("/dev/shm/usdscope-sandbox-test")},
        {"no new file in the folder;", !canWrite(at("in/a.txt"))},
        {"no renaming;", ::rename(at("in/a.txt").c_str(), at("in/b.txt").c_str()) != 0},
        {"no reading;", !canOpen(kept, O_RDONLY)},
        {"no /dev/null;", !canWrite("/dev/null")},
        {"emptying by reading;", calls && canOpen(kept, O_RDONLY | O_TRUNC)},
        {"truncate;", calls && ::truncate(kept.c_str(), 0) == 0},
        {"chmod;", calls && ::chmod(kept.c_str(), 0600) == 0},
        {"utimensat;", calls && ::utimensat(AT_FDCWD, kept.c_str(), nullptr, 0) == 0},
        {"typing;", calls && !(refuses(TIOCSTI) && refuses(TIOCLINUX))},
        {"no other requests;", ::ioctl(ends[0], TCGETS, nullptr) == 0 || errno != ENOTTY},
        {"a socket;", calls && ::socket(AF_UNIX, SOCK_STREAM, 0) >= 0},
        {"a socket in a thread;", calls && threadHasSocket},
        {"a signal to others;", calls && ::kill(::getppid(), 0) == 0},
        {"no signal to itself;", ::kill(::getpid(), 0) != 0},
    };
    std::string answer;
    for (const auto& fault : faults) {
      if (fault.isFound) answer += fault.name;
    }
    const ssize_t written = ::write(ends[1], answer.data(), answer.size());
    if (calls) ::execl("/bin/true", "true", nullptr);
    ::_exit(written == ssize_t(answer.size()) ? kStayed : 1);
  }
  ::close(ends[1]);
  std::string answer;
  char part[256];
  for (ssize_t count = 0; (count = ::read(ends[0], part, sizeof(part))) > 0;) {
    answer.append(part, std::size_t(count));
  }
  ::close(ends[0]);
  int ended = 0;
  ASSERT_EQ(::waitpid(child, &ended, 0), child);
  ASSERT_TRUE(WIFEXITED(ended));
  EXPECT_EQ(WEXITSTATUS(ended), kStayed);
  EXPECT_TRUE(std::filesystem::exists(at("kept.txt")));
  // The program works without these, too.
  bool isWhole = true;
  for (const std::string missing : {"no seccomp;", "no Landlock;"}) {
    if (!answer.starts_with(missing)) continue;
    answer.erase(0, missing.size());
    isWhole = false;
  }
  EXPECT_EQ(answer, "");
  if (!isWhole) GTEST_SKIP() << "The system has no seccomp or no Landlock.";
}

TEST_F(ThumbnailVerb, LinksAreReplacedAndDevicesWrittenTo) {
  ASSERT_EQ(writePngFile(plainImage(512, 256, 33), at("preview.png")), "");
  write("a.usda", kSceneWithPreview);
  std::filesystem::create_directory(at("elsewhere"));
  std::filesystem::create_symlink(at("elsewhere/real.png"), at("link.png"));
  const ProcessEnd linked = runUsdscope({"thumbnail", at("a.usda"), at("link.png")}, 60);
  EXPECT_EQ(linked.status, kSuccess) << linked.err;
  EXPECT_FALSE(std::filesystem::is_symlink(at("link.png")));
  EXPECT_TRUE(std::filesystem::is_regular_file(at("link.png")));
  EXPECT_TRUE(std::filesystem::is_empty(at("elsewhere")));
  const ProcessEnd device = runUsdscope({"thumbnail", at("a.usda"), "/dev/null"}, 60);
  EXPECT_EQ(device.status, kSuccess) << device.err;
}

TEST_F(ThumbnailVerb, ShadersAreKeptForThumbnailsAloneOrNotAtAll) {
  ASSERT_EQ(writePngFile(plainImage(512, 256, 33), at("preview.png")), "");
  write("a.usda", kSceneWithPreview);
  write("b.usda", "#usda 1.0\ndef Cube \"Box\"\n{\n}\n");
  const std::vector<std::string> line = {"thumbnail", at("a.usda"), at("out.png")};
  const ProcessEnd without = runUsdscope(
      line, 60, {}, {{"XDG_CACHE_HOME", at("cache")}, {"MESA_SHADER_CACHE_DISABLE", "true"}});
  EXPECT_EQ(without.status, kSuccess) << without.err;
  EXPECT_FALSE(std::filesystem::exists(at("cache")));
  if (!needGl()) return;
  const ProcessEnd drawn =
      runUsdscope({"thumbnail", at("b.usda"), at("out.png"), "--size", "32"}, 60, {},
                  {{"XDG_CACHE_HOME", at("cache")},
                   {"MESA_SHADER_CACHE_DIR", ""},
                   {"MESA_SHADER_CACHE_DISABLE", "false"}});
  EXPECT_EQ(drawn.status, kSuccess) << drawn.err;
  for (const auto& entry : std::filesystem::directory_iterator(at("cache"))) {
    EXPECT_EQ(entry.path().filename(), "usdscope");
  }
}

TEST_F(ThumbnailVerb, TakesThePictureThatTheSceneNames) {
  ASSERT_EQ(writePngFile(plainImage(512, 256, 33), at("preview.png")), "");
  write("a.usda", kSceneWithPreview);
  const ProcessEnd ran = thumbnail("a.usda", {"--size", "128"});
  ASSERT_EQ(ran.status, kSuccess) << ran.err;
  const ImageResult read = readImageFile(at("out.png"));
  ASSERT_TRUE(read.image) << read.problem;
  EXPECT_EQ(read.image->width, 128);
  EXPECT_EQ(read.image->height, 64);
  EXPECT_EQ(int(read.image->pixels[0]), 33);
}

TEST_F(ThumbnailVerb, DrawsTheSceneThroughItsCamera) {
  if (!needGl()) return;
  write("a.usda", R"(#usda 1.0
def Cube "Box"
{
    color3f[] primvars:displayColor = [(1, 0, 0)]
}
def Camera "main_cam"
{
    double3 xformOp:translate = (0, 0, 100)
    uniform token[] xformOpOrder = ["xformOp:translate"]
}
)");
  const ProcessEnd ran = thumbnail("a.usda", {"--size", "64"});
  ASSERT_EQ(ran.status, kSuccess) << ran.err;
  EXPECT_EQ(ran.out, "");
  const ImageResult read = readImageFile(at("out.png"));
  ASSERT_TRUE(read.image) << read.problem;
  EXPECT_EQ(read.image->width, 64);
  EXPECT_EQ(read.image->height, 64);
  ASSERT_EQ(read.image->channelCount, 4);
  // The camera is far away: the corner is empty, the middle is not.
  EXPECT_EQ(int(read.image->pixels[3]), 0);
  EXPECT_GT(int(read.image->pixels[(32 * 64 + 32) * 4 + 3]), 0);
}

TEST_F(ThumbnailVerb, HostileScenesEndInTimeAndLeaveNothing) {
  writeHostileScene();
  const struct {
    std::vector<std::string> options;
    const char* problem;
  } cases[] = {{{}, "b7.usda: There is no"},
               {{"--processorTime", "0.1"}, "no picture after 0.1 s of processor time or 10 s"},
               {{"--processorTime", "30", "--timeout", "1"}, "b7.usda: There is no"}};
  for (const auto& c : cases) {
    const auto start = std::chrono::steady_clock::now();
    const ProcessEnd ran = thumbnail("b7.usda", c.options);
    EXPECT_EQ(ran.signal, 0);
    EXPECT_EQ(ran.status, kFailure);
    EXPECT_NE(ran.err.find(c.problem), std::string::npos) << ran.err;
    EXPECT_LT(std::chrono::steady_clock::now() - start, std::chrono::seconds(30));
#ifdef NDEBUG
    // Without a limit the scene needs four seconds. Freeing its memory takes some time, too.
    if (c.options.empty()) {
      EXPECT_LT(ran.cpuSeconds, 2.5);
    }
#endif
  }
  for (const auto& entry : std::filesystem::directory_iterator(folder_.path())) {
    EXPECT_EQ(entry.path().string().find("unfinished"), std::string::npos) << entry.path();
  }
}

// The process of the scene in the middle fails, and does no work on other files.
TEST_F(ThumbnailVerb, ScenesAboveTheLimitDoNotStopOthers) {
  ASSERT_EQ(writePngFile(plainImage(512, 256, 33), at("preview.png")), "");
  for (const char* name : {"a.usda", "c.usda"}) write(name, kSceneWithPreview);
  writeHostileScene();
  const ProcessEnd ran = runUsdscope({"--memory", "40", "thumbnail", "--outFolder", at("out"),
                                      at("a.usda"), at("b7.usda"), at("c.usda"), "--timeout", "5"},
                                     60);
  EXPECT_EQ(ran.status, kFailure) << ran.err;
  EXPECT_NE(ran.err.find("b7.usda: There is"), std::string::npos) << ran.err;
  EXPECT_EQ(ran.out, at("out/a.usda.png") + '\n' + at("out/c.usda.png") + '\n');
}

TEST_F(ThumbnailVerb, JobsPrintALineOfJsonForEachFile) {
  ASSERT_EQ(writePngFile(plainImage(64, 32, 33), at("preview.png")), "");
  write("a.usda", kSceneWithPreview);
  const std::vector<std::string> line = {"thumbnail", "--json",     "--outFolder",
                                         at("out"),   at("a.usda"), at("gone.usda")};
  const std::string gone = R"({"file":")" + at("gone.usda") + R"(","skipped":false,"status":3})";
  const std::string first = R"({"file":")" + at("a.usda") + R"(","out":")" + at("out/a.usda.png");
  const ProcessEnd ran = runUsdscope(line, 60);
  EXPECT_EQ(ran.status, kUnreadable) << ran.err;
  EXPECT_EQ(ran.out, first + R"(","skipped":false,"status":0})" + '\n' + gone + '\n');
  std::vector<std::string> again = line;
  again.emplace_back("--skip-existing");
  EXPECT_EQ(runUsdscope(again, 60).out,
            first + R"(","skipped":true,"status":0})" + '\n' + gone + '\n');
  const ProcessEnd alone = runUsdscope({"thumbnail", "--json", at("a.usda"), at("out.png")}, 60);
  EXPECT_EQ(alone.status, kWrongUsage);
  EXPECT_NE(alone.err.find("--outFolder"), std::string::npos) << alone.err;
}

TEST_F(ThumbnailVerb, PicturesOfTheSceneAreNotOverwritten) {
  ASSERT_EQ(writePngFile(plainImage(512, 256, 33), at("a.usda.png")), "");
  std::string scene = kSceneWithPreview;
  scene.replace(scene.find("preview.png"), 11, "a.usda.png");
  write("a.usda", scene);
  const auto before = std::filesystem::last_write_time(at("a.usda.png"));
  const ProcessEnd ran = runUsdscope(
      {"thumbnail", "--outFolder", folder_.path().string(), at("a.usda"), at("gone.usda")}, 60);
  EXPECT_EQ(ran.status, kUnreadable) << ran.err;
  EXPECT_EQ(ran.out, "");
  EXPECT_EQ(std::filesystem::last_write_time(at("a.usda.png")), before);
}

TEST_F(ThumbnailVerb, ScenesWithoutContentHaveNoPicture) {
  if (!needGl()) return;
  write("a.usda", "#usda 1.0\ndef Scope \"Materials\"\n{\n}\n");
  const ProcessEnd ran = thumbnail("a.usda");
  EXPECT_EQ(ran.status, kFailure) << ran.err;
  EXPECT_NE(ran.err.find("There is nothing to draw."), std::string::npos) << ran.err;
  EXPECT_FALSE(std::filesystem::exists(at("out.png")));
}

TEST_F(ThumbnailVerb, ScenesThatAreInvisibleHaveNoPicture) {
  if (!needGl()) return;
  // The face has no area.
  write("a.usda", R"(#usda 1.0
def Mesh "Line"
{
    point3f[] points = [(0, 0, 0), (1, 0, 0), (2, 0, 0)]
    int[] faceVertexCounts = [3]
    int[] faceVertexIndices = [0, 1, 2]
}
)");
  const ProcessEnd ran = thumbnail("a.usda");
  EXPECT_EQ(ran.status, kFailure) << ran.err;
  EXPECT_NE(ran.err.find("There is nothing to draw."), std::string::npos) << ran.err;
  EXPECT_FALSE(std::filesystem::exists(at("out.png")));
}

TEST_F(ThumbnailVerb, PicturesGoToStandardOutput) {
  if (!needGl()) return;
  write("a.usda", "#usda 1.0\ndef Cube \"Box\"\n{\n}\n");
  const ProcessEnd ran = runUsdscope({"thumbnail", at("a.usda"), "-", "--size", "32"}, 60);
  ASSERT_EQ(ran.status, kSuccess) << ran.err;
  EXPECT_TRUE(ran.out.starts_with("\x89PNG")) << ran.out.size();
  EXPECT_FALSE(std::filesystem::exists("-"));
}

TEST_F(ThumbnailVerb, MissingFilesAreUnreadable) {
  EXPECT_EQ(thumbnail("gone.usda").status, kUnreadable);
  EXPECT_FALSE(std::filesystem::exists(at("out.png")));
}

}  // namespace usdscope
