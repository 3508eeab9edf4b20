// SPDX-License-Identifier: Apache-2.0
// Compares the rows of the panes Meta Data, Composition, Layer Stack and Properties with the
// contents that usdview shows; tests/oracle/make_inspection.py asked the reference for them.
#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <sstream>

#include "app/cli/StageOptions.h"
#include "engine/base/Json.h"
#include "engine/report/rows/CompositionRows.h"
#include "engine/report/rows/LayerStackRows.h"
#include "engine/report/rows/MetadataRows.h"
#include "engine/report/rows/PropertyRows.h"
#include "engine/report/text/ValueText.h"
#include "engine/stage/Stage.h"
#include "tests/support/TestAssets.h"

namespace usdscope {
namespace {

constexpr double kTime = 2.5;

std::vector<std::string> scenes() {
  std::vector<std::string> names;
  for (const auto& entry : std::filesystem::directory_iterator(testAssetsPath() / "inspection")) {
    if (entry.path().stem() != "slices") names.push_back(entry.path().stem().string());
  }
  std::ranges::sort(names);
  return names;
}

Json readJson(const std::filesystem::path& file) {
  std::ifstream stream(file);
  return parseJson(stream);
}

std::string textOf(const Json& value) {
  if (value.is_boolean()) return value.get<bool>() ? "true" : "false";
  if (value.is_number()) return numberToText(value.get<double>());
  return value.get<std::string>();
}

std::string withoutQuotes(std::string text) {
  if (text.size() > 1 && text.front() == '"') text = text.substr(1, text.size() - 2);
  return text;
}

class Inspection : public testing::TestWithParam<std::string> {
 protected:
  void SetUp() override {
    std::ostringstream messages;
    StageOptions options;
    options.file = (testAssetsPath() / "museum" / GetParam() / "root.usda").string();
    stage_ = openStage(options, {messages, messages, Environment()});
    ASSERT_TRUE(stage_) << messages.str();
    facts_ = readJson(testAssetsPath() / "inspection" / (GetParam() + ".json"));
    ASSERT_FALSE(facts_.empty());
  }

  template <typename Compare>
  void forEachPrim(Compare compare) {
    for (const Json& facts : facts_) {
      const std::string path = facts["path"];
      SCOPED_TRACE(path);
      const Prim prim = stage_->primAt(Path::fromText(path));
      ASSERT_TRUE(prim);
      compare(prim, facts);
    }
  }

  std::shared_ptr<const Stage> stage_;
  Json facts_;
};

// Rows that usdview lists as fields.
std::vector<MetadataRow> fieldRows(const Prim& prim, Token property) {
  std::vector<MetadataRow> rows;
  for (MetadataRow& row : metadataRows(prim, property)) {
    const bool isField = !row.name.starts_with('[') && !row.name.ends_with(" variant");
    if (isField && row.origin != MetadataRow::Origin::Ancestor) rows.push_back(std::move(row));
  }
  return rows;
}

void compareMetadata(const std::vector<MetadataRow>& rows, const Json& expected) {
  std::vector<std::string> names;
  std::vector<std::string> expectedNames;
  for (const MetadataRow& row : rows) names.push_back(row.name);
  for (const Json& row : expected) {
    // The reference lists the schema's fallback value among the metadata of an attribute.
    if (row[0] != "default") expectedNames.push_back(row[0]);
  }
  ASSERT_EQ(names, expectedNames);
  std::size_t i = 0;
  for (const Json& facts : expected) {
    if (facts[0] == "default") continue;
    const MetadataRow& row = rows[i++];
    SCOPED_TRACE(row.name);
    const bool isEnumeration = row.name == "variability" || row.name == "specifier";
    if (!facts[1].is_null() && !isEnumeration) {
      EXPECT_EQ(withoutQuotes(row.value), textOf(facts[1]));
    }
    if (!facts[2].is_null()) {
      EXPECT_EQ(row.layer, facts[2].get<std::string>());
    }
    if (facts[3].is_null()) continue;
    std::vector<std::string> keys;
    for (const MetadataRow& child : row.children) keys.push_back(child.name);
    std::ranges::sort(keys);
    EXPECT_EQ(keys, facts[3].get<std::vector<std::string>>());
  }
}

TEST_P(Inspection, MetadataHasTheFieldsOfUsdview) {
  forEachPrim([](const Prim& prim, const Json& facts) {
    compareMetadata(fieldRows(prim, {}), facts["metadata"]);
    if (prim.isPseudoRoot()) return;
    for (const Json& property : facts["properties"]) {
      const std::string name = property["name"];
      SCOPED_TRACE(name);
      compareMetadata(fieldRows(prim, Token(name)), property["metadata"]);
    }
  });
}

TEST_P(Inspection, CompositionHasTheSitesInOrderOfStrength) {
  forEachPrim([](const Prim& prim, const Json& facts) {
    if (prim.isPseudoRoot()) return;
    const Json& expected = facts["composition"];
    std::size_t next = 0;
    for (const CompositionRow& row : compositionRows(prim)) {
      if (row.isProblem) continue;
      const Json line = {row.depth,
                         row.layer,
                         row.arcType,
                         row.arcPath,
                         row.hasSpec,
                         row.introduced,
                         numberToJson(row.offset.offset),
                         numberToJson(row.offset.scale)};
      // The reference removes most culled sites.
      const bool isNext = next < expected.size() && line == expected[next];
      if (row.isCulled && !isNext) continue;
      ASSERT_TRUE(isNext) << line.dump() << " is not row " << next << " of " << expected.dump(1);
      ++next;
    }
    EXPECT_EQ(next, expected.size()) << expected.dump(1);
  });
}

// The query lists more sites without specs, and no placeholders.
TEST_P(Inspection, CompositionHasTheArcsOfPrimCompositionQuery) {
  struct Site {
    Json facts;
    bool hasSpecs = false;
    bool isListed = true;
  };
  forEachPrim([](const Prim& prim, const Json& facts) {
    if (prim.isPseudoRoot()) return;
    std::vector<Site> sites;
    for (const CompositionRow& row : compositionRows(prim)) {
      if (row.isProblem || row.layer == "~session~") continue;
      if (row.arcType != "sublayer") {
        sites.push_back({.facts = {row.arcType, row.sitePath, row.layer, true}});
      }
      Site& site = sites.back();
      site.hasSpecs |= row.hasSpec;
      if (row.why.starts_with("a placeholder") || row.why == "the arc has no target prim") {
        site.isListed = false;
      }
    }
    Json rows = Json::array();
    for (const Site& site : sites) {
      if (site.hasSpecs && site.isListed) rows.push_back(site.facts);
    }
    Json expected = Json::array();
    for (const Json& arc : facts["arcs"]) {
      if (arc[3].get<bool>()) expected.push_back(arc);
    }
    EXPECT_EQ(rows.dump(), expected.dump());
  });
}

TEST_P(Inspection, LayerStackHasTheSpecsOfTheReference) {
  const auto stackOf = [](const Prim& prim, Token property) {
    Json rows = Json::array();
    for (const LayerStackRow& row : layerStackRows(prim, property, kTime)) {
      EXPECT_EQ(row.strength, rows.size() + 1);
      rows.push_back(
          {row.layer, row.path, numberToJson(row.offset.offset), numberToJson(row.offset.scale)});
    }
    return rows.dump();
  };
  forEachPrim([&](const Prim& prim, const Json& facts) {
    if (prim.isPseudoRoot()) return;
    EXPECT_EQ(stackOf(prim, {}), facts["stack"].dump());
    for (const Json& property : facts["properties"]) {
      const std::string name = property["name"];
      EXPECT_EQ(stackOf(prim, Token(name)), property["stack"].dump()) << name;
    }
  });
}

TEST_P(Inspection, PropertiesHaveTheirSourcesInComposedOrder) {
  forEachPrim([](const Prim& prim, const Json& facts) {
    if (prim.isPseudoRoot()) return;
    const std::vector<PropertyRow> rows = propertyRows(prim, kTime);
    const Json& expected = facts["properties"];
    ASSERT_EQ(rows.size(), expected.size());
    for (std::size_t i = 0; i < rows.size(); ++i) {
      const PropertyRow& row = rows[i];
      const Json& fact = expected[i];
      EXPECT_EQ(row.name.string(), fact["name"].get<std::string>());
      SCOPED_TRACE(row.name.text());
      if (row.isRelationship) {
        std::vector<std::string> targets;
        for (const Path target : row.targets) targets.push_back(target.text());
        EXPECT_EQ(targets, fact["targets"].get<std::vector<std::string>>());
        continue;
      }
      EXPECT_EQ(row.typeName, fact["type"].get<std::string>());
      EXPECT_EQ(nameOf(row.source), fact["source"].get<std::string>());
      if (row.source != ValueSource::TimeSamples) continue;
      EXPECT_EQ(row.isExact, fact["exact"].get<bool>());
      if (row.badge == PropertyRow::Badge::Blocked) continue;
      EXPECT_EQ(row.badge == PropertyRow::Badge::HeldBeforeFirst, fact["before"].get<bool>());
      EXPECT_EQ(row.badge == PropertyRow::Badge::HeldAfterLast, fact["after"].get<bool>());
    }
  });
}

INSTANTIATE_TEST_SUITE_P(, Inspection, testing::ValuesIn(scenes()),
                         [](const auto& scene) { return scene.param; });

}  // namespace
}  // namespace usdscope
