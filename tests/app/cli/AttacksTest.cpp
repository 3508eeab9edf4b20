// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>
#include <gtest/gtest.h>
#include <zlib.h>

#include <array>
#include <filesystem>
#include <fstream>
#include <functional>

#include "tests/support/LimitedProcess.h"
#include "tests/support/NeedsGl.h"
#include "tests/support/TemporaryFolder.h"

// Small files that once cost much memory or time. Each verb must end by itself within ten seconds
// of processor time, and with 64 MiB and 300 times the size of the files more memory than it needs
// for an empty scene.

namespace usdscope {
namespace {

namespace fs = std::filesystem;

constexpr unsigned kMostSeconds = 10;

#ifdef __SANITIZE_ADDRESS__
constexpr std::size_t kAlwaysAllowed = std::size_t{512} << 20;
#else
constexpr std::size_t kAlwaysAllowed = std::size_t{64} << 20;
#endif

class Attacks : public testing::Test {
 protected:
  void SetUp() override { write("empty.usda", "#usda 1.0\n"); }

  std::string at(const std::string& name) const { return (folder_ / name).string(); }

  void write(const std::string& name, const std::string& text) const {
    std::ofstream(at(name), std::ios::binary) << text;
  }

  std::size_t byteSize() const {
    std::size_t size = 0;
    for (const auto& entry : fs::directory_iterator(folder_.path())) size += entry.file_size();
    return size;
  }

  // Runs a verb on a scene. Expects `message` among its messages, if it is not empty.
  ProcessEnd attack(std::vector<std::string> line, const std::string& message,
                    bool isMemoryLimited = true) const {
    std::vector<std::string> harmless = line;
    harmless[1] = at("empty.usda");
    const std::size_t usual = runUsdscope(harmless, kMostSeconds).mostBytes;
    ProcessEnd end = runUsdscope(line, kMostSeconds);
    EXPECT_EQ(end.signal, 0) << line[0] << ": " << end.err.substr(0, 1000);
    EXPECT_LT(end.cpuSeconds, kMostSeconds) << line[0];
    EXPECT_NE(end.err.find(message), std::string::npos)
        << line[0] << ": " << end.err.substr(0, 1000);
    if (isMemoryLimited) {
      EXPECT_LT(end.mostBytes, usual + kAlwaysAllowed + 300 * byteSize()) << line[0];
    }
    return end;
  }

  std::vector<std::string> record(const std::string& scene) const {
    return {"record", scene, "--size", "16x16", "-f", "1", "-o", at("out.png")};
  }

  TemporaryFolder folder_;
};

}  // namespace

TEST_F(Attacks, SizesOfArrayEdits) {
  for (const char* type : {"matrix4d", "float", "string", "bool"}) {
    for (const char* step : {"resize 67108864", "minsize 67108864", "resize 9223372036854775807"}) {
      write("a.usda",
            fmt::format("#usda 1.0\ndef \"A\"\n{{\n    {}[] x = edit [{}]\n}}\n", type, step));
      attack({"dump", at("a.usda")}, "a.usda:4:");
      attack({"flatten", at("a.usda")}, "needs more than 64 MiB");
    }
  }
  runUsdscope({"cat", at("a.usda"), "-o", at("a.usdc")}, kMostSeconds);
  attack({"dump", at("a.usdc")}, "a size of its array edit needs too much memory");
  // Sizes that need no more are used.
  write("a.usda", "#usda 1.0\ndef \"A\"\n{\n    int[] x = edit [resize 3]\n}\n");
  EXPECT_EQ(attack({"dump", at("a.usda")}, "").err, "");
}

TEST_F(Attacks, ManyPropertiesOfOnePrim) {
  std::string text = "#usda 1.0\ndef \"A\"\n{\n";
  for (int i = 0; i < 100'000; ++i) text += fmt::format("    float p{} = {}\n", i, i);
  write("a.usda", text + "}\n");
  for (const char* verb : {"dump", "tree", "flatten", "check"}) {
    attack({verb, at("a.usda")}, "");
  }
  EXPECT_EQ(attack({"cat", at("a.usda"), "-o", at("a.usdc")}, "").status, 0);
  attack({"flatten", at("a.usdc")}, "");
}

TEST_F(Attacks, ManyPartsOfAnExplanation) {
  std::string targets;
  for (int i = 0; i < 150'000; ++i) targets += fmt::format("</T{}>, ", i);
  write("targets.usda", fmt::format("#usda 1.0\ndef \"A\"\n{{\n    rel r = [{}]\n}}\n", targets));
  attack({"explain", at("targets.usda"), "/A.r"}, "");
  std::string ops;
  std::string order;
  for (int i = 0; i < 60'000; ++i) {
    ops += fmt::format("    double xformOp:rotateX:o{}.timeSamples = {{0: 0, 1: 1}}\n", i);
    order += fmt::format("\"xformOp:rotateX:o{}\", ", i);
  }
  write("ops.usda", fmt::format("#usda 1.0\ndef Xform \"A\"\n{{\n{}    uniform token[] "
                                "xformOpOrder = [{}]\n}}\n",
                                ops, order));
  attack({"explain", at("ops.usda"), "/A"}, "");
}

TEST_F(Attacks, ManyKnotsOfASpline) {
  std::string knots;
  for (int i = 0; i < 100'000; ++i) {
    knots += fmt::format("        {}: {}; pre (0.3, 0); post curve (0.3, 0),\n", i, i % 7);
  }
  write("a.usda", fmt::format("#usda 1.0\ndef \"A\"\n{{\n    double x.spline = {{\n        "
                              "bezier,\n{}    }}\n}}\n",
                              knots));
  attack({"find", at("a.usda"), "--pops"}, "");
}

TEST_F(Attacks, NestedPointInstancers) {
  if (!needGl()) return;
  std::string indices;
  std::string positions;
  for (int i = 0; i < 1000; ++i) {
    indices += "0, ";
    positions += fmt::format("({}, 0, 0), ", i);
  }
  std::string text = "#usda 1.0\n";
  for (int i = 0; i < 8; ++i) {
    text += fmt::format(
        "def PointInstancer \"I{}\" {{\n rel prototypes = </{}>\n int[] protoIndices = [{}]\n"
        " point3f[] positions = [{}]\n}}\n",
        i, i < 7 ? fmt::format("I{}", i + 1) : "S", indices, positions);
  }
  write("a.usda", text + "def Sphere \"S\" {\n}\n");
  attack(record(at("a.usda")), "multiply", false);
}

TEST_F(Attacks, AWebOfPrototypes) {
  if (!needGl()) return;
  std::string text = "#usda 1.0\n";
  for (int level = 0; level < 8; ++level) {
    for (int i = 0; i < 20; ++i) {
      std::string targets;
      for (int k = 0; k < 20; ++k) {
        targets += level < 7 ? fmt::format("</L{}_{}>, ", level + 1, k) : "</S>, ";
        if (level == 7) break;
      }
      text += fmt::format(
          "def PointInstancer \"L{}_{}\" {{\n rel prototypes = [{}]\n int[] protoIndices = [0]\n"
          " point3f[] positions = [(0, 0, 0)]\n}}\n",
          level, i, targets);
    }
  }
  write("a.usda", text + "def Sphere \"S\" {\n}\n");
  attack(record(at("a.usda")), "without end", false);
}

TEST_F(Attacks, PrototypesOfManyPrims) {
  if (!needGl()) return;
  // The product of instances and prims counts: 1,000 × 1,000 instances of 1,000 spheres.
  std::string indices;
  std::string positions;
  for (int i = 0; i < 1000; ++i) {
    indices += "0, ";
    positions += "(0, 0, 0), ";
  }
  std::string text = "#usda 1.0\n";
  for (const char* names : {"AB", "BP"}) {
    text += fmt::format(
        "{} PointInstancer \"{}\" {{\n rel prototypes = </{}>\n int[] protoIndices = [{}]\n"
        " point3f[] positions = [{}]\n}}\n",
        names[0] == 'A' ? "def" : "over", names[0], names[1], indices, positions);
  }
  text += "over \"P\" {\n";
  for (int i = 0; i < 1000; ++i) text += fmt::format("def Sphere \"S{}\" {{\n}}\n", i);
  write("a.usda", text + "}\n");
  attack(record(at("a.usda")), "multiply what is drawn beyond");
}

TEST_F(Attacks, InstancesWithinOneAnother) {
  std::string text = "#usda 1.0\ndef \"P0\" {\ndef Sphere \"S\" {\n}\n}\n";
  for (int i = 1; i <= 24; ++i) {
    text += fmt::format("def \"P{}\" {{\n", i);
    for (const char name : {'A', 'B'}) {
      text += fmt::format("def \"{}\" (\ninstanceable = true\nreferences = </P{}>\n) {{\n}}\n",
                          name, i - 1);
    }
    text += "}\n";
  }
  write("a.usda", text);
  for (const char* verb : {"dump", "tree", "check", "flatten"}) {
    attack({verb, at("a.usda")}, "Instances multiply the prims of the scene beyond", false);
  }
  if (needGl()) attack(record(at("a.usda")), "Instances multiply the prims of the scene beyond");
}

TEST_F(Attacks, ManyInstancesInOnePlaceOrBesideEachOther) {
  if (!needGl()) return;
  // A software driver keeps all triangles that it was given until they are drawn.
  for (const double step : {0.0, 1e-4}) {
    std::string text = "#usda 1.0\nclass \"P\" {\ndef Sphere \"S\" {\n}\n}\n";
    for (int i = 0; i < 10'000; ++i) {
      text += fmt::format(
          "def Xform \"I{}\" (\ninstanceable = true\ninherits = </P>\n) {{\n"
          "double3 xformOp:translate = ({}, 0, 0)\n"
          "uniform token[] xformOpOrder = [\"xformOp:translate\"]\n}}\n",
          i, i * step);
    }
    write("a.usda", text);
    const ProcessEnd end = attack(record(at("a.usda")), "");
    EXPECT_EQ(end.status, 0);
    EXPECT_LT(end.mostBytes, (std::size_t{200} << 20) + 2 * kAlwaysAllowed);
  }
}

TEST_F(Attacks, SubsetsWithHugeIndices) {
  if (!needGl()) return;
  std::string text = "#usda 1.0\ndef Material \"M\" {\n}\n";
  for (int i = 0; i < 20; ++i) {
    text += fmt::format(R"(def Mesh "Mesh{}" {{
    int[] faceVertexCounts = [3]
    int[] faceVertexIndices = [0, 1, 2]
    point3f[] points = [(0, 0, 0), (1, 0, 0), (0, 1, 0)]
    def GeomSubset "Part" (
        prepend apiSchemas = ["MaterialBindingAPI"]
    ) {{
        uniform token elementType = "face"
        int[] indices = [0, 1, 268435455]
        rel material:binding = </M>
    }}
}}
)",
                        i);
  }
  write("a.usda", text);
  attack(record(at("a.usda")), "names face 268435455, which is out of range");
}

TEST_F(Attacks, PrimsThatDoubleAtEachLevel) {
  std::string text = "#usda 1.0\ndef \"L0\" {\n}\n";
  for (int i = 1; i < 30; ++i) {
    text += fmt::format(
        "def \"L{0}\" {{\n def \"A\" (references = </L{1}>) {{\n }}\n def \"B\" (references = "
        "</L{1}>) {{\n }}\n}}\n",
        i, i - 1);
  }
  write("a.usda", text);
  attack({"tree", at("a.usda")}, "multiply", false);
  attack({"dump", at("a.usda"), "--max-prims", "10"}, "multiply", false);
}

TEST_F(Attacks, PathsThatAreTooDeep) {
  // A reference to the prim that holds it does not end, but 990 levels below one another do.
  std::string end;
  std::string text = "#usda 1.0\n";
  for (int part = 0; part < 3; ++part) {
    text += fmt::format("def \"P{}\" {{\n", part);
    for (int i = 0; i < 990; ++i) text += "def \"a\" {\n";
    if (part < 2) text += fmt::format("def \"b\" (references = </P{}>) {{\n}}\n", part + 1);
    text += std::string(990 + 1, '}') + "\n";
  }
  for (std::size_t i = 0; (i = text.find("}}", i)) != std::string::npos;) text.insert(i + 1, "\n");
  write("a.usda", text);
  const ProcessEnd tree = attack({"tree", at("a.usda")}, "have more than 2000 elements", false);
  EXPECT_NE(tree.err.find("</P0/a/a"), std::string::npos) << tree.err.substr(0, 500);
}

TEST_F(Attacks, ManyMissingSublayers) {
  std::string text = "#usda 1.0\n(\n    subLayers = [\n";
  for (int i = 0; i < 1'000'000; ++i) text += fmt::format("        @m{}.usda@,\n", i);
  write("a.usda", text + "    ]\n)\n");
  attack({"tree", at("a.usda")}, "more than 20000 layers");
}

TEST_F(Attacks, LongChainsOfArcs) {
  for (const char* arc : {"references", "payload", "inherits", "specializes"}) {
    // Chains of classes have arcs that composition implies, which take longer.
    const bool isClass =
        std::string_view(arc) == "inherits" || std::string_view(arc) == "specializes";
    for (const int count : {500, isClass ? 0 : 100'000}) {
      std::string text = "#usda 1.0\n";
      for (int i = 0; i < count; ++i) {
        text += fmt::format("def \"P{}\" ({} = </P{}>)\n{{\n}}\n", i, arc, i + 1);
      }
      write("a.usda", text + fmt::format("def \"P{}\"\n{{\n}}\n", count));
      attack({"tree", at("a.usda")}, count > 500 ? "multiply" : "", false);
    }
  }
}

TEST_F(Attacks, ManyRelocates) {
  const int count = 20'000;
  std::string children;
  for (int i = 0; i < count; ++i) children += fmt::format("def \"C{}\" {{\n}}\n", i);
  write("b.usda", "#usda 1.0\ndef \"T\" {\n" + children + "}\n");
  std::string relocates;
  for (int i = 0; i < count; ++i) relocates += fmt::format("</A/C{0}>: </A/D{0}>, ", i);
  write("a.usda", "#usda 1.0\n(\n    relocates = { " + relocates +
                      "}\n)\ndef \"A\" (references = @b.usda@</T>) {\n}\n");
  const ProcessEnd tree = attack({"tree", at("a.usda")}, "");
  EXPECT_NE(tree.out.find("D19999"), std::string::npos);
  EXPECT_EQ(tree.out.find("C19999"), std::string::npos);
}

TEST_F(Attacks, ClipTimesThatPlaySamplesAgainAndAgain) {
  const int count = 20'000;
  std::string samples;
  for (int i = 0; i < count; ++i) samples += fmt::format("{}: {},\n", i * 7.0 / count, i);
  write("clip.usda", "#usda 1.0\ndef \"M\" {\ndouble x.timeSamples = {\n" + samples + "}\n}\n");
  write("manifest.usda", "#usda 1.0\ndef \"M\" {\ndouble x\n}\n");
  std::string times;
  for (int i = 0; i < count; ++i) times += fmt::format("({}, {}), ", i, i % 7);
  write("a.usda", R"(#usda 1.0
def "A" (
    clips = {
        dictionary default = {
            string primPath = "/M"
            asset manifestAssetPath = @manifest.usda@
            asset[] assetPaths = [@clip.usda@]
            double2[] active = [(0, 0)]
            double2[] times = [)" +
                      times + R"(]
        }
    }
)
{
    double x
}
)");
  attack({"dump", at("a.usda")}, "multiplies them beyond 250000");
  attack({"bake", at("a.usda"), "-o", at("out.usdc")}, "");
}

TEST_F(Attacks, TemplatesOfAMillionClipsThatAreMissing) {
  for (const std::size_t length : {1, 200, 3000, 20'000}) {
    write("a.usda", fmt::format(R"(#usda 1.0
def "A" (
    clips = {{
        dictionary default = {{
            string primPath = "/M"
            string templateAssetPath = "{}.#.usda"
            double templateStartTime = 0
            double templateEndTime = 1000000
            double templateStride = 1
        }}
    }}
)
{{
    double x
}}
)",
                                std::string(length, 'x')));
    for (const char* verb : {"dump", "check", "clips"}) attack({verb, at("a.usda")}, "");
  }
}

TEST_F(Attacks, EntriesOfPackagesThatShareTheirBytes) {
  // 5,000 entries of the directory name one blob of 1 MB.
  const std::string layer = "#usda 1.0\n" + std::string(1 << 20, '#') + "\n";
  const auto number = [](std::size_t value, int bytes) {
    std::string text;
    for (int i = 0; i < bytes; ++i) text += static_cast<char>(value >> (8 * i) & 0xFF);
    return text;
  };
  const auto fields = [&](const std::string& name) {
    return number(0, 2) + number(0, 2) + number(0, 4) + number(0, 4) + number(layer.size(), 4) +
           number(layer.size(), 4) + number(name.size(), 2) + number(0, 2);
  };
  std::string zip = "PK\x03\x04" + number(10, 2) + fields("a.usda") + "a.usda" + layer;
  const std::size_t directory = zip.size();
  for (int i = 0; i < 5000; ++i) {
    const std::string name = i == 0 ? "a.usda" : fmt::format("b{}.usda", i);
    zip += "PK\x01\x02" + number(10, 2) + number(10, 2) + fields(name) + number(0, 2) +
           number(0, 2) + number(0, 2) + number(0, 4) + number(0, 4) + name;
  }
  const std::size_t size = zip.size() - directory;
  zip += "PK\x05\x06" + number(0, 4) + number(5000, 2) + number(5000, 2) + number(size, 4) +
         number(directory, 4) + number(0, 2);
  write("a.usdz", zip);
  const ProcessEnd checked = attack({"package", at("a.usdz"), "-c"}, "");
  EXPECT_EQ(checked.status, 1);
  EXPECT_NE(checked.out.find("b1.usda: The entry of the package shares its bytes with another"),
            std::string::npos)
      << checked.out.substr(0, 500);
  EXPECT_EQ(attack({"tree", at("a.usdz")}, "").status, 0);
}

TEST_F(Attacks, PicturesWithHugeStreams) {
  if (!needGl()) return;
  const auto big = [](std::size_t value) {
    std::string text;
    for (int i = 24; i >= 0; i -= 8) text += static_cast<char>(value >> i & 0xFF);
    return text;
  };
  const auto chunk = [&](const std::string& name, const std::string& data) {
    return big(data.size()) + name + data + big(0);
  };
  // 4 by 4 pixels, and a stream for 300 MB.
  z_stream stream{};
  ASSERT_EQ(deflateInit(&stream, 1), Z_OK);
  std::string zeros(1 << 20, '\0');
  std::string data;
  std::array<unsigned char, 1 << 16> block{};
  for (int i = 0; i <= 300; ++i) {
    stream.next_in = reinterpret_cast<unsigned char*>(zeros.data());
    stream.avail_in = i < 300 ? static_cast<unsigned>(zeros.size()) : 0;
    do {
      stream.next_out = block.data();
      stream.avail_out = static_cast<unsigned>(block.size());
      deflate(&stream, i < 300 ? Z_NO_FLUSH : Z_FINISH);
      data.append(reinterpret_cast<char*>(block.data()), block.size() - stream.avail_out);
    } while (stream.avail_out == 0);
  }
  deflateEnd(&stream);
  write("a.png", "\x89PNG\r\n\x1A\n" +
                     chunk("IHDR", big(4) + big(4) + std::string("\x08\x02\x00\x00\x00", 5)) +
                     chunk("IDAT", data) + chunk("IEND", ""));
  write("a.usda", R"(#usda 1.0
def Material "M" {
    token outputs:surface.connect = </M/S.outputs:surface>
    def Shader "S" {
        uniform token info:id = "UsdPreviewSurface"
        color3f inputs:diffuseColor.connect = </M/T.outputs:rgb>
        token outputs:surface
    }
    def Shader "T" {
        uniform token info:id = "UsdUVTexture"
        asset inputs:file = @a.png@
        float3 outputs:rgb
    }
}
def Mesh "Mesh" (
    prepend apiSchemas = ["MaterialBindingAPI"]
) {
    int[] faceVertexCounts = [3]
    int[] faceVertexIndices = [0, 1, 2]
    point3f[] points = [(0, 0, 0), (1, 0, 0), (0, 1, 0)]
    rel material:binding = </M>
}
)");
  attack(record(at("a.usda")), "");
}

TEST_F(Attacks, PrimvarsThatManyPrimsInherit) {
  std::string text = "#usda 1.0\ndef \"A\" {\n";
  for (int i = 0; i < 2000; ++i) text += fmt::format("float primvars:p{0} = {0}\n", i);
  for (int i = 0; i < 2000; ++i) text += fmt::format("def Mesh \"M{}\" {{\n}}\n", i);
  write("a.usda", text + "}\n");
  attack({"dump", at("a.usda")}, "inherit more than 200000 primvars", false);
}

TEST_F(Attacks, ValuesThatManyPrimsGiveToTheirMaterial) {
  if (!needGl()) return;
  std::string text = R"(#usda 1.0
def Material "M" {
    token outputs:surface.connect = </M/S.outputs:surface>
    def Shader "S" {
        uniform token info:id = "UsdPreviewSurface"
        float inputs:roughness.connect = </M/R.outputs:result>
        token outputs:surface
    }
    def Shader "R" {
        uniform token info:id = "UsdPrimvarReader_float"
        string inputs:varname = "rough"
        float outputs:result
    }
}
)";
  for (int i = 0; i < 20'000; ++i) {
    text += fmt::format(
        "def Mesh \"M{}\" (prepend apiSchemas = [\"MaterialBindingAPI\"]) {{\n"
        "int[] faceVertexCounts = [3]\nint[] faceVertexIndices = [0, 1, 2]\n"
        "point3f[] points = [(0, 0, 0), (1, 0, 0), (0, 1, 0)]\n"
        "rel material:binding = </M>\nfloat primvars:rough = {}\n}}\n",
        i, i / 20'000.0);
  }
  write("a.usda", text);
  const ProcessEnd end = attack(record(at("a.usda")), "");
  EXPECT_EQ(end.status, 0) << end.err;
  EXPECT_EQ(end.err.find("There is nothing to draw."), std::string::npos) << end.err;
  EXPECT_TRUE(fs::exists(at("out.png")));
}

TEST_F(Attacks, MeshesThatShareALargeSkeleton) {
  if (!needGl()) return;
  std::string joints;
  std::string matrices;
  for (int i = 0; i < 5000; ++i) {
    joints += fmt::format("\"J{}\", ", i);
    matrices += "((1,0,0,0),(0,1,0,0),(0,0,1,0),(0,0,0,1)), ";
  }
  std::string text =
      "#usda 1.0\ndef SkelRoot \"R\" {\ndef Skeleton \"K\" {\n"
      "uniform token[] joints = [" +
      joints + "]\nuniform matrix4d[] bindTransforms = [" + matrices +
      "]\nuniform matrix4d[] restTransforms = [" + matrices + "]\n}\n";
  for (int i = 0; i < 1000; ++i) {
    text += fmt::format(
        "def Mesh \"M{}\" (prepend apiSchemas = [\"SkelBindingAPI\"]) {{\n"
        "rel skel:skeleton = </R/K>\nint[] faceVertexCounts = [3]\n"
        "int[] faceVertexIndices = [0, 1, 2]\n"
        "point3f[] points = [(0, 0, 0), (1, 0, 0), (0, 1, 0)]\n"
        "int[] primvars:skel:jointIndices = [0, 4999, 0] (interpolation = \"vertex\")\n"
        "float[] primvars:skel:jointWeights = [1, 1, 1] (interpolation = \"vertex\")\n}}\n",
        i);
  }
  write("a.usda", text + "}\n");
  // The matrices that are always allowed need more memory than other scenes of this size.
  const ProcessEnd end =
      attack(record(at("a.usda")), "multiply the joints of their skeletons too often", false);
  EXPECT_LT(end.mostBytes, (std::size_t{1} << 30) + kAlwaysAllowed);
}

TEST_F(Attacks, MaterialsThatRepeatAShader) {
  std::string text = "<materialx>\n<standard_surface name='s' type='surfaceshader'>\n";
  for (int i = 0; i < 3000; ++i) {
    text += fmt::format("<input name='i{}' type='float' value='1'/>\n", i);
  }
  text += "</standard_surface>\n";
  for (int i = 0; i < 3000; ++i) {
    text += fmt::format(
        "<surfacematerial name='m{}' type='material'>"
        "<input name='surfaceshader' type='surfaceshader' nodename='s'/></surfacematerial>\n",
        i);
  }
  write("m.mtlx", text + "</materialx>\n");
  write("a.usda", "#usda 1.0\ndef \"M\" (references = @m.mtlx@</MaterialX>) {\n}\n");
  const ProcessEnd end =
      attack({"check", at("a.usda")}, "Materials repeat the inputs of shaders more than");
  EXPECT_EQ(end.status, 1) << end.err.substr(0, 1000);
  EXPECT_NE(end.out.find("</M/Materials/m0/"), std::string::npos);
}

TEST_F(Attacks, StandardInputThatIsNoLayer) {
  std::ofstream(at("zeros"), std::ios::binary);
  fs::resize_file(at("zeros"), std::size_t{1} << 30);
  const ProcessEnd end = runUsdscope({"cat", "-"}, kMostSeconds, at("zeros"));
  EXPECT_EQ(end.status, 3);
  EXPECT_NE(end.err.find("not a layer"), std::string::npos) << end.err;
  EXPECT_LT(end.mostBytes, std::size_t{300} << 20);
}

TEST_F(Attacks, MemoryThatIsNotThereEndsTheVerbWithAMessage) {
  std::string text = "#usda 1.0\ndef \"A\"\n{\n    int[] x = [";
  for (int i = 0; i < 8'000'000; ++i) text += "1, ";
  write("a.usda", text + "]\n}\n");
  for (const char* verb : {"dump", "flatten", "cat", "tree", "check", "diff"}) {
    std::vector<std::string> line = {"--memory", "40", verb, at("a.usda")};
    if (line[2] == "diff") line.push_back(at("a.usda"));
    const ProcessEnd end = runUsdscope(line, kMostSeconds);
    EXPECT_EQ(end.signal, 0) << verb << ": " << end.err;
    // The layer is reported, or the verb; some verbs need less.
    if (line[2] == "dump" || line[2] == "flatten") {
      // With OpenVDB, threads of its libraries have a part of the memory, and none is left for
      // ours.
      EXPECT_TRUE(end.err.find("not enough memory") != std::string::npos ||
                  end.err.find("pthread_create has failed") != std::string::npos)
          << verb << ": " << end.err;
      EXPECT_TRUE(end.status == 1 || end.status == 3) << verb << ' ' << end.status;
    }
  }
}

TEST_F(Attacks, DriversOfOpenGlDoNotStartWithoutMemory) {
  if (!needGl()) return;
  write("a.usda", "#usda 1.0\ndef Sphere \"A\"\n{\n}\n");
  std::vector<std::string> line = record(at("a.usda"));
  line.insert(line.begin(), {"--memory", "40"});
  const ProcessEnd end = runUsdscope(line, kMostSeconds);
  EXPECT_EQ(end.signal, 0) << end.err;
#ifndef __SANITIZE_ADDRESS__
  EXPECT_NE(end.err.find("not enough memory"), std::string::npos) << end.err;
#endif
}

}  // namespace usdscope
