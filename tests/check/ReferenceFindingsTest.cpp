// SPDX-License-Identifier: Apache-2.0

// The findings in tests/assets/check equal those of OpenUSD's validators, which
// tests/oracle/checks.py wrote beside the scenes.

#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <map>

#include "engine/asset/DefaultResolver.h"
#include "engine/base/Json.h"
#include "engine/check/Check.h"
#include "engine/format/LayerCache.h"
#include "tests/support/TestAssets.h"

namespace usdscope {
namespace {

namespace fs = std::filesystem;

// Counts of findings by validator, error, severity, sites and file. Equal findings count once.
using Counts = std::map<std::string, int>;

std::vector<std::string> scenesWithResults() {
  std::vector<std::string> scenes;
  const fs::path folder = testAssetsPath() / "check";
  for (const fs::directory_entry& entry : fs::recursive_directory_iterator(folder)) {
    fs::path result = entry.path();
    if (result.extension() == ".json" || result.filename().string().starts_with('_')) continue;
    if (!fs::exists(result.replace_extension(".json"))) continue;
    scenes.push_back(entry.path().lexically_relative(folder).generic_string());
  }
  std::ranges::sort(scenes);
  return scenes;
}

// The file that a message is about: its first word in quotes, without folders.
std::string fileOf(const Finding& finding) {
  if (!finding.validator.starts_with("usdUtilsValidators")) return {};
  const std::size_t begin = finding.message.find('\'');
  const std::size_t end = finding.message.find('\'', begin + 1);
  if (begin == std::string::npos || end == std::string::npos) return {};
  std::string name = finding.message.substr(begin + 1, end - begin - 1);
  while (name.ends_with(']')) name.pop_back();
  const std::size_t folder = name.find_last_of("/[");
  return folder == std::string::npos ? name : name.substr(folder + 1);
}

std::string lineOf(std::string_view validator, std::string_view error, std::string_view severity,
                   const std::vector<std::string>& sites, const std::string& file) {
  std::string line;
  for (const std::string_view word : {validator, error, severity}) line.append(word) += ' ';
  for (const std::string& site : sites) line += '<' + site + "> ";
  return line + file;
}

Counts expectedOf(const std::string& scene) {
  std::ifstream in((testAssetsPath() / "check" / scene).replace_extension(".json"));
  Counts counts;
  for (const Json& finding : parseJson(in)) {
    ++counts[lineOf(finding["validator"].get<std::string>(), finding["error"].get<std::string>(),
                    finding["severity"].get<std::string>(),
                    finding["sites"].get<std::vector<std::string>>(),
                    finding["file"].get<std::string>())];
  }
  return counts;
}

CheckOptions allOfTheReference() {
  CheckOptions options;
  options.excludeKeywords = {std::string(kOwnKeyword)};
  return options;
}

Counts foundIn(const std::string& scene) {
  StageRequest request;
  request.rootLayer = (testAssetsPath() / "check" / scene).lexically_normal().string();
  const auto layers = std::make_shared<LayerCache>(std::make_shared<DefaultResolver>());
  const StageResult result = composeStage(request, layers);
  EXPECT_TRUE(result.stage) << scene;
  Counts counts;
  if (!result.stage) return counts;
  for (const Finding& finding : check(*result.stage, allOfTheReference())) {
    std::vector<std::string> sites;
    for (const Path site : finding.sites) sites.push_back(site.text());
    ++counts[lineOf(finding.validator, finding.error, nameOf(finding.severity), sites,
                    fileOf(finding))];
  }
  return counts;
}

class ReferenceFindings : public testing::TestWithParam<std::string> {};

TEST_P(ReferenceFindings, EqualOurs) {
  const Counts expected = expectedOf(GetParam());
  const Counts found = foundIn(GetParam());
  for (const auto& [line, count] : expected) {
    const auto at = found.find(line);
    EXPECT_EQ(at == found.end() ? 0 : at->second, count) << "the reference finds: " << line;
  }
  for (const auto& [line, count] : found) {
    EXPECT_TRUE(expected.contains(line)) << "only we find: " << line;
  }
}

INSTANTIATE_TEST_SUITE_P(Scenes, ReferenceFindings, testing::ValuesIn(scenesWithResults()),
                         [](const testing::TestParamInfo<std::string>& scene) {
                           std::string name = scene.param;
                           std::ranges::replace_if(
                               name, [](char c) { return c == '/' || c == '.'; }, '_');
                           return name;
                         });

TEST(ReferenceFindings, CoverEveryScene) { EXPECT_GE(scenesWithResults().size(), 14u); }

TEST(ReferenceFindings, HaveAllThirtyValidators) {
  EXPECT_EQ(selectedValidators(allOfTheReference()).size(), 30u);
}

}  // namespace
}  // namespace usdscope
