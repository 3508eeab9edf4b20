// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <iterator>

#include "engine/base/Json.h"
#include "tests/app/cli/RunLine.h"
#include "tests/support/TemporaryFolder.h"

namespace usdscope {
namespace {

constexpr const char* kSound = R"(#usda 1.0
(
    defaultPrim = "World"
    metersPerUnit = 0.01
    upAxis = "Y"
)
def Xform "World"
{
}
)";

class CheckVerb : public testing::Test {
 protected:
  std::string write(const std::string& name, const std::string& text) const {
    std::ofstream(folder_ / name) << text;
    return (folder_ / name).string();
  }

  const TemporaryFolder folder_;
};

TEST_F(CheckVerb, ExitStatusSaysWhetherTheSceneIsSound) {
  const std::string sound = write("sound.usda", kSound);
  const std::string faulty = write("faulty.usda", "#usda 1.0\n");
  const std::string warned =
      write("warned.usda", std::string(kSound) + "def \"A\" (kind = \"chair\")\n{\n}\n");
  const struct {
    const char* name;
    std::vector<std::string> arguments;
    int status;
  } cases[] = {
      {"sound", {"check", sound}, 0},
      {"errors", {"check", faulty}, 1},
      {"warnings", {"check", warned}, 0},
      {"warnings, strictly", {"check", "--strict", warned}, 1},
      {"only other validators",
       {"check", "--includeKeywords", "UsdLuxValidators,UsdSkelValidators", faulty},
       0},
      {"without the faulty ones",
       {"check", "--noAssetChecks", "--excludeValidators", "usdGeomValidators:StageMetadataChecker",
        faulty},
       0},
      {"missing file", {"check", (folder_ / "none.usda").string()}, 3},
      {"no file", {"check"}, 2},
      {"unknown validator", {"check", "--includeValidators", "usdscope:Nonsense", sound}, 2},
      {"unknown keyword", {"check", "--excludeKeywords", "Nonsense", sound}, 2},
  };
  for (const auto& c : cases) {
    const Ran ran = runLine(c.arguments);
    EXPECT_EQ(ran.status, c.status) << c.name << ": " << ran.out << ran.err;
  }
}

TEST_F(CheckVerb, SaysWhatIsUnknown) {
  const Ran ran = runLine({"check", "--includeValidators", "usdscope:Nonsense", "x.usda"});
  EXPECT_NE(ran.err.find("`usdscope:Nonsense`"), std::string::npos) << ran.err;
  EXPECT_NE(runLine({"check"}).err.find("FILE"), std::string::npos);
}

TEST_F(CheckVerb, PrintsAnArrayOfFindings) {
  const Ran ran = runLine({"check", "--json", write("faulty.usda", "#usda 1.0\n")});
  const Json findings = parseJson(ran.out);
  ASSERT_TRUE(findings.is_array());
  ASSERT_EQ(findings.size(), 3u) << ran.out;
  for (const Json& finding : findings) {
    for (const char* key :
         {"validator", "error", "severity", "sites", "layer", "line", "time", "message"}) {
      EXPECT_TRUE(finding.contains(key)) << key;
    }
    EXPECT_EQ(finding["layer"], "faulty.usda");
  }
  EXPECT_EQ(parseJson(runLine({"check", "--json", write("sound.usda", kSound)}).out),
            Json::array());
}

TEST_F(CheckVerb, ChecksOtherVariantsWhenAsked) {
  const std::string scene = write("variants.usda", R"(#usda 1.0
(
    defaultPrim = "World"
    metersPerUnit = 0.01
    upAxis = "Y"
)
def Xform "World" (
    variants = {
        string look = "good"
    }
    prepend variantSets = "look"
)
{
    variantSet "look" = {
        "bad" {
            rel material:binding = </World>
        }
        "good" {
        }
    }
}
)");
  EXPECT_EQ(runLine({"check", scene}).status, 0);
  const Ran ran = runLine({"check", "--json", "--allVariants", scene});
  EXPECT_EQ(ran.status, 1) << ran.err;
  const Json findings = parseJson(ran.out);
  ASSERT_EQ(findings.size(), 1u) << ran.out;
  EXPECT_EQ(findings[0]["error"], "MissingMaterialBindingAPI");
  EXPECT_NE(findings[0]["message"].get<std::string>().find("look=bad"), std::string::npos);
  const struct {
    std::vector<std::string> options;
    int status;
  } cases[] = {
      {{"--variants", "look:bad"}, 1},
      {{"--variants", "look:good"}, 0},
      {{"--variants", "look:good", "--variants", "look:bad"}, 1},
      {{"--variantSets", "look"}, 1},
      {{"--variantSets", "size"}, 0},
      {{"--variants", "look:good", "--variantSets", "look"}, 0},
      {{"--variants", "look=bad"}, 2},
      {{"--variants", "look:bad,"}, 2},
  };
  for (const auto& each : cases) {
    std::vector<std::string> line = {"check", scene};
    line.insert(line.end(), each.options.begin(), each.options.end());
    const Ran checked = runLine(line);
    EXPECT_EQ(checked.status, each.status) << each.options[1] << checked.out << checked.err;
  }
  EXPECT_EQ(runLine({"check", "--variantSets", "size", scene}).err,
            "warning: No prim has a variant set size.\n");
}

TEST_F(CheckVerb, ChecksCombinationsOfVariants) {
  // The binding lacks its schema only with both variants.
  const std::string scene = write("two.usda", R"(#usda 1.0
(
    defaultPrim = "World"
    metersPerUnit = 0.01
    upAxis = "Y"
)
def Xform "World" (
    variants = {
        string look = "plain"
        string size = "small"
    }
    prepend variantSets = ["look", "size"]
)
{
    variantSet "look" = {
        "bound" {
            rel material:binding = </World>
        }
        "plain" {
        }
    }
    variantSet "size" = {
        "big" {
        }
        "small" (
            prepend apiSchemas = ["MaterialBindingAPI"]
        ) {
        }
    }
}
)");
  const Ran alone = runLine({"check", scene, "--allVariants"});
  EXPECT_EQ(alone.out.find("(With the variants look=bound, size=big"), std::string::npos);
  const Ran ran = runLine({"check", scene, "--variants", "look:bound,size:big"});
  EXPECT_EQ(ran.status, 1) << ran.err;
  EXPECT_NE(ran.out.find("(With the variants look=bound, size=big of </World>.)"),
            std::string::npos)
      << ran.out;
  EXPECT_NE(runLine({"check", scene, "--variants", "look:bound", "--variantSets", "size"})
                .out.find("look=bound, size=big"),
            std::string::npos);
}

TEST_F(CheckVerb, CombinesVariantsThatBringSetsAlong) {
  // The binding lacks its schema only with look=far and the set that this variant brings along.
  const std::string scene = write("three.usda", R"(#usda 1.0
(
    defaultPrim = "World"
    metersPerUnit = 0.01
    upAxis = "Y"
)
def Xform "World" (
    variants = {
        string look = "near"
        string size = "small"
    }
    prepend variantSets = ["look", "size"]
)
{
    variantSet "look" = {
        "far" (
            prepend variantSets = "wear"
        ) {
            variantSet "wear" = {
                "old" {
                    rel material:binding = </World>
                }
            }
        }
        "near" {
        }
    }
    variantSet "size" = {
        "small" {
        }
    }
}
)");
  const char* found = "(With the variants look=far, wear=old of </World>.)";
  EXPECT_EQ(runLine({"check", scene, "--allVariants"}).status, 0);
  const Ran combined = runLine({"check", scene, "--combineVariants"});
  EXPECT_EQ(combined.status, 1) << combined.err;
  EXPECT_EQ(combined.err, "");
  EXPECT_NE(combined.out.find(found), std::string::npos) << combined.out;
  // Once, with the fewest variants: size has no part in it.
  EXPECT_EQ(combined.out.find("size="), std::string::npos) << combined.out;
  // A set is known if a variant of the line brings it along.
  const Ran named = runLine({"check", scene, "--variants", "look:far,wear:old"});
  EXPECT_EQ(named.status, 1);
  EXPECT_EQ(named.err, "");
  EXPECT_NE(named.out.find(found), std::string::npos) << named.out;
  const Ran set = runLine(
      {"check", scene, "--variants", "look:far", "--variantSets", "wear", "--combineVariants"});
  EXPECT_NE(set.out.find(found), std::string::npos) << set.out;
}

TEST_F(CheckVerb, CombinationsHaveALimit) {
  std::string text =
      "#usda 1.0\n(\n    defaultPrim = \"W\"\n    metersPerUnit = 1\n    upAxis = "
      "\"Y\"\n)\ndef Xform \"W\" (\n    prepend variantSets = [";
  for (int i = 0; i < 12; ++i) text += (i > 0 ? ", \"s" : "\"s") + std::to_string(i) + '"';
  text += "]\n)\n{\n";
  for (int i = 0; i < 12; ++i) {
    text +=
        "    variantSet \"s" + std::to_string(i) + "\" = {\n        \"a\" {\n        }\n    }\n";
  }
  const Ran ran = runLine({"check", "--combineVariants", "--includeValidators",
                           "usdscope:AssetPaths", write("many.usda", text + "}\n")});
  EXPECT_EQ(ran.status, 0);
  EXPECT_EQ(ran.err,
            "warning: The scene has more than 1000 other combinations of variants; only these are "
            "checked.\n");
}

TEST_F(CheckVerb, WritesToAFile) {
  const std::string out = (folder_ / "found.json").string();
  const Ran ran = runLine({"check", "--json", "-o", out, write("sound.usda", kSound)});
  EXPECT_EQ(ran.status, 0) << ran.err;
  EXPECT_TRUE(ran.out.empty());
  std::ifstream in(out);
  EXPECT_EQ(parseJson(in), Json::array());
}

TEST_F(CheckVerb, FindingsHaveLinesAndNearNames) {
  write("rust_albedo.png", "x");
  const std::string scene = write(
      "near.usda", std::string(kSound) + "def \"A\"\n{\n    asset file = @rust_abledo.png@\n}\n");
  const Ran ran = runLine({"check", scene});
  EXPECT_EQ(ran.status, 1);
  EXPECT_NE(ran.out.find("error: near.usda:12: </A.file>: The file @rust_abledo.png@ is not found"),
            std::string::npos)
      << ran.out;
  EXPECT_NE(ran.out.find("Did you mean @rust_albedo.png@?"), std::string::npos) << ran.out;
  const Json findings = parseJson(
      runLine({"check", "--json", "--includeValidators", "usdscope:AssetPaths", scene}).out);
  ASSERT_EQ(findings.size(), 1u);
  EXPECT_EQ(findings[0]["line"], 12);
}

std::string textOf(const std::string& file) {
  std::ifstream in(file);
  return {std::istreambuf_iterator<char>(in), {}};
}

TEST_F(CheckVerb, FixesTheLayersThatHaveTheFaults) {
  write("asset.usda", R"(#usda 1.0
(
    defaultPrim = "Chair"
)
def Mesh "Chair"
{
    point3f[] points = [(0, 0, 0), (1, 2, 3)]
    float3[] extent = [(0, 0, 0), (1, 1, 1)]
    rel material:binding = </Chair/Look>
    def Material "Look"
    {
    }
}
)");
  const std::string scene = write("scene.usda", std::string(kSound) + R"(
def "A" (
    references = @asset.usda@
)
{
}
)");
  const std::string before = textOf(scene);
  const Ran ran = runLine({"check", "--fix", scene});
  EXPECT_EQ(ran.status, 0) << ran.out << ran.err;
  EXPECT_NE(ran.out.find("fixed: asset.usda: The extent of </A> is computed anew."),
            std::string::npos)
      << ran.out;
  EXPECT_NE(ran.out.find("fixed: asset.usda: MaterialBindingAPI is applied to </A>."),
            std::string::npos)
      << ran.out;
  EXPECT_NE(textOf((folder_ / "asset.usda").string()).find("[(0, 0, 0), (1, 2, 3)]\n    rel"),
            std::string::npos)
      << textOf((folder_ / "asset.usda").string());
  EXPECT_EQ(textOf(scene), before);
  EXPECT_EQ(runLine({"check", "--strict", scene}).status, 0);
  const Ran again = runLine({"check", "--fix", scene});
  EXPECT_NE(again.out.find("Nothing was fixed"), std::string::npos) << again.out;
}

TEST_F(CheckVerb, FixesIntoANewLayerOverTheScene) {
  const std::string scene = write("scene.usda", std::string(kSound) + R"(
def Mesh "M"
{
    point3f[] points = [(0, 0, 0), (1, 2, 3)]
    float3[] extent = [(0, 0, 0), (1, 1, 1)]
}
)");
  const std::string before = textOf(scene);
  const std::string out = (folder_ / "fixed.usda").string();
  const Ran ran = runLine({"check", "--fix", "--json", "--out", out, scene});
  EXPECT_EQ(ran.status, 0) << ran.err;
  EXPECT_EQ(parseJson(ran.out), Json::array()) << "the findings that are left";
  EXPECT_NE(ran.err.find("fixed: The extent of </M>"), std::string::npos) << ran.err;
  EXPECT_EQ(textOf(scene), before);
  EXPECT_NE(textOf(out).find("@./scene.usda@"), std::string::npos) << textOf(out);
  EXPECT_EQ(runLine({"check", "--strict", out}).status, 0) << runLine({"check", out}).out;
  EXPECT_EQ(runLine({"check", "--fix", "--out", scene, scene}).status, kUnreadable);
  EXPECT_EQ(textOf(scene), before);
}

TEST_F(CheckVerb, FilesThatCannotBeWrittenAreNotFixed) {
  const std::string scene = write("scene.usda", std::string(kSound) + R"(
def Mesh "M"
{
    point3f[] points = [(0, 0, 0), (1, 2, 3)]
    float3[] extent = [(0, 0, 0), (1, 1, 1)]
}
)");
  const std::string package = (folder_ / "scene.usdz").string();
  ASSERT_EQ(runLine({"package", package, "--asset", scene}).status, 0);
  const std::string before = textOf(package);
  const Ran ran = runLine({"check", "--fix", package});
  EXPECT_EQ(ran.status, 1) << "the extent is still too small";
  EXPECT_NE(ran.out.find("not fixed: "), std::string::npos) << ran.out << ran.err;
  EXPECT_NE(ran.out.find("package, which cannot be changed"), std::string::npos) << ran.out;
  EXPECT_EQ(textOf(package), before);
}

TEST_F(CheckVerb, ListsTheValidatorsThatApply) {
  const Ran all = runLine({"check", "--dumpRules"});
  EXPECT_EQ(all.status, 0);
  EXPECT_NE(all.out.find("[usdUtilsValidators:UsdzPackageValidator]:"), std::string::npos);
  EXPECT_EQ(all.out.find("RootPackageValidator"), std::string::npos);
  const Ran root = runLine({"check", "--dumpRules", "--rootPackageOnly"});
  EXPECT_EQ(root.out.find("UsdzPackageValidator"), std::string::npos);
  EXPECT_NE(root.out.find("[usdUtilsValidators:RootPackageValidator]:"), std::string::npos);
  const Ran some = runLine({"check", "--dumpRules", "--includeKeywords", "UsdLuxValidators"});
  EXPECT_EQ(some.out.find("usdGeomValidators"), std::string::npos);
  EXPECT_NE(some.out.find("UsdLuxLightAPI"), std::string::npos);
}

}  // namespace
}  // namespace usdscope
