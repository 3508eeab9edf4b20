// SPDX-License-Identifier: Apache-2.0
#include "engine/stage/resolve/Variation.h"

#include <gtest/gtest.h>

#include <map>

#include "engine/asset/DefaultResolver.h"
#include "engine/format/LayerCache.h"
#include "engine/stage/Stage.h"
#include "engine/stage/clips/ClipSet.h"
#include "tests/support/TestAssets.h"
#include "tests/support/scene/StageTexts.h"

namespace usdscope {
namespace {

std::shared_ptr<const Stage> motionStage() {
  StageRequest request;
  request.rootLayer = (testAssetsPath() / "motion/root.usda").string();
  const auto resolver = std::make_shared<DefaultResolver>(searchFromEnvironment(request.rootLayer));
  return composeStage(request, std::make_shared<LayerCache>(resolver)).stage;
}

std::map<std::string, AttributeVariation> variationsOf(const Stage& stage,
                                                       const VariationRequest& request,
                                                       VariationSummary* summary = nullptr) {
  std::map<std::string, AttributeVariation> found;
  const VariationSummary end =
      visitVariation(stage.pseudoRoot(), request, {}, [&](AttributeVariation&& variation) {
        found.emplace(variation.attribute.path().text(), variation);
      });
  if (summary) *summary = end;
  return found;
}

std::string fileOf(const SourceSpan& span) {
  const std::string& identifier = span.layer->identifier();
  return identifier.substr(identifier.rfind('/') + 1);
}

using Times = std::vector<double>;

}  // namespace

TEST(Variation, ListsTimesInTheInterval) {
  const auto stage = motionStage();
  ASSERT_TRUE(stage);
  auto found = variationsOf(*stage, {.from = 5.0, .to = 10.0});
  const struct {
    const char* path;
    Variation variation;
    ValueSource source;
    Times times;
  } cases[] = {
      {"/World/Smooth.x", Variation::MayVary, ValueSource::TimeSamples, {}},
      {"/World/Gap.x", Variation::MayVary, ValueSource::TimeSamples, {5, 8}},
      {"/World/Still.radius", Variation::MayVary, ValueSource::TimeSamples, {10}},
      {"/World/Hidden.size", Variation::Constant, ValueSource::Default, {}},
      {"/World/Turning.xformOpOrder", Variation::Constant, ValueSource::Default, {}},
      {"/World/Crowd.px", Variation::MayVary, ValueSource::Clips, {5, 6, 7, 8, 9, 10}},
  };
  for (const auto& c : cases) {
    ASSERT_TRUE(found.contains(c.path)) << c.path;
    EXPECT_EQ(found.at(c.path).variation, c.variation) << c.path;
    EXPECT_EQ(found.at(c.path).source, c.source) << c.path;
    EXPECT_EQ(found.at(c.path).times, c.times) << c.path;
  }
  // A held value outside of its samples.
  found = variationsOf(*stage, {.from = 30.0, .to = 40.0});
  EXPECT_EQ(found.at("/World/Smooth.x").variation, Variation::Constant);
}

TEST(Variation, SpansNameTheLayerOrClip) {
  const auto stage = motionStage();
  auto found = variationsOf(*stage, {.from = 5.0, .to = 16.0});
  const auto& spans = found.at("/World/Crowd.px").spans;
  ASSERT_EQ(spans.size(), 3u);
  const struct {
    double from;
    double to;
    const char* file;
  } expected[] = {{5, 8, "clip_a.usda"}, {8, 14, "clip_b.usda"}, {14, 16, "clip_c.usda"}};
  for (std::size_t i = 0; i < 3; ++i) {
    EXPECT_EQ(spans[i].from, expected[i].from);
    EXPECT_EQ(spans[i].to, expected[i].to);
    EXPECT_EQ(fileOf(spans[i]), expected[i].file);
    EXPECT_EQ(spans[i].clip, i);
    EXPECT_EQ(spans[i].specPath.text(), "/Crowd.px");
  }
  const auto& hidden = found.at("/World/Hidden.size").spans;
  ASSERT_EQ(hidden.size(), 1u);
  EXPECT_EQ(fileOf(hidden[0]), "root.usda");
  EXPECT_EQ(hidden[0].to, 16.0);
}

TEST(Variation, SpansAgreeWithTheSourcesOfValues) {
  const auto stage = motionStage();
  for (const auto& [path, variation] : variationsOf(*stage, {.from = 0.0, .to = 22.0})) {
    for (const SourceSpan& span : variation.spans) {
      for (const double at : {span.from, (span.from + span.to) / 2.0}) {
        const ResolveInfo info = variation.attribute.resolveInfo(at);
        EXPECT_EQ(info.source, span.source) << path << " at " << at;
        EXPECT_EQ(info.layer, span.layer) << path << " at " << at;
        EXPECT_EQ(info.specPath, span.specPath) << path << " at " << at;
      }
    }
  }
}

TEST(Variation, OpensNoMoreClipsThanTheBudget) {
  const struct {
    std::size_t budget;
    double to;
    std::size_t opened;
    std::size_t unknown;
  } cases[] = {{0, 6.0, 0, 3}, {1, 6.0, 1, 0}, {1, 16.0, 0, 3}, {3, 16.0, 3, 0}};
  for (const auto& c : cases) {
    const auto stage = motionStage();
    VariationSummary summary;
    auto found = variationsOf(*stage, {.from = 5.0, .to = c.to, .clipBudget = c.budget}, &summary);
    EXPECT_EQ(summary.openedClips, c.opened) << c.budget;
    EXPECT_EQ(summary.unknownCount, c.unknown) << c.budget;
    EXPECT_TRUE(summary.isComplete);
    std::size_t resident = 0;
    const auto sets = stage->clipSets(stage->primAt(Path::fromText("/World/Crowd")));
    for (std::size_t clip = 0; clip < 3; ++clip) {
      if ((*sets)[0]->residentLayerOf(clip)) ++resident;
    }
    EXPECT_LE(resident, c.budget);
    // The clips that play are known from the metadata.
    const AttributeVariation& crowd = found.at("/World/Crowd.px");
    EXPECT_EQ(crowd.spans.size(), c.to == 6.0 ? 1u : 3u);
    EXPECT_EQ(crowd.spans.front().clipAsset, "clip_a.usda");
    EXPECT_EQ(crowd.variation == Variation::Unknown, c.unknown > 0);
  }
}

TEST(Variation, EndsWhenStopped) {
  const auto stage = motionStage();
  std::stop_source source;
  std::size_t count = 0;
  const VariationSummary summary = visitVariation(stage->pseudoRoot(), {.from = 0.0, .to = 20.0},
                                                  source.get_token(), [&](AttributeVariation&&) {
                                                    ++count;
                                                    source.request_stop();
                                                  });
  EXPECT_EQ(count, 1u);
  EXPECT_FALSE(summary.isComplete);
}

TEST(Variation, PrototypesAreVisitedOnce) {
  const auto stage = stageFromTexts({{"/root.usda", R"(
def "A" (instanceable = true; references = @asset.usda@</Asset>) {}
def "B" (instanceable = true; references = @asset.usda@</Asset>) {}
)"},
                                     {"/asset.usda", R"(
def "Asset" { def "Child" { double x.timeSamples = {1: 1, 2: 2} } }
)"}})
                         .stage;
  ASSERT_TRUE(stage);
  std::vector<std::string> paths;
  visitValuedAttributes(stage->pseudoRoot(), {}, [&](const Attribute& attribute) {
    paths.push_back(attribute.path().text());
  });
  EXPECT_EQ(paths, std::vector<std::string>({"/A/Child.x"}));
}

}  // namespace usdscope
