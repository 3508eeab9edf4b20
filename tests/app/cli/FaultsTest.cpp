// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iostream>
#include <iterator>
#include <limits>
#include <map>
#include <sstream>
#include <string_view>

#include "tests/support/LimitedProcess.h"
#include "tests/support/NeedsGl.h"
#include "tests/support/TemporaryFolder.h"

// Lets calls fail by which verbs read, map, write, rename and allocate, and kills verbs at these
// calls. A verb must succeed or print a message, and an old file must stay as it is, or be replaced
// as a whole. USDSCOPE_FAULT_POINTS is the number of calls of each kind to try in each verb, or
// "all"; the usual number is small, because each of them takes a run of the program.
// USDSCOPE_FAULT_VERBS has the verbs to try, separated by spaces; otherwise all are tried:
//
//   USDSCOPE_FAULT_POINTS=all USDSCOPE_FAULT_VERBS="stats package" cli_tests
//   --gtest_filter=Faults.*

namespace usdscope {
namespace {

namespace fs = std::filesystem;

constexpr unsigned kMostSeconds = 20;
constexpr std::size_t kUsualPoints = 6;

std::size_t pointCount() {
  const char* given = std::getenv("USDSCOPE_FAULT_POINTS");
  if (!given) return kUsualPoints;
  return given == std::string_view("all") ? std::numeric_limits<std::size_t>::max()
                                          : std::strtoul(given, nullptr, 10);
}

bool isVerbWanted(const std::string& verb) {
  const char* given = std::getenv("USDSCOPE_FAULT_VERBS");
  if (!given) return true;
  std::istringstream words(given);
  return std::find(std::istream_iterator<std::string>(words), {}, verb) !=
         std::istream_iterator<std::string>();
}

std::string textOfFile(const fs::path& file) {
  std::ifstream in(file, std::ios::binary);
  return {std::istreambuf_iterator<char>(in), {}};
}

/// A verb, and the file that it writes; empty for a verb that only prints.
struct Line {
  std::vector<std::string> words;
  std::string out;
};

// A scene with a sublayer, a payload, variants, clips and a skeleton.
class Faults : public testing::Test {
 protected:
  void SetUp() override {
    write("scene.usda", R"(#usda 1.0
(
    defaultPrim = "A"
    subLayers = [@sub.usda@]
    startTimeCode = 0
    endTimeCode = 1
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
    variants = { string look = "red" }
    prepend variantSets = "look"
)
{
    double radius
    variantSet "look" = {
        "red" {
            color3f[] primvars:displayColor = [(1, 0, 0)]
        }
    }
}
def "B" (
    payload = @payload.usdc@</P>
)
{
}
def SkelRoot "Root" (
    prepend apiSchemas = ["SkelBindingAPI"]
)
{
    def Skeleton "Skel" (
        prepend apiSchemas = ["SkelBindingAPI"]
    )
    {
        uniform token[] joints = ["J"]
        uniform matrix4d[] bindTransforms = [((1, 0, 0, 0), (0, 1, 0, 0), (0, 0, 1, 0), (0, 0, 0, 1))]
        uniform matrix4d[] restTransforms = [((1, 0, 0, 0), (0, 1, 0, 0), (0, 0, 1, 0), (0, 0, 0, 1))]
        rel skel:animationSource = </Root/Skel/Anim>
        def SkelAnimation "Anim"
        {
            uniform token[] joints = ["J"]
            float3[] translations.timeSamples = { 0: [(0, 0, 0)], 1: [(0, 1, 0)] }
            quatf[] rotations = [(1, 0, 0, 0)]
            half3[] scales = [(1, 1, 1)]
        }
    }
    def Mesh "Mesh" (
        prepend apiSchemas = ["SkelBindingAPI"]
    )
    {
        int[] faceVertexCounts = [3]
        int[] faceVertexIndices = [0, 1, 2]
        point3f[] points = [(0, 0, 0), (1, 0, 0), (0, 1, 0)]
        rel skel:skeleton = </Root/Skel>
        int[] primvars:skel:jointIndices = [0] (
            elementSize = 1
            interpolation = "constant"
        )
        float[] primvars:skel:jointWeights = [1] (
            elementSize = 1
            interpolation = "constant"
        )
    }
}
)");
    write("sub.usda", "#usda 1.0\ndef \"S\"\n{\n}\n");
    write("payload.usda", "#usda 1.0\ndef \"P\"\n{\n    int[] x = [1, 2, 3]\n}\n");
    write("clip1.usda",
          "#usda 1.0\ndef \"A\"\n{\n    double radius.timeSamples = {0: 1, 1: 2}\n}\n");
    write("clip2.usda",
          "#usda 1.0\ndef \"A\"\n{\n    double radius.timeSamples = {0: 3, 1: 4}\n}\n");
    runUsdscope({"cat", at("payload.usda"), "-o", at("payload.usdc")}, kMostSeconds);
    runUsdscope({"package", at("package.usdz"), "-a", at("clip1.usda")}, kMostSeconds);
  }

  std::string at(const std::string& name) const { return (folder_ / name).string(); }

  void write(const std::string& name, const std::string& text) const {
    std::ofstream(at(name), std::ios::binary) << text;
  }

  std::vector<Line> writingLines() const {
    const std::string scene = at("scene.usda");
    const std::string clip1 = at("clip1.usda");
    const std::string clip2 = at("clip2.usda");
    return {
        {{"dump", scene, "-o", at("out.json")}, "out.json"},
        {{"flatten", scene, "-o", at("out.usda")}, "out.usda"},
        {{"flatten", scene, "-o", at("out.usdc")}, "out.usdc"},
        {{"cat", scene, "-o", at("out.usdc")}, "out.usdc"},
        {{"bake", scene, "-o", at("out.usdc")}, "out.usdc"},
        {{"manifest", scene, "-o", at("out.usda")}, "out.usda"},
        {{"stitch", clip1, clip2, "-o", at("out.usda")}, "out.usda"},
        {{"stitchclips", clip1, clip2, "-c", "/A", "-o", at("out.usda")}, "out.usda"},
        {{"package", at("out.usdz"), "-a", scene}, "out.usdz"},
        {{"check", "--json", scene, "-o", at("out.txt")}, "out.txt"},
        {{"capsule", scene, "--frames", "0:1", "-o", at("out.usdz")}, "out.usdz"},
        {{"thumbnail", scene, at("out.png"), "--size", "16"}, "out.png"},
        {{"record", scene, "-f", "0", "--size", "16x16", "-o", at("out.png")}, "out.png"},
    };
  }

  std::vector<Line> printingLines() const {
    const std::string scene = at("scene.usda");
    return {
        {{"dump", scene}, ""},
        {{"tree", scene}, ""},
        {{"explain", scene, "/A.radius"}, ""},
        {{"clips", scene}, ""},
        {{"clips", scene, "--matrix"}, ""},
        {{"find", scene, "--pops"}, ""},
        {{"find", scene, "--between", "0", "1"}, ""},
        {{"stats", scene}, ""},
        {{"resolve", scene, "sub.usda"}, ""},
        {{"cat", at("package.usdz")}, ""},
        {{"dumpcrate", at("payload.usdc")}, ""},
        {{"diff", at("clip1.usda"), at("clip2.usda")}, ""},
        {{"diff", at("clip1.usda"), at("clip2.usda"), "--stage"}, ""},
        {{"package", scene, "--list-dependencies"}, ""},
        {{"package", at("package.usdz"), "-l", "-"}, ""},
    };
  }

  // Runs a line with a fault at the call of this number, 0: none. `calls` is the number of calls.
  ProcessEnd run(const Line& line, const std::string& kind, std::size_t number,
                 const std::string& act, std::size_t* calls = nullptr) const {
    const std::string library =
        (fs::read_symlink("/proc/self/exe").parent_path() / "libfaulty_calls.so").string();
    fs::path first;
    for (const std::string& word : line.words) {
      if (first.empty() && word.starts_with("/") && fs::is_regular_file(word) &&
          fs::path(word).filename() != line.out) {
        first = word;
      }
    }
    fs::remove(at("count"));
    const ProcessEnd end =
        runUsdscope(line.words, kMostSeconds, {},
                    {{"LD_PRELOAD", library},
                     {"USDSCOPE_FAULT", fmt::format("{} {} {}", kind, number, act)},
                     {"USDSCOPE_FAULT_START", first.filename().string()},
                     {"USDSCOPE_FAULT_COUNT", at("count")}});
    if (calls) *calls = std::strtoul(textOfFile(at("count")).c_str(), nullptr, 10);
    return end;
  }

  // Writes an old file in front of each run, and returns what the line writes without a fault.
  std::string resultOf(const Line& line) const {
    if (line.out.empty()) return {};
    fs::remove(at(line.out));
    runUsdscope(line.words, kMostSeconds);
    return textOfFile(at(line.out));
  }

  // Lets calls of a kind fail or kill a line. `unfinished` counts files that are left behind.
  void tryPoints(const Line& line, const std::string& kind, const std::string& act) const {
    constexpr const char* kOld = "the old file";
    const std::string result = resultOf(line);
    std::size_t calls = 0;
    const ProcessEnd usual = run(line, kind, 0, act, &calls);
    const std::string& verb = line.words[0];
    const bool hasFindings =
        verb == "check" || verb == "diff" || (verb == "find" && line.words[2] == "--pops");
    EXPECT_EQ(usual.status, hasFindings ? 1 : 0) << line.words[0] << ": " << usual.err;
    const std::size_t points = std::min(pointCount(), calls);
    for (std::size_t point = 0; point < points; ++point) {
      // The first and the last call are among them.
      const std::size_t number = points == 1 ? 1 : 1 + point * (calls - 1) / (points - 1);
      if (!line.out.empty()) write(line.out, kOld);
      const auto filesBefore = std::distance(fs::directory_iterator(folder_.path()), {});
      const ProcessEnd end = run(line, kind, number, act);
      ++runs_;
      const std::string name =
          fmt::format("{} {}: {} {} of {}", line.words[0], line.out, kind, number, calls);
      if (act == "kill") {
        // The process that draws a thumbnail is a child, whose end its parent reports.
        const bool isReported = verb == "thumbnail" && end.status == 1 && !end.err.empty();
        EXPECT_TRUE(end.signal == 9 || isReported || end.status == usual.status)
            << name << ": " << end.err;
      } else {
        EXPECT_EQ(end.signal, 0) << name << ": " << end.err.substr(0, 500);
        EXPECT_TRUE(end.status == usual.status || !end.err.empty()) << name;
      }
      if (line.out.empty()) continue;
      const std::string now = textOfFile(at(line.out));
      if (!isCapsuleWithoutAPart(line, end)) {
        EXPECT_TRUE(now == kOld || now == result) << name << ": " << now.size() << " bytes";
        EXPECT_TRUE(act == "kill" || end.status != 0 || now == result) << name;
      }
      if (act == "kill") {
        removeUnfinished();
      } else {
        fs::remove(at("count"));
        EXPECT_LE(std::distance(fs::directory_iterator(folder_.path()), {}), filesBefore) << name;
      }
    }
  }

  // A capsule is for faulty scenes: it is written without what cannot be read, and says so.
  bool isCapsuleWithoutAPart(const Line& line, const ProcessEnd& end) const {
    return line.words[0] == "capsule" && !end.err.empty() &&
           runUsdscope({"package", at(line.out), "-l"}, kMostSeconds).status == 0;
  }

  void removeUnfinished() const {
    for (const auto& entry : fs::directory_iterator(folder_.path())) {
      if (entry.path().string().find("unfinished") != std::string::npos) fs::remove(entry.path());
    }
  }

  // The files of a sanitized program allocate by the sanitizer.
  static bool isSanitized() {
#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
    return true;
#else
    return false;
#endif
  }

  static bool draws(const Line& line) {
    const std::string& verb = line.words[0];
    return verb == "record" || verb == "thumbnail" || verb == "capsule";
  }

  bool canRun(const Line& line) const {
    return !isSanitized() && isVerbWanted(line.words[0]) && (!draws(line) || needGl());
  }

  void TearDown() override { std::cout << runs_ << " runs with a fault\n"; }

  TemporaryFolder folder_;
  mutable std::size_t runs_ = 0;
};

}  // namespace

TEST_F(Faults, AKilledVerbLeavesTheOldFileOrTheNewOne) {
  for (const Line& line : writingLines()) {
    if (!canRun(line)) continue;
    tryPoints(line, "write", "kill");
    tryPoints(line, "rename", "kill");
  }
}

TEST_F(Faults, AFullDiskLeavesTheOldFile) {
  for (const Line& line : writingLines()) {
    if (canRun(line)) tryPoints(line, "write", "full");
  }
}

TEST_F(Faults, CallsOfVerbsThatWrite) {
  for (const Line& line : writingLines()) {
    if (!canRun(line)) continue;
    for (const char* kind : {"read", "map", "write", "rename"}) tryPoints(line, kind, "fail");
    // OpenGL does not survive allocations that fail.
    if (!draws(line)) tryPoints(line, "allocate", "fail");
  }
}

TEST_F(Faults, CallsOfVerbsThatPrint) {
  for (const Line& line : printingLines()) {
    if (!canRun(line)) continue;
    for (const char* kind : {"read", "map", "allocate"}) tryPoints(line, kind, "fail");
  }
}

}  // namespace usdscope
