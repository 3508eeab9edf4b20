// SPDX-License-Identifier: Apache-2.0
#include "engine/check/Check.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <atomic>
#include <set>

#include "engine/check/FindingText.h"
#include "tests/support/scene/StageTexts.h"

namespace usdscope {
namespace {

std::set<std::string> namesOf(const CheckOptions& options) {
  std::set<std::string> names;
  for (const Validator* validator : selectedValidators(options)) names.emplace(validator->name);
  return names;
}

// A scene with many prims that each have a finding.
std::string manyMeshes(int count) {
  std::string text;
  for (int i = 0; i < count; ++i) {
    text += "def Mesh \"M" + std::to_string(i) + "\" { rel material:binding = </Nowhere>\n }\n";
  }
  return text;
}

TEST(Check, SelectsByNameAndKeyword) {
  const struct {
    const char* name;
    CheckOptions options;
    std::set<std::string> selected;
  } cases[] = {
      {"one keyword",
       {.includeKeywords = {"UsdLuxValidators"}},
       {"usdLuxValidators:EncapsulationRulesValidator"}},
      {"a keyword and a name",
       {.includeKeywords = {"UsdLuxValidators"}, .includeValidators = {"usdscope:Extents"}},
       {"usdLuxValidators:EncapsulationRulesValidator", "usdscope:Extents"}},
      {"exclusions are stronger",
       {.includeKeywords = {"UsdCoreValidators"},
        .includeValidators = {},
        .excludeKeywords = {},
        .excludeValidators = {"usdValidation:CompositionErrorTest"}},
       {"usdValidation:AttributeTypeMismatch", "usdValidation:StageMetadataChecker"}},
      {"an excluded keyword",
       {.includeKeywords = {"UsdUtilsValidators"}, .excludeKeywords = {"UsdzValidators"}},
       {"usdUtilsValidators:MissingReferenceValidator"}},
  };
  for (const auto& c : cases) EXPECT_EQ(namesOf(c.options), c.selected) << c.name;
  EXPECT_EQ(namesOf({}).size(), validators().size());
}

TEST(Check, NamesUnknownSelections) {
  const CheckOptions options{.includeKeywords = {"UsdLuxValidators", "Nonsense"},
                             .includeValidators = {"usdscope:Extents"},
                             .excludeValidators = {"usdscope:Extends"}};
  EXPECT_EQ(unknownNames(options), (std::vector<std::string>{"usdscope:Extends", "Nonsense"}));
  EXPECT_TRUE(unknownNames({}).empty());
}

TEST(Check, ValidatorsAreSortedAndHaveTexts) {
  EXPECT_TRUE(std::ranges::is_sorted(validators(), {}, &Validator::name));
  for (const Validator& validator : validators()) {
    EXPECT_TRUE(validator.doc.ends_with('.')) << validator.name;
    EXPECT_FALSE(validator.keywords.empty()) << validator.name;
  }
}

TEST(Check, FindingsAreSortedWithoutDuplicates) {
  const StageResult result = stageFromText(manyMeshes(500));
  ASSERT_TRUE(result.stage);
  const Findings findings = check(*result.stage);
  EXPECT_GE(findings.size(), 500u);
  for (std::size_t i = 1; i < findings.size(); ++i) {
    EXPECT_LE(findings[i - 1].validator, findings[i].validator);
    EXPECT_NE(findings[i - 1], findings[i]);
  }
  EXPECT_EQ(check(*result.stage), findings);
}

TEST(Check, FindingsNameTheStrongestLayer) {
  const StageResult result =
      stageFromTexts({{"/root.usda", "def Mesh \"A\" (references = @b.usda@</B>) { }\n"},
                      {"/b.usda", "def Mesh \"B\" { rel material:binding = </B>\n }\n"}});
  ASSERT_TRUE(result.stage);
  const Findings findings =
      check(*result.stage,
            {.includeValidators = {"usdShadeValidators:MaterialBindingApiAppliedValidator"}});
  ASSERT_EQ(findings.size(), 1u);
  EXPECT_EQ(findings[0].layer, "/root.usda");
  EXPECT_EQ(findings[0].sites, std::vector{Path::fromText("/A")});
  EXPECT_EQ(findings[0].severity, Severity::Error);
}

TEST(Check, ReportsProgressUpToTheEnd) {
  const StageResult result = stageFromText(manyMeshes(300));
  ASSERT_TRUE(result.stage);
  std::atomic<std::size_t> most = 0;
  std::atomic<std::size_t> all = 0;
  const Findings findings = check(*result.stage, {}, [&](std::size_t done, std::size_t total) {
    EXPECT_LE(done, total);
    all = total;
    for (std::size_t seen = most; done > seen && !most.compare_exchange_weak(seen, done);) {
    }
  });
  EXPECT_FALSE(findings.empty());
  EXPECT_EQ(most, all);
  EXPECT_GT(all, 300u);
}

TEST(Check, StopsWhenAsked) {
  const StageResult result = stageFromText(manyMeshes(300));
  ASSERT_TRUE(result.stage);
  std::stop_source source;
  source.request_stop();
  EXPECT_TRUE(check(*result.stage, {}, {}, source.get_token()).empty());
}

TEST(Check, JsonHasNullForWhatIsUnknown) {
  const StageResult result = stageFromText("def Mesh \"A\" { }\n");
  ASSERT_TRUE(result.stage);
  const LayerNames names(*result.stage->rootLayer(), nullptr);
  const Json json = findingsToJson(
      check(*result.stage, {.includeValidators = {"usdValidation:StageMetadataChecker"}}), names);
  ASSERT_EQ(json.size(), 1u);
  EXPECT_EQ(json[0]["validator"], "usdValidation:StageMetadataChecker");
  EXPECT_EQ(json[0]["error"], "MissingDefaultPrim");
  EXPECT_EQ(json[0]["severity"], "error");
  EXPECT_EQ(json[0]["sites"], Json::array({"/"}));
  EXPECT_EQ(json[0]["layer"], "root.usda");
  EXPECT_TRUE(json[0]["line"].is_null());
  EXPECT_TRUE(json[0]["time"].is_null());
  EXPECT_FALSE(json[0]["message"].get<std::string>().empty());
}

TEST(Check, FindsNothingInAnEmptyStageButItsMetadata) {
  const StageResult result = stageFromText("");
  ASSERT_TRUE(result.stage);
  std::set<std::string> errors;
  for (const Finding& finding : check(*result.stage)) errors.emplace(finding.error);
  EXPECT_EQ(errors, (std::set<std::string>{"MissingDefaultPrim", "MissingMetersPerUnitMetadata",
                                           "MissingUpAxisMetadata"}));
}

}  // namespace
}  // namespace usdscope
