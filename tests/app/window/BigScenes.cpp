// SPDX-License-Identifier: Apache-2.0
#include "tests/app/window/BigScenes.h"

#include <fmt/format.h>

#include <filesystem>
#include <fstream>

#include "engine/format/usdc/UsdcWriter.h"
#include "engine/layer/FieldDefinitions.h"
#include "tests/support/scene/LayerTexts.h"

namespace usdscope {
namespace {

constexpr const char* kCube = R"(
    def Mesh "Cube"
    {
        int[] faceVertexCounts = [4, 4, 4, 4, 4, 4]
        int[] faceVertexIndices = [0, 1, 3, 2, 4, 6, 7, 5, 0, 4, 5, 1, 2, 3, 7, 6, 0, 2, 6, 4, 1, 5, 7, 3]
        point3f[] points = [(0, 0, 0), (0, 0, 1), (0, 1, 0), (0, 1, 1), (1, 0, 0), (1, 0, 1), (1, 1, 0), (1, 1, 1)]
        float3[] extent = [(0, 0, 0), (1, 1, 1)]
    }
)";

std::string placed(double x, double y, double z) {
  return fmt::format(
      "double3 xformOp:translate = ({}, {}, {})\n"
      "uniform token[] xformOpOrder = [\"xformOp:translate\"]\n",
      x, y, z);
}

void writeText(const std::filesystem::path& path, const std::string& text) {
  std::filesystem::create_directories(path.parent_path());
  std::ofstream(path) << text;
}

}  // namespace

std::string BigScenes::write(const std::string& name, const std::string& world, int endTime) {
  writeText(folder.path() / "look.usda", "#usda 1.0\nover \"World\"\n{\n    double look = 1\n}\n");
  const std::string text = fmt::format(R"(#usda 1.0
(
    startTimeCode = 1
    endTimeCode = {}
    subLayers = [@look.usda@]
)
def Xform "World" (
    prepend variantSets = "look"
    variants = {{ string look = "a" }}
)
{{
    variantSet "look" = {{
        "a" {{
            double side = 1
        }}
        "b" {{
            double side = 2
        }}
    }}
{}
}}
)",
                                       endTime, world);
  const auto path = folder.path() / name;
  writeText(path, text);
  return path.string();
}

std::string BigScenes::prims() {
  std::string group = "#usda 1.0\ndef Xform \"Group\"\n{\n" + std::string(kCube);
  for (int i = 0; i < 499; ++i) {
    group += fmt::format("def Xform \"X{}\"\n{{\n{}def Scope \"S\"\n{{\n}}\n}}\n", i,
                         placed(i % 20, 0, i / 20));
  }
  writeText(folder.path() / "group.usda", group + "}\n");
  std::string world;
  for (int i = 0; i < 300; ++i) {
    world += fmt::format(
        "def \"G{}\" ( references = @group.usda@</Group> )\n{{\n"
        "double3 xformOp:translate.timeSamples = {{ 1: ({}, 0, {}), 24: ({}, 9, {}) }}\n"
        "uniform token[] xformOpOrder = [\"xformOp:translate\"]\n}}\n",
        i, i % 20 * 25, i / 20 * 30, i % 20 * 25, i / 20 * 30);
  }
  return write("prims.usda", world, 24);
}

std::string BigScenes::clips() {
  constexpr int kCount = 10'000;
  for (int i = 1; i <= kCount; ++i) {
    writeText(folder.path() / fmt::format("clips/c.{}.usda", i),
              fmt::format("#usda 1.0\ndef \"Cube\"\n{{\n"
                          "double3 xformOp:translate.timeSamples = {{ {}: ({}, {}, 0) }}\n}}\n",
                          i, i % 50, i % 7));
  }
  writeText(folder.path() / "clips/manifest.usda",
            "#usda 1.0\ndef \"Cube\"\n{\ndouble3 xformOp:translate\n}\n");
  return write("clips.usda",
               fmt::format(R"(
def Cube "Cube" (
    clips = {{ dictionary default = {{
        string templateAssetPath = "./clips/c.#.usda"
        double templateStartTime = 1
        double templateEndTime = {}
        double templateStride = 1
        string primPath = "/Cube"
        asset manifestAssetPath = @./clips/manifest.usda@
    }} }}
)
{{
    double3 xformOp:translate
    uniform token[] xformOpOrder = ["xformOp:translate"]
}}
)",
                           kCount),
               kCount);
}

std::string BigScenes::wideClips(int clipCount, int primCount) {
  namespace fs = std::filesystem;
  constexpr int kContents = 16;
  const fs::path clips = folder.path() / "wide";
  fs::create_directories(clips);
  for (int content = 0; content < kContents; ++content) {
    std::string text = "over \"Crowd\"\n{\n";
    for (int i = 0; i < primCount; ++i) {
      text += fmt::format(
          "over \"P{}\"\n{{\ndouble3 xformOp:translate.timeSamples = {{ 1: ({}, {}, 0), {}: ({}, "
          "{}, "
          "9) }}\n}}\n",
          i, i % 70, content, clipCount, i % 70, i / 70);
    }
    Diagnostics problems;
    std::ofstream(clips / fmt::format("content{}.usdc", content), std::ios::binary)
        << writeUsdc(*layerFromText(text + "}\n"), FieldDefinitions::builtin(), problems);
  }
  std::string crowd;
  for (int i = 0; i < primCount; ++i) {
    crowd += fmt::format("def Xform \"P{}\"\n{{\ndouble3 xformOp:translate\n", i) +
             "uniform token[] xformOpOrder = [\"xformOp:translate\"]\n" +
             (i % 100 == 0 ? "def Cube \"Cube\"\n{\n}\n" : "") + "}\n";
  }
  std::string manifest = "#usda 1.0\nover \"Crowd\"\n{\n";
  for (int i = 0; i < primCount; ++i) {
    manifest += fmt::format("over \"P{}\"\n{{\ndouble3 xformOp:translate\n}}\n", i);
  }
  writeText(clips / "manifest.usda", manifest + "}\n");
  for (int i = 1; i <= clipCount; ++i) {
    fs::create_hard_link(clips / fmt::format("content{}.usdc", i % kContents),
                         clips / fmt::format("c.{}.usdc", i));
  }
  return write("wide.usda",
               fmt::format(R"(
def Xform "Crowd" (
    clips = {{ dictionary default = {{
        string templateAssetPath = "./wide/c.#.usdc"
        double templateStartTime = 1
        double templateEndTime = {}
        double templateStride = 1
        string primPath = "/Crowd"
        asset manifestAssetPath = @./wide/manifest.usda@
    }} }}
)
{{
)",
                           clipCount) +
                   crowd + "}\n",
               clipCount);
}

std::string BigScenes::instances() {
  writeText(folder.path() / "box.usda",
            "#usda 1.0\ndef Xform \"Box\"\n{\ndef Cube \"Cube\"\n{\ndouble size = 1\n}\n}\n");
  std::string indices;
  std::string first;
  std::string last;
  for (int i = 0; i < 60'000; ++i) {
    indices += i > 0 ? ", 0" : "0";
    first += fmt::format("{}({}, 0, {})", i > 0 ? ", " : "", i % 300 * 1.2, i / 300 * 1.2);
    last += fmt::format("{}({}, {}, {})", i > 0 ? ", " : "", i % 300 * 1.2, i % 5, i / 300 * 1.2);
  }
  std::string world = fmt::format(
      "def PointInstancer \"Many\"\n{{\nrel prototypes = </World/Many/Box>\n"
      "int[] protoIndices = [{}]\npoint3f[] positions.timeSamples = {{ 1: [{}], 24: [{}] }}\n"
      "def \"Box\" ( references = @box.usda@</Box> )\n{{\n}}\n}}\n",
      indices, first, last);
  for (int i = 0; i < 40'000; ++i) {
    world += fmt::format(
        "def \"I{}\" (\ninstanceable = true\nreferences = @box.usda@</Box>\n)\n{{\n{}}}\n", i,
        placed(i % 300 * 1.2, 3, -2 - i / 300 * 1.2));
  }
  return write("instances.usda", world, 24);
}

}  // namespace usdscope
