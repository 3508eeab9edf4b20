// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>

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
      {"missing file", {"check", (folder_ / "none.usda").string()}, 1},
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
  const Json findings = Json::parse(ran.out);
  ASSERT_TRUE(findings.is_array());
  ASSERT_EQ(findings.size(), 3u) << ran.out;
  for (const Json& finding : findings) {
    for (const char* key :
         {"validator", "error", "severity", "sites", "layer", "line", "time", "message"}) {
      EXPECT_TRUE(finding.contains(key)) << key;
    }
    EXPECT_EQ(finding["layer"], "faulty.usda");
  }
  EXPECT_EQ(Json::parse(runLine({"check", "--json", write("sound.usda", kSound)}).out),
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
  const Json findings = Json::parse(ran.out);
  ASSERT_EQ(findings.size(), 1u) << ran.out;
  EXPECT_EQ(findings[0]["error"], "MissingMaterialBindingAPI");
  EXPECT_NE(findings[0]["message"].get<std::string>().find("look=bad"), std::string::npos);
}

TEST_F(CheckVerb, WritesToAFile) {
  const std::string out = (folder_ / "found.json").string();
  const Ran ran = runLine({"check", "--json", "-o", out, write("sound.usda", kSound)});
  EXPECT_EQ(ran.status, 0) << ran.err;
  EXPECT_TRUE(ran.out.empty());
  std::ifstream in(out);
  EXPECT_EQ(Json::parse(in), Json::array());
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
