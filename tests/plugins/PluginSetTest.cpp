// SPDX-License-Identifier: Apache-2.0
#include "engine/plugins/PluginSet.h"

#include <gtest/gtest.h>

#include <cstdlib>
#include <fstream>
#include <sstream>

#include "engine/base/FileBytes.h"
#include "engine/base/Json.h"
#include "engine/definitions/Definitions.h"
#include "engine/format/LayerFormat.h"
#include "engine/format/usda/UsdaWriter.h"
#include "engine/layer/FieldDefinitions.h"
#include "tests/support/TemporaryFolder.h"
#include "tests/support/TestAssets.h"

namespace usdscope {
namespace {

std::filesystem::path studioPath() { return testAssetsPath() / "definitions/plugins"; }

std::string fileText(const std::filesystem::path& path) {
  std::ifstream in(path);
  std::ostringstream text;
  text << in.rdbuf();
  return text.str();
}

void writeFile(const std::filesystem::path& path, std::string_view text) {
  std::filesystem::create_directories(path.parent_path());
  std::ofstream(path) << text;
}

std::string textOf(const Diagnostics& problems) {
  std::string text;
  for (const Diagnostic& problem : problems.entries()) text += toText(problem) + '\n';
  return text;
}

std::vector<std::string_view> codesOf(const Diagnostics& problems) {
  std::vector<std::string_view> codes;
  for (const Diagnostic& problem : problems.entries()) codes.push_back(problem.code.id);
  std::ranges::sort(codes);
  return codes;
}

/// One plug-in that has no code, with this `Info`.
std::string resourcePlugin(std::string_view info) {
  return R"({"Plugins": [{"Name": "test", "Type": "resource", "Info": )" + std::string(info) +
         "}]}";
}

class PluginSet : public testing::Test {
 protected:
  // The environment of one plug-in that lies in a folder of its own.
  Environment read(std::string_view plugInfo, std::string_view generatedSchema = {}) {
    writeFile(folder_ / "plugInfo.json", plugInfo);
    std::filesystem::remove(folder_ / "generatedSchema.usda");
    if (!generatedSchema.empty()) writeFile(folder_ / "generatedSchema.usda", generatedSchema);
    return readPlugins({folder_.path().string()});
  }

  TemporaryFolder folder_;
};

}  // namespace

// Expected: what the reference registers and writes, from tests/oracle/expected_plugins.py.
TEST_F(PluginSet, RegistersKindsAndFieldsAsTheReference) {
  const Environment studio = readPlugins({studioPath().string()});
  const Json facts = parseJson(fileText(studioPath() / "facts.json"));
  ASSERT_TRUE(facts.is_object());
  for (const auto& [kind, bases] : facts["kinds"].items()) {
    for (const char* base : {"model", "group", "component", "assembly", "prop", "remark"}) {
      const bool isBase = std::ranges::find(bases, base) != bases.end();
      EXPECT_EQ(studio.definitions().isKindA(Token(kind), Token(base)), isBase) << kind << base;
    }
  }
  const struct {
    const char* name;
    FieldSpecs bit;
  } specs[] = {{"layer", kOnLayer},
               {"prim", kOnPrim},
               {"variant", kOnVariant},
               {"attribute", kOnAttribute},
               {"relationship", kOnRelationship}};
  EXPECT_EQ(facts["fields"].size(), 12u);
  for (const auto& [name, places] : facts["fields"].items()) {
    const FieldDefinition* const field = studio.fields().find(Token(name));
    ASSERT_TRUE(field) << name;
    for (const auto& spec : specs) {
      const bool isPlace = std::ranges::find(places, spec.name) != places.end();
      EXPECT_EQ((field->specs & spec.bit) != 0, isPlace) << name << ' ' << spec.name;
    }
  }
}

TEST_F(PluginSet, LayersAreReadAndWrittenWithTheirFields) {
  const Environment studio = readPlugins({studioPath().string()});
  Diagnostics diagnostics;
  const auto layer = readLayer(FileBytes::fromText(fileText(studioPath() / "scene.usda")), {"s"},
                               diagnostics, studio);
  ASSERT_TRUE(layer);
  EXPECT_EQ(writeUsda(*layer), fileText(studioPath() / "exported.usda"));
  const PrimSpec prop = layer->findPrim(Path::fromText("/Prop"));
  EXPECT_TRUE(prop.field(Token("studioIds")).holds<ListOp<std::int32_t>>());
  EXPECT_TRUE(prop.field(Token("studioBits")).holds<ListOp<std::uint64_t>>());
  EXPECT_EQ(prop.field(Token("studioStage")), Value(Token("anim")));
}

TEST_F(PluginSet, ReportsWhatItCannotAdd) {
  const Environment studio = readPlugins({studioPath().string()});
  const std::string text = textOf(studio.pluginProblems());
  EXPECT_EQ(codesOf(studio.pluginProblems()),
            (std::vector<std::string_view>{kSchemaCycle.id, kSchemaCycle.id,
                                           kSchemaVersionConflict.id, kPluginNeedsCode.id}))
      << text;
  EXPECT_NE(text.find("\"studioCode\" does not provide StudioFileFormat, StudioPainter"),
            std::string::npos)
      << text;
}

TEST_F(PluginSet, EnvironmentsDoNotMeet) {
  const Token kind("gadget");
  const Token schema("StudioProp");
  const Token field("studioTags");
  const Environment studio = readPlugins({studioPath().string()});
  const Environment plain = readPlugins({});
  EXPECT_TRUE(studio.definitions().isKindA(kind, Token("model")));
  EXPECT_TRUE(studio.definitions().findSchema(schema));
  EXPECT_TRUE(studio.fields().find(field));
  EXPECT_FALSE(plain.definitions().isKindA(kind, Token("model")));
  EXPECT_FALSE(plain.definitions().findSchema(schema));
  EXPECT_FALSE(plain.fields().find(field));
  EXPECT_TRUE(plain.pluginProblems().isEmpty());
  EXPECT_EQ(&plain.definitions(), &Definitions::builtin());
  EXPECT_EQ(&plain.fields(), &FieldDefinitions::builtin());
}

TEST_F(PluginSet, InvalidPlugInfosAreReported) {
  const struct {
    const char* text;
    DiagnosticCode code;
    int line;
  } cases[] = {
      {"", kBrokenPlugInfo, 1},
      {"{\n# comment\n \"Plugins\": [,]}", kBrokenPlugInfo, 3},
      {"[1]", kBrokenPlugInfo, 0},
      {R"({"Plugin": []})", kBrokenPlugInfo, 0},
      {R"({"Plugins": {}})", kBrokenPlugInfo, 0},
      {R"({"Plugins": [1]})", kBrokenPlugInfo, 0},
      {R"({"Includes": [1]})", kBrokenPlugInfo, 0},
      {R"({"Plugins": [{"Name": "a", "Info": {}}]})", kBrokenPlugInfo, 0},
      {R"({"Plugins": [{"Type": "resource", "Info": {}}]})", kBrokenPlugInfo, 0},
      {R"({"Plugins": [{"Name": "a", "Type": "resource"}]})", kBrokenPlugInfo, 0},
      {R"({"Plugins": [{"Name": "a", "Type": "library", "Info": {}}]})", kBrokenPlugInfo, 0},
      {R"({"Plugins": [{"Name": 1, "Type": "resource", "Info": {}}]})", kBrokenPlugInfo, 0},
      {R"({"Plugins": [{"Name": "a", "Type": "python", "Info": {"Types": {"A": {}}}}]})",
       kPluginNeedsCode, 0},
  };
  for (const auto& c : cases) {
    const Diagnostics problems = read(c.text).pluginProblems();
    ASSERT_EQ(problems.entries().size(), 1u) << c.text << '\n' << textOf(problems);
    EXPECT_EQ(problems.entries()[0].code, c.code) << c.text;
    EXPECT_EQ(problems.entries()[0].site.line, c.line) << c.text;
    EXPECT_EQ(problems.entries()[0].site.layer, folder_ / "plugInfo.json") << c.text;
  }
}

TEST_F(PluginSet, InvalidEntriesAreIgnoredAndTheRestIsUsed) {
  const struct {
    const char* info;
    DiagnosticCode code;
  } cases[] = {
      {R"({"Kinds": {"a": 1}})", kBrokenPlugInfo},
      {R"({"Kinds": {"a b": {}}})", kBrokenPlugInfo},
      {R"({"Kinds": {"a": {"baseKind": 1}}})", kBrokenPlugInfo},
      {R"({"Kinds": {"component": {"baseKind": "assembly"}}})", kPluginClash},
      {R"({"SdfMetadata": {"a": 1}})", kBrokenPlugInfo},
      {R"({"SdfMetadata": {"a": {}}})", kBrokenPlugInfo},
      {R"({"SdfMetadata": {"a": {"type": "path"}}})", kBrokenPlugInfo},
      {R"({"SdfMetadata": {"a": {"type": "specifier"}}})", kBrokenPlugInfo},
      {R"({"SdfMetadata": {"a": {"type": "pathlistop"}}})", kBrokenPlugInfo},
      {R"({"SdfMetadata": {"a": {"type": "tokenlistop", "default": ["a"]}}})", kBrokenPlugInfo},
      {R"({"SdfMetadata": {"kind": {"type": "int"}}})", kPluginClash},
      {R"({"Types": {"A": 1}})", kBrokenPlugInfo},
      {R"({"Types": {"A": {"bases": ["UsdTyped"], "schemaKind": "concreteTyped"}}})",
       kBrokenPlugInfo},
      {R"({"Types": {"A": {"bases": ["UsdTyped"], "schemaIdentifier": "A"}}})", kBrokenPlugInfo},
      {R"({"Types": {"A": {"bases": ["Lost"], "schemaIdentifier": "A",
           "schemaKind": "concreteTyped"}}})",
       kBrokenPlugInfo},
      {R"({"Types": {"A": {"bases": ["A"], "schemaIdentifier": "A",
           "schemaKind": "concreteTyped"}}})",
       kBrokenPlugInfo},
      {R"({"Types": {"A": {"bases": ["UsdTyped"], "schemaIdentifier": "Mesh",
           "schemaKind": "concreteTyped"}}})",
       kBrokenPlugInfo},
      {R"({"Types": {"A": {"bases": ["UsdTyped"], "schemaIdentifier": "Box",
           "schemaKind": "concreteTyped"}}})",
       kNoGeneratedSchema},
  };
  for (const auto& c : cases) {
    const Environment found =
        read(R"({"Plugins": [{"Name": "test", "Type": "resource", "Info": )" + std::string(c.info) +
             R"(}, {"Name": "kept", "Type": "resource", "Info": {"Kinds": {"kept": {"baseKind":
        "model"}}}}]})");
    const auto problems = found.pluginProblems().entries();
    ASSERT_EQ(problems.size(), 1u) << c.info << '\n' << textOf(found.pluginProblems());
    EXPECT_EQ(problems[0].code, c.code) << c.info << '\n' << textOf(found.pluginProblems());
    EXPECT_TRUE(found.definitions().isKindA(Token("kept"), Token("model"))) << c.info;
  }
}

// Expected: GetFallbackForInfo of the reference. Empty: it does not register the field.
TEST_F(PluginSet, DefaultsOfFieldsAreReadAsTheReferenceDoes) {
  const struct {
    const char* type;
    const char* json;
    Value value;
  } cases[] = {
      {"bool", "true", {}},
      {"bool", "1", Value(true)},
      {"bool", "\"true\"", Value(true)},
      {"int", "1.5", Value(1)},
      {"int", "[3, 4]", Value(3)},
      {"int", "\"7\"", {}},
      {"double", "2", Value(2.0)},
      {"double[]", "[1, 2]", Value(Array<double>{1.0, 2.0})},
      {"double[]", "3", Value(Array<double>{3.0})},
      {"double[]", "[1, 2.5]", {}},
      {"double[]", "[]", Value(Array<double>())},
      {"token[]", "[\"a\", \"b\"]", Value(Array<Token>{Token("a"), Token("b")})},
      {"token", "5", {}},
      {"asset", "\"x.usd\"", Value(AssetPath{"x.usd"})},
      {"double3", "[1, 2, 3, 4]", Value(glm::dvec3(1, 2, 3))},
      {"double3", "[1, 2]", {}},
      {"double3", "[[1, 2, 3]]", {}},
      {"quatf", "[1, 2, 3, 4]", Value(glm::quat(1, 2, 3, 4))},
      {"uchar", "300", {}},
      {"uint", "-1", {}},
      {"dictionary", "{}", {}},
  };
  for (const auto& c : cases) {
    const Environment found =
        read(resourcePlugin(std::string(R"({"SdfMetadata": {"a": {"type": ")") + c.type +
                            R"(", "default": )" + c.json + "}}}"));
    const FieldDefinition* const field = found.fields().find(Token("a"));
    EXPECT_EQ(field != nullptr, !c.value.isEmpty()) << c.type << ' ' << c.json;
    if (field) {
      EXPECT_EQ(field->fallback, c.value) << c.type << ' ' << c.json;
    }
  }
}

TEST_F(PluginSet, PatternsFindFilesAndCyclesEnd) {
  const std::string kind = R"({"Plugins": [{"Name": "NAME", "Type": "resource",
      "Info": {"Kinds": {"NAME": {"baseKind": "model"}}}}], "Includes": ["../", "../../"]})";
  const auto place = [&](const char* folder, const std::string& name) {
    std::string text = kind;
    for (std::size_t at; (at = text.find("NAME")) != std::string::npos;) text.replace(at, 4, name);
    writeFile(folder_ / folder / "plugInfo.json", text);
  };
  place("a/resources", "ka");
  place("b/resources", "kb");
  place("b/resources/below", "kbelow");
  place("deep/er/still", "kdeep");
  const struct {
    const char* include;
    std::vector<std::string_view> kinds;
  } cases[] = {
      {"a/resources/", {"ka"}},
      {"a/resources", {}},
      {"a/resources/plugInfo.json", {"ka"}},
      {"*/resources/", {"ka", "kb"}},
      {"*/*/plug*.json", {"ka", "kb"}},
      {"**/", {"ka", "kb", "kdeep"}},
      {"deep/**/plugInfo.json", {"kdeep"}},
      {"./", {}},
      {"", {}},
  };
  for (const auto& c : cases) {
    const Environment found = read(std::string(R"({"Includes": [")") + c.include + R"("]})");
    EXPECT_TRUE(found.pluginProblems().isEmpty()) << c.include << '\n'
                                                  << textOf(found.pluginProblems());
    for (const std::string_view name : {"ka", "kb", "kbelow", "kdeep"}) {
      const bool isExpected = std::ranges::find(c.kinds, name) != c.kinds.end();
      EXPECT_EQ(found.definitions().isKindA(Token(name), Token("model")), isExpected)
          << c.include << ' ' << name;
    }
  }
}

TEST_F(PluginSet, LinksToFoldersThatHoldThemEnd) {
  // Each file has 2^40 names through the links.
  writeFile(folder_ / "plugInfo.json", R"({"Includes": ["a/", "b/", "*/", "**/"]})");
  for (const char* name : {"a", "b"}) {
    std::filesystem::create_directory_symlink(".", folder_ / name);
  }
  const Environment found = readPlugins({folder_.path().string()});
  EXPECT_TRUE(found.pluginProblems().isEmpty()) << textOf(found.pluginProblems());
}

TEST_F(PluginSet, PlacesComeFromArgumentsAndTheEnvironment) {
  const std::string here = std::filesystem::current_path().string();
  ::setenv("PXR_PLUGINPATH_NAME", "/x:::/y/:rel", 1);
  EXPECT_EQ(pluginPlaces({"a", "/b"}),
            (std::vector<std::string>{here + "/a", "/b", "/x", "/y/", here + "/rel"}));
  ::unsetenv("PXR_PLUGINPATH_NAME");
  EXPECT_TRUE(pluginPlaces({}).empty());
}

TEST_F(PluginSet, APlaceWithoutPlugInfoIsReported) {
  EXPECT_EQ(codesOf(readPlugins({folder_.path().string()}).pluginProblems()),
            std::vector{kNoPlugInfo.id});
}

TEST_F(PluginSet, SchemasThatCannotBeBuiltInAreReported) {
  const auto schema = [](const char* name, const char* kind) {
    return std::string("\"T") + name +
           R"(": {"bases": ["UsdAPISchemaBase"], "schemaIdentifier": ")" + name +
           R"(", "schemaKind": ")" + kind + "\"}";
  };
  const Environment found =
      read(resourcePlugin("{\"Types\": {" + schema("OneAPI", "singleApplyAPI") + ", " +
                          schema("ManyAPI", "multipleApplyAPI") + ", " +
                          schema("OneAPI_2", "singleApplyAPI") + "}}"),
           R"(#usda 1.0
class "OneAPI" (
    apiSchemas = ["LostAPI", "ManyAPI", "ManyAPI:__INSTANCE_NAME__", "ManyAPI:x", "OneAPI_2"]
)
{
    int a = 1
}
class "ManyAPI" (
    apiSchemas = ["OneAPI_2"]
)
{
    int many:__INSTANCE_NAME__:b = None
}
class "OneAPI_2"
{
    uniform nosuchtype c
}
)");
  EXPECT_EQ(codesOf(found.pluginProblems()),
            (std::vector<std::string_view>{kUnknownApiSchema.id, kUnknownApiSchema.id,
                                           kUnknownApiSchema.id, kUnknownApiSchema.id,
                                           kSchemaVersionConflict.id, kBrokenPlugInfo.id}))
      << textOf(found.pluginProblems());
  const PrimDefinition* const one = found.definitions().findSchemaDefinition(Token("OneAPI"));
  ASSERT_TRUE(one);
  EXPECT_TRUE(one->hasApiSchema(Token("ManyAPI:x")));
  EXPECT_TRUE(one->findProperty(Token("many:x:b")));
  EXPECT_FALSE(one->findProperty(Token("c")));
}

}  // namespace usdscope
