// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include <cstdlib>
#include <fstream>
#include <iostream>
#include <regex>
#include <set>

#include "engine/base/Json.h"
#include "tests/compose/MuseumBaseline.h"
#include "tests/support/Corpora.h"

namespace usdscope {
namespace {

/// Checks that do not hold, and why. The list only ever shrinks.
const std::map<std::string, std::string>& knownFailures() {
  static const std::map<std::string, std::string> kNames{
      {"testPcpMuseum_ErrorInvalidInstanceTargetPath",
       "26.11 composes maps with relocates exactly, and has no path for these connections"}};
  return kNames;
}

/// A check whose settings ours has no counterpart of; empty for all others.
std::string reasonToLeaveOut(const Json& check) {
  for (const auto& setting : check.value("env", Json::array())) {
    if (setting == "PCP_DISABLE_TIME_SCALING_BY_LAYER_TCPS=1") {
      return "time scaling turned off by an environment variable";
    }
    if (setting == "SDF_SCHEMA_PROHIBIT_INVALID_VARIANT_SELECTIONS=0") {
      return "26.11 refuses the layer unless an environment variable lets it pass";
    }
  }
  for (const auto& flag : check.value("flags", Json::array())) {
    if (flag == "dumpMaps") return "a dump of the reference's inner structure";
  }
  return {};
}

std::string payloadPattern(const Json& check) {
  const std::string prefix = "payloads=";
  for (const auto& flag : check.value("flags", Json::array())) {
    const auto text = flag.get<std::string>();
    if (text.starts_with(prefix)) return text.substr(prefix.size());
  }
  return {};
}

std::string runCheck(const Json& check, const std::filesystem::path& folder) {
  MuseumPrims expected;
  for (const auto& file : check["baseline"]) {
    readMuseumBaseline(folder / file.get<std::string>(), expected);
  }
  const std::string session = check.value("session", "");
  const ComposedScene scene(
      folder / check["root"].get<std::string>(),
      session.empty() ? std::filesystem::path() : folder / session, [&](ComposeRequest& request) {
        request.variantFallbacks["standin"] = {"render"};
        // One exhibit was made with a fallback that is not recorded.
        request.variantFallbacks["vset1"] = {"fallback"};
        const std::string pattern = payloadPattern(check);
        if (pattern.empty()) return;
        request.includesPayload = [filter = std::regex(pattern)](Path path) {
          return std::regex_search(path.text(), filter, std::regex_constants::match_continuous);
        };
      });
  if (!scene.composer()) return "  the root layer cannot be read\n";
  return differences(expected, MuseumWriter(scene).write());
}

TEST(Museum, PrimStacksNamesTargetsAndErrorsAreTheReferences) {
  const auto corpora = corporaPath();
  if (!corpora) GTEST_SKIP() << kNoCorpora;
  const std::filesystem::path folder = *corpora / "conformance";
  std::ifstream file(folder / "index.json");
  const Json index = parseJson(file);
  const char* only = std::getenv("USDSCOPE_MUSEUM_CHECK");

  std::string table;
  int passed = 0;
  int checked = 0;
  std::string details;
  for (const Json& check : index) {
    const std::string area = check["area"];
    const std::string name = check["name"];
    const bool hasResults = check.value("check", "") == "composition";
    if ((area != "pcp_museum" && area != "pcp_other") || check["mode"] != "usd" || !hasResults) {
      continue;
    }
    if (only && name.find(only) == std::string::npos) continue;
    const std::string reason = reasonToLeaveOut(check);
    if (!reason.empty()) {
      table += "left out  " + name + " (" + reason + ")\n";
      continue;
    }
    const std::string differing = runCheck(check, folder);
    const bool isKnown = knownFailures().contains(name);
    ++checked;
    passed += differing.empty() ? 1 : 0;
    table += (differing.empty() ? "pass      " : "FAIL      ") + name;
    table += isKnown ? " (known: " + knownFailures().at(name) + ")\n" : "\n";
    if (!differing.empty() && !isKnown) details += name + "\n" + differing;
    EXPECT_TRUE(!isKnown || !differing.empty()) << name << " holds now: take it off the list";
    EXPECT_TRUE(isKnown || differing.empty()) << name;
  }
  EXPECT_GT(checked, only ? 0 : 90);
  if (HasFailure()) std::cout << table << passed << " of " << checked << " hold\n" << details;
}

}  // namespace
}  // namespace usdscope
