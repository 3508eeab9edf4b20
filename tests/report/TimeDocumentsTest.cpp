// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include <cmath>
#include <fstream>
#include <map>
#include <sstream>

#include "engine/asset/DefaultResolver.h"
#include "engine/author/FlattenStage.h"
#include "engine/format/usda/UsdaWriter.h"
#include "engine/report/text/ValueJson.h"
#include "engine/stage/Property.h"
#include "engine/stage/Stage.h"
#include "engine/value/Dictionary.h"
#include "tests/support/TestAssets.h"
#include "tests/support/scene/StageTexts.h"

// The examples in OpenUSD's documents about time and value clips, as scenes of our own
// (tests/assets/time/documents). values.tsv has the values that the documents state, which
// tests/oracle/check_documents.py compares with the reference.

namespace usdscope {
namespace {

struct Row {
  std::string scene;
  std::string what;  // value, samples, metadata
  Path where;
  std::string time;  // For metadata the field and the key: `customData:key`.
  std::string expected;
};

std::vector<Row> readRows() {
  std::ifstream in(testAssetsPath() / "time/documents/values.tsv");
  std::vector<Row> rows;
  std::string line;
  std::getline(in, line);  // Skips the column names.
  while (std::getline(in, line)) {
    std::istringstream cells(line);
    Row& row = rows.emplace_back();
    std::string where;
    std::getline(cells, row.scene, '\t');
    std::getline(cells, row.what, '\t');
    std::getline(cells, where, '\t');
    std::getline(cells, row.time, '\t');
    std::getline(cells, row.expected);
    row.where = Path::fromText(where);
  }
  return rows;
}

std::shared_ptr<const Stage> openScene(const std::string& name) {
  const auto file = testAssetsPath() / "time/documents" / name / "root.usda";
  const auto layers = std::make_shared<LayerCache>(std::make_shared<DefaultResolver>());
  return composeStage({.rootLayer = file.string()}, layers).stage;
}

bool isNear(const Json& found, const Json& expected) {
  if (found.is_number() && expected.is_number()) {
    const double a = found.get<double>();
    const double b = expected.get<double>();
    return std::abs(a - b) <= 1e-9 * std::max(1.0, std::abs(b));
  }
  if (!found.is_array() || !expected.is_array()) return found == expected;
  return std::ranges::equal(found, expected, isNear);
}

// Parses numbers and arrays as JSON, `none` as an empty value and anything else as a string.
Json readExpected(const std::string& text) {
  if (text == "none") return nullptr;
  Json json = parseJson(text);
  return json.is_discarded() ? Json(text) : json;
}

TimeCode readTime(const std::string& text) {
  constexpr std::string_view kBefore = "pre:";
  if (text == "default") return TimeCode::defaultTime();
  if (text == "earliest") return TimeCode::earliest();
  if (text.starts_with(kBefore)) return TimeCode::preTime(std::stod(text.substr(kBefore.size())));
  return std::stod(text);
}

Json samplesOf(const Attribute& attribute) {
  Json times = Json::array();
  for (const double time : attribute.timeSamples()) times.push_back(time);
  return times;
}

Json expectedSamples(const std::string& text) {
  Json times = Json::array();
  std::istringstream in(text);
  for (double time = 0.0; in >> time;) times.push_back(time);
  return times;
}

Value metadataAt(const Prim& prim, const std::string& place) {
  const std::size_t colon = place.find(':');
  const Value field = prim.metadata(Token(place.substr(0, colon)));
  const auto* dictionary = field.find<Dictionary>();
  const Value* entry = dictionary ? dictionary->find(place.substr(colon + 1)) : nullptr;
  return entry ? *entry : Value();
}

double rateOfStage(const std::string& root, const std::string& session) {
  StageRequest request;
  request.sessionLayer = layerFromText("(" + session + ")\n");
  return stageFromTexts({{"/root.usda", "(" + root + ")\n"}}, request).stage->timeCodesPerSecond();
}

// Flattens a stage, writes it, reads it and opens the result.
std::shared_ptr<const Stage> flat(const Stage& stage) {
  Diagnostics diagnostics;
  const auto layer = flattenStage(stage, {}, diagnostics);
  return layer ? stageFromText(writeUsda(*layer)).stage : nullptr;
}

}  // namespace

TEST(TimeDocuments, ScenesHaveTheValuesThatTheTextsGive) {
  std::map<std::string, std::shared_ptr<const Stage>> stages;
  const std::vector<Row> rows = readRows();
  ASSERT_GT(rows.size(), 100u);
  for (const Row& row : rows) {
    SCOPED_TRACE(row.scene + " " + row.where.text() + " " + row.what + " " + row.time);
    auto& stage = stages[row.scene];
    if (!stage) stage = openScene(row.scene);
    ASSERT_TRUE(stage);
    const LayerNames names(*stage->rootLayer(), stage->sessionLayer().get());
    const Prim prim = stage->primAt(row.where.primPath());
    ASSERT_TRUE(prim);
    if (row.what == "metadata") {
      const Json found = valueToJson(metadataAt(prim, row.time), names);
      EXPECT_TRUE(isNear(found, readExpected(row.expected))) << found;
      continue;
    }
    const Attribute attribute = prim.attribute(row.where.name());
    ASSERT_TRUE(attribute);
    if (row.what == "samples") {
      const Json found = samplesOf(attribute);
      EXPECT_TRUE(isNear(found, expectedSamples(row.expected))) << found;
      continue;
    }
    ASSERT_EQ(row.what, "value");
    const Json found = valueToJson(attribute.value(readTime(row.time)), names);
    EXPECT_TRUE(isNear(found, readExpected(row.expected))) << found;
  }
}

TEST(TimeDocuments, TimeCodesPerSecondHaveAnOrderOfPrecedence) {
  const struct {
    const char* root;
    const char* session;
    double rate;
  } cases[] = {
      {"timeCodesPerSecond = 30", "timeCodesPerSecond = 48", 48.0},
      {"timeCodesPerSecond = 30", "framesPerSecond = 48", 30.0},
      {"framesPerSecond = 30", "framesPerSecond = 48", 48.0},
      {"framesPerSecond = 30", "timeCodesPerSecond = 48", 48.0},
      {"framesPerSecond = 30", "", 30.0},
      {"timeCodesPerSecond = 12\nframesPerSecond = 30", "", 12.0},
      {"", "", 24.0},
  };
  for (const auto& c : cases) {
    EXPECT_EQ(rateOfStage(c.root, c.session), c.rate) << c.root << " and " << c.session;
  }
}

TEST(TimeDocuments, FlatScenesWithClipsHaveTheSameSamplesAndValues) {
  for (const char* scene : {"ClipSets", "Times", "Missing", "Interpolated", "Looping"}) {
    const auto stage = openScene(scene);
    ASSERT_TRUE(stage);
    const auto flattened = flat(*stage);
    ASSERT_TRUE(flattened) << scene;
    std::size_t compared = 0;
    traverse(stage->pseudoRoot(), PrimFilter::all(), [&](const Prim& prim) {
      EXPECT_TRUE(flattened->primAt(prim.path()).metadata(fields::kClips).isEmpty());
      for (const Token name : prim.propertyNames()) {
        const Attribute attribute = prim.attribute(name);
        const Attribute same = flattened->primAt(prim.path()).attribute(name);
        if (!attribute || attribute.timeSamples().empty()) continue;
        const std::vector<double> times = attribute.timeSamples();
        EXPECT_EQ(same.timeSamples(), times) << attribute.path().text();
        for (std::size_t i = 0; i < times.size(); ++i) {
          EXPECT_EQ(same.value(times[i]), attribute.value(times[i])) << times[i];
          ++compared;
        }
      }
      return true;
    });
    EXPECT_GT(compared, 2u) << scene;
  }
}

}  // namespace usdscope
