// SPDX-License-Identifier: Apache-2.0
#include "engine/format/mtlx/MtlxReader.h"

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <span>

#include "engine/format/LayerFormat.h"
#include "engine/format/mtlx/Xml.h"
#include "engine/format/usda/UsdaWriter.h"
#include "engine/layer/Fields.h"
#include "tests/support/TemporaryFolder.h"

namespace usdscope {
namespace {

std::shared_ptr<const Layer> read(std::string text, Diagnostics& diagnostics,
                                  const std::string& identifier = "/a/look.mtlx") {
  return readLayer(FileBytes::fromText(std::move(text)), {identifier}, diagnostics);
}

constexpr const char* kLook = R"(<?xml version="1.0"?>
<!-- A look with a graph and with loose nodes. -->
<materialx version="1.38" colorspace="lin_rec709" fileprefix="tex/">
  <nodegraph name="NG" doc="Maps">
    <image name="map" type="color3">
      <input name="file" type="filename" value="a.png" colorspace="srgb_texture" />
    </image>
    <separate3 name="parts" type="multioutput">
      <input name="in" type="color3" nodename="map" />
    </separate3>
    <output name="color" type="color3" nodename="map" />
    <output name="red" type="float" nodename="parts" output="outr" />
  </nodegraph>
  <constant name="half" type="float">
    <input name="value" type="float" value="0.5" />
  </constant>
  <multiply name="tint" type="color3">
    <input name="in1" type="color3" value="1, 0.5, 0" />
    <input name="in2" type="float" nodename="half" />
  </multiply>
  <standard_surface name="S" type="surfaceshader">
    <input name="base_color" type="color3" nodegraph="NG" output="color" />
    <input name="metalness" type="float" nodegraph="NG" output="red" />
    <input name="coat_color" type="color3" nodename="tint" />
    <input name="specular_roughness" type="float" value="0.25" />
  </standard_surface>
  <surfacematerial name="ns:Mat" type="material">
    <input name="surfaceshader" type="surfaceshader" nodename="S" />
  </surfacematerial>
</materialx>
)";

// As usdMtlx of OpenUSD writes it, but without the inputs that only the node definition has.
constexpr const char* kLayer = R"(#usda 1.0
(
    customLayerData = {
        string colorSpace = "lin_rec709"
    }
)

def "MaterialX"
{
    def "Materials"
    {
        def Material "ns__Mat"
        {
            color3f inputs:base_color
            color3f inputs:coat_color
            float inputs:metalness
            float inputs:specular_roughness = 0.25
            token outputs:mtlx:surface.connect = </MaterialX/Materials/ns__Mat/ND_standard_surface_surfaceshader.outputs:surface>

            def Shader "ND_standard_surface_surfaceshader" (
                prepend references = </MaterialX/Shaders/ND_standard_surface_surfaceshader>
            )
            {
                color3f inputs:base_color.connect = </MaterialX/Materials/ns__Mat/NG.outputs:color>
                color3f inputs:coat_color.connect = </MaterialX/Materials/ns__Mat/NodeGraphs/tint.outputs:out>
                float inputs:metalness.connect = </MaterialX/Materials/ns__Mat/NG.outputs:red>
                float inputs:specular_roughness.connect = </MaterialX/Materials/ns__Mat.inputs:specular_roughness>
            }

            def "NG" (
                prepend references = </MaterialX/NodeGraphs/NG>
            )
            {
            }

            def "NodeGraphs" (
                prepend references = </MaterialX/NodeGraphs>
            )
            {
            }
        }
    }

    def "Shaders"
    {
        def Shader "ND_standard_surface_surfaceshader"
        {
            uniform token info:id = "ND_standard_surface_surfaceshader"
            token outputs:surface
        }
    }

    def "NodeGraphs"
    {
        def NodeGraph "NG" (
            doc = "Maps"
        )
        {
            color3f outputs:color.connect = </MaterialX/NodeGraphs/NG/map.outputs:out>
            float outputs:red.connect = </MaterialX/NodeGraphs/NG/parts.outputs:outr>

            def Shader "map"
            {
                uniform token info:id = "ND_image_color3"
                asset inputs:file = @tex/a.png@ (
                    colorSpace = "srgb_texture"
                )
                color3f outputs:out
            }

            def Shader "parts"
            {
                uniform token info:id = "ND_separate3_color3"
                color3f inputs:in.connect = </MaterialX/NodeGraphs/NG/map.outputs:out>
                float outputs:outr
            }
        }

        def Shader "half"
        {
            uniform token info:id = "ND_constant_float"
            float inputs:value = 0.5
            float outputs:out
        }

        def Shader "tint"
        {
            uniform token info:id = "ND_multiply_color3FA"
            color3f inputs:in1 = (1, 0.5, 0)
            float inputs:in2.connect = </MaterialX/NodeGraphs/half.outputs:out>
            color3f outputs:out
        }
    }
}

)";

}  // namespace

TEST(MtlxReader, MaterialsStandWhereUsdMtlxPutsThem) {
  Diagnostics diagnostics;
  const auto layer = read(kLook, diagnostics);
  ASSERT_TRUE(layer);
  EXPECT_TRUE(diagnostics.entries().empty()) << diagnostics.entries().front().message;
  Diagnostics expectedProblems;
  const auto expected = read(kLayer, expectedProblems, "/a/look.usda");
  ASSERT_TRUE(expected) << expectedProblems.entries().front().message;
  EXPECT_EQ(writeUsda(*layer), writeUsda(*expected));
}

TEST(MtlxReader, ProblemsAreReportedWithTheirLine) {
  const struct {
    const char* body;
    int line;
    const char* word;
  } cases[] = {
      {"<surfacematerial name='M' type='material'>\n<input name='surfaceshader' "
       "type='surfaceshader' nodename='no'/>\n</surfacematerial>",
       2, "'no'"},
      {"<gltf_pbr name='S' type='surfaceshader'>\n<input name='metallic' type='float' value='x'/>\n"
       "</gltf_pbr>\n<surfacematerial name='M' type='material'><input name='surfaceshader' "
       "type='surfaceshader' nodename='S'/></surfacematerial>",
       2, "'x'"},
      {"<surfacematerial name='1' type='material'/>", 1, "not an identifier"},
      {"<look name='L'/>\n<look name='K'/>", 1, "'look'"},
      {"<xi:include href='missing.mtlx'/>", 1, "missing.mtlx"},
  };
  for (const auto& c : cases) {
    Diagnostics diagnostics;
    const auto layer =
        read("<materialx version='1.38'>" + std::string(c.body) + "</materialx>", diagnostics);
    EXPECT_TRUE(layer) << c.body;
    ASSERT_EQ(diagnostics.entries().size(), 1u) << c.body;
    const Diagnostic& found = diagnostics.entries()[0];
    EXPECT_EQ(found.code, kMtlxPart) << c.body;
    EXPECT_EQ(found.site.line, c.line) << c.body;
    EXPECT_NE(found.message.find(c.word), std::string::npos) << found.message;
  }
}

TEST(MtlxReader, IncludedFilesAreRead) {
  const TemporaryFolder folder;
  std::filesystem::create_directory(folder / "maps");
  std::ofstream(folder / "maps/shader.mtlx") << R"(<materialx colorspace="acescg" fileprefix="in/">
<gltf_pbr name="S" type="surfaceshader"><input name="base_color" type="color3" value="1 2 3"/></gltf_pbr>
</materialx>)";
  std::ofstream(folder / "self.mtlx") << "<materialx><xi:include href=\"self.mtlx\"/></materialx>";
  Diagnostics diagnostics;
  const std::string root = folder.path().string() + "/look.mtlx";
  const auto layer =
      read(R"(<materialx colorspace="lin_rec709"><xi:include href="maps/shader.mtlx"/>
<surfacematerial name="M" type="material"><input name="surfaceshader" type="surfaceshader" nodename="S"/></surfacematerial>
</materialx>)",
           diagnostics, root);
  ASSERT_TRUE(layer);
  EXPECT_TRUE(diagnostics.entries().empty());
  const std::string text = writeUsda(*layer);
  EXPECT_NE(text.find("color3f inputs:base_color = (1, 2, 3)"), std::string::npos) << text;
  EXPECT_NE(text.find("colorSpace = \"acescg\""), std::string::npos) << text;

  EXPECT_TRUE(read("<materialx><xi:include href=\"self.mtlx\"/></materialx>", diagnostics, root));
  ASSERT_EQ(diagnostics.entries().size(), 1u);
  EXPECT_NE(diagnostics.entries()[0].message.find("too deeply"), std::string::npos);
}

TEST(MtlxReader, RepeatedShadersAndFilesAndLongPrefixesHaveLimits) {
  const auto countOf = [](const Diagnostics& diagnostics, const DiagnosticCode& code) {
    return std::ranges::count(diagnostics.entries(), code, &Diagnostic::code);
  };
  std::string inputs;
  for (int i = 0; i < 1000; ++i) {
    inputs += "<input name='i" + std::to_string(i) + "' type='filename' value='a' nodegraph='g'/>";
  }
  std::vector<std::string> materials;
  for (int i = 0; i < 60; ++i) {
    materials.push_back("<surfacematerial name='m" + std::to_string(i) +
                        "' type='material'><input name='surfaceshader' type='surfaceshader' "
                        "nodename='s'/></surfacematerial>");
  }
  const auto document = [&](std::size_t prefix, std::size_t materialCount) {
    return "<materialx fileprefix='" + std::string(prefix, 'p') +
           "'><nodegraph name='g'><output name='o' type='color3'/></nodegraph>"
           "<standard_surface name='s' type='surfaceshader'>" +
           inputs + "</standard_surface>" +
           fmt::format("{}", fmt::join(std::span(materials).first(materialCount), "")) +
           "</materialx>";
  };
  Diagnostics diagnostics;
  auto layer = read(document(1024, 60), diagnostics);
  ASSERT_TRUE(layer);
  // The others have no copy of the inputs, which is reported once.
  EXPECT_EQ(countOf(diagnostics, kMtlxLimit), 1);
  const auto has = [&](int material, const char* name) {
    const Path path = Path::fromText("/MaterialX/Materials/m" + std::to_string(material));
    return bool(layer->findProperty(path.property(Token(name))));
  };
  EXPECT_TRUE(has(0, "inputs:i999"));
  EXPECT_TRUE(has(49, "inputs:i999"));
  EXPECT_FALSE(has(59, "inputs:i0"));
  const auto fileOf = [&] {
    const Path path = Path::fromText("/MaterialX/Materials/m0").property(Token("inputs:i0"));
    return layer->findProperty(path).field(fields::kDefault).find<AssetPath>()->path();
  };
  EXPECT_EQ(fileOf(), std::string(1024, 'p') + "a");
  Diagnostics tooLong;
  layer = read(document(1025, 1), tooLong);
  EXPECT_EQ(fileOf(), "a");
  EXPECT_EQ(countOf(tooLong, kMtlxLimit), 1);

  const TemporaryFolder folder;
  std::ofstream(folder.path() / "large.mtlx") << "<materialx>" << std::string(700'000, ' ')
                                              << "<constant name='c' type='float'/></materialx>";
  Diagnostics repeated;
  std::ofstream(folder.path() / "other.mtlx")
      << "<materialx><surfacematerial name='m' type='material'/></materialx>";
  const std::string include = "<xi:include href='large.mtlx'/>";
  read("<materialx>" + include + include + "</materialx>", repeated,
       (folder.path() / "root.mtlx").string());
  EXPECT_EQ(countOf(repeated, kMtlxLimit), 0);
  // Files that were not included before are read nevertheless, and so are repeated small ones.
  const std::string other = "<xi:include href='other.mtlx'/>";
  layer = read("<materialx>" + include + include + include + other + other + "</materialx>",
               repeated, (folder.path() / "root.mtlx").string());
  EXPECT_EQ(countOf(repeated, kMtlxLimit), 1);
  EXPECT_TRUE(layer->findPrim(Path::fromText("/MaterialX/Materials/m")));
}

TEST(MtlxReader, EveryPrefixAndEveryChangedByteIsHandled) {
  const std::string text = kLook;
  for (std::size_t size = 0; size < text.size(); ++size) {
    Diagnostics diagnostics;
    const auto layer = read(text.substr(0, size), diagnostics);
    EXPECT_EQ(layer != nullptr, size >= text.size() - 1) << size;
    EXPECT_EQ(diagnostics.hasErrors(), !layer) << size;
  }
  for (std::size_t at = 0; at < text.size(); ++at) {
    for (const char byte : {'<', '"', '\0', '\xFF'}) {
      std::string changed = text;
      changed[at] = byte;
      Diagnostics diagnostics;
      const auto layer = read(changed, diagnostics);
      EXPECT_TRUE(layer || diagnostics.hasErrors()) << at;
    }
  }
}

TEST(Xml, EntitiesAndQuotes) {
  const XmlResult result = readXml("<a b='\"&lt;&#65;&#xe9;'><!-- <c> --><d/></a>");
  ASSERT_TRUE(result.root) << result.problem;
  EXPECT_EQ(result.root->attribute("b"), "\"<A\xC3\xA9");
  ASSERT_EQ(result.root->children.size(), 1u);
  EXPECT_EQ(result.root->children[0].name, "d");
}

TEST(Xml, WrongTextsHaveALine) {
  const struct {
    const char* text;
    int line;
  } cases[] = {{"<a>\n<b></a>", 2},     {"<a>\n", 2},         {"", 1},
               {"<a b=c/>", 1},         {"<a b='&no;'/>", 1}, {"<a/>\n<b/>", 2},
               {"<a b='1' b='2'/>", 1}, {"<!-- ", 1},         {"\n<a b='1", 2},
               {"<a b='&#0;'/>", 1}};
  for (const auto& c : cases) {
    const XmlResult result = readXml(c.text);
    EXPECT_FALSE(result.root) << c.text;
    EXPECT_FALSE(result.problem.empty()) << c.text;
    EXPECT_EQ(result.line, c.line) << c.text;
  }
  std::string deep;
  for (int i = 0; i < 100000; ++i) deep += "<a>";
  EXPECT_FALSE(readXml(deep).root);
}

}  // namespace usdscope
