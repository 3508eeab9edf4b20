// SPDX-License-Identifier: Apache-2.0
#include "tests/app/window/ChangingScene.h"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <fstream>
#include <sstream>

#include "engine/format/usda/UsdaReader.h"
#include "engine/format/usdc/UsdcWriter.h"
#include "engine/format/usdz/PackageWriter.h"
#include "engine/image/WritePng.h"
#include "engine/layer/FieldDefinitions.h"

namespace usdscope {
namespace {

constexpr const char* kRoot = R"(#usda 1.0
(
    startTimeCode = 1
    endTimeCode = 20
    subLayers = [@./look.usda@]
)
def Xform "World"
{{
    def "Mesh" (
        references = @./mesh.usdc@</Mesh>
    )
    {{
    }}
    def "Packed" (
        payload = @./packed.usdz@</Packed>
    )
    {{
    }}
    def Cube "Clipped" (
        clips = {{
            dictionary default = {{
                double2[] active = [(1, 0), (11, 1)]
                asset[] assetPaths = [@./clip1.usda@, @./clip2.usda@]
                asset manifestAssetPath = @./manifest.usda@
                string primPath = "/Clipped"
            }}
        }}
    )
    {{
        double size
        double3 xformOp:translate = ({}, -4, 0)
        uniform token[] xformOpOrder = ["xformOp:translate"]
    }}
    def Mesh "Quad" (
        prepend apiSchemas = ["MaterialBindingAPI"]
    )
    {{
        int[] faceVertexCounts = [4]
        int[] faceVertexIndices = [0, 1, 2, 3]
        point3f[] points = [(3, 0, 0), (6, 0, 0), (6, 3, 0), (3, 3, 0)]
        texCoord2f[] primvars:st = [(0, 0), (1, 0), (1, 1), (0, 1)] (interpolation = "vertex")
        rel material:binding = </World/Look>
    }}
    def Material "Look"
    {{
        token outputs:surface.connect = </World/Look/Surface.outputs:surface>
        def Shader "Surface"
        {{
            uniform token info:id = "UsdPreviewSurface"
            color3f inputs:diffuseColor.connect = </World/Look/Texture.outputs:rgb>
            token outputs:surface
        }}
        def Shader "Texture"
        {{
            uniform token info:id = "UsdUVTexture"
            asset inputs:file = @./texture.png@
            float2 inputs:st.connect = </World/Look/Reader.outputs:result>
            float3 outputs:rgb
        }}
        def Shader "Reader"
        {{
            uniform token info:id = "UsdPrimvarReader_float2"
            string inputs:varname = "st"
            float2 outputs:result
        }}
    }}
}}
)";

std::shared_ptr<const Layer> layerOf(const std::string& text) {
  Diagnostics diagnostics;
  auto layer = readUsda(FileBytes::fromText(text), {"made.usda"}, diagnostics);
  EXPECT_TRUE(layer && diagnostics.isEmpty()) << text.substr(0, 200);
  return layer;
}

// A grid that is large enough to be mapped.
std::string meshText(double height) {
  constexpr int kSide = 90;
  std::ostringstream counts;
  std::ostringstream indices;
  std::ostringstream points;
  for (int y = 0; y < kSide; ++y) {
    for (int x = 0; x < kSide; ++x) {
      const bool isFirst = x == 0 && y == 0;
      points << (isFirst ? "" : ", ") << '(' << -6.0 + 3.0 * x / kSide << ", " << height * y / kSide
             << ", 0)";
      if (x + 1 == kSide || y + 1 == kSide) continue;
      const int at = y * kSide + x;
      counts << (isFirst ? "" : ", ") << 4;
      indices << (isFirst ? "" : ", ") << at << ", " << at + 1 << ", " << at + kSide + 1 << ", "
              << at + kSide;
    }
  }
  return fmt::format(
      "#usda 1.0\ndef Mesh \"Mesh\"\n{{\nint[] faceVertexCounts = [{}]\n"
      "int[] faceVertexIndices = [{}]\npoint3f[] points = [{}]\n}}\n",
      counts.str(), indices.str(), points.str());
}

std::string crateOf(const std::string& text) {
  Diagnostics diagnostics;
  return writeUsdc(*layerOf(text), FieldDefinitions::builtin(), diagnostics);
}

std::string clipText(double first, double second) {
  return fmt::format(
      "#usda 1.0\ndef \"Clipped\"\n{{\ndouble size.timeSamples = {{ 1: {}, 20: {} }}\n}}\n", first,
      second);
}

std::string textureOf(unsigned version) {
  const auto grey = std::byte(60 + 45 * (version % 5));
  const TemporaryFolder folder;
  const std::string file = (folder / "texture.png").string();
  const Image image{1, 1, 3, PixelType::Unorm8, std::vector<std::byte>(3, grey)};
  EXPECT_EQ(writePngFile(image, file), "");
  std::ifstream in(file, std::ios::binary);
  std::ostringstream bytes;
  bytes << in.rdbuf();
  return bytes.str();
}

}  // namespace

ChangingScene::ChangingScene() {
  for (const std::string& name : names()) overwrite(name, bytesOf(name, 0));
}

std::vector<std::string> ChangingScene::names() {
  return {"root.usda",  "look.usda",  "mesh.usdc",     "packed.usdz",
          "clip1.usda", "clip2.usda", "manifest.usda", "texture.png"};
}

std::string ChangingScene::bytesOf(const std::string& name, unsigned version) {
  const double size = 1.0 + 0.3 * (version % 5);
  if (name == "root.usda") return fmt::format(kRoot, size);
  if (name == "look.usda") {
    return fmt::format(
        "#usda 1.0\nover \"World\"\n{{\n    def Sphere \"Ball\"\n    {{\n"
        "        double radius = {}\n    }}\n}}\n",
        size);
  }
  if (name == "mesh.usdc") return crateOf(meshText(2.0 + size));
  if (name == "packed.usdz") {
    const std::string text = fmt::format(
        "#usda 1.0\ndef Cube \"Packed\"\n{{\ndouble size = {}\n"
        "double3 xformOp:translate = (0, 4, 0)\n"
        "uniform token[] xformOpOrder = [\"xformOp:translate\"]\n}}\n",
        size);
    const PackagedFile file{"packed.usda", FileBytes::fromText(text)};
    std::string problem;
    return writePackage({&file, 1}, problem);
  }
  if (name == "clip1.usda") return clipText(size, 2.0);
  if (name == "clip2.usda") return clipText(2.0, size);
  if (name == "manifest.usda") return "#usda 1.0\ndef \"Clipped\"\n{\ndouble size\n}\n";
  return textureOf(version);
}

void ChangingScene::overwrite(const std::string& name, const std::string& bytes) const {
  std::ofstream(path(name), std::ios::binary | std::ios::trunc) << bytes;
}

void ChangingScene::publish(const std::string& name, const std::string& bytes) const {
  overwrite(name + ".new", bytes);
  std::error_code error;
  std::filesystem::rename(path(name + ".new"), path(name), error);
  if (error) {
    remove(name);
    std::filesystem::rename(path(name + ".new"), path(name), error);
  }
}

void ChangingScene::remove(const std::string& name) const {
  std::error_code ignored;
  std::filesystem::remove_all(path(name), ignored);
}

}  // namespace usdscope
