// SPDX-License-Identifier: Apache-2.0
// Explanations of values that lack a clip whose file is missing or broken. The values are those of
// the reference.
#include <gtest/gtest.h>

#include <fstream>
#include <memory>
#include <string>
#include <vector>

#include "engine/asset/DefaultResolver.h"
#include "engine/format/LayerCache.h"
#include "engine/report/explain/Explain.h"
#include "engine/report/explain/ExplainFact.h"
#include "engine/stage/Stage.h"
#include "tests/support/TemporaryFolder.h"
#include "tests/support/scene/StageTexts.h"

namespace usdscope {
namespace {

constexpr const char* kCutText = "#usda 1.0\ndef \"C\"\n{\n    double x.timeSamples = { 11: 50, 21";
constexpr const char* kCutTextSays = "line 4, column 40: Expected ':' before the end of the text";

struct BrokenFile {
  const char* name;
  std::string bytes;
  const char* says;  ///< The message of the reader.
};

const BrokenFile kBrokenFiles[] = {
    {"b.usda", kCutText, kCutTextSays},
    {"b.usda", "", "The file is empty"},
    {"b.usdc", std::string("PXR-USDC\0\10\0\0", 12), "The file ends within its header"},
    {"b.abc", "Ogawa", "This is not a layer: its name ends in \".abc\""},
};

// Three clips that play from 1, 11 and 21 on. The second one is `file`.
LayerTexts threeClips(const std::string& file, const std::string& metadata) {
  const auto clip = [](int from, int first) {
    return "#usda 1.0\ndef \"C\" { double x.timeSamples = {" + std::to_string(from) + ": " +
           std::to_string(first) + ", " + std::to_string(from + 10) + ": " +
           std::to_string(first + 10) + "}\n}\n";
  };
  return {{"/root.usda",
           "#usda 1.0\ndef \"I\" (clips = { dictionary default = {\n"
           "asset[] assetPaths = [@./a.usda@, @./" +
               file +
               "@, @./c.usda@]\n"
               "double2[] active = [(1, 0), (11, 1), (21, 2)]\n"
               "string primPath = \"/C\"\n" +
               metadata + "\n}}) { double x\n}\n"},
          {"/a.usda", clip(1, 10)},
          {"/c.usda", clip(21, 100)},
          {"/m.usda", "#usda 1.0\nover \"C\" { double x\n}\n"},
          {"/md.usda", "#usda 1.0\nover \"C\" { double x = 7\n}\n"}};
}

/// The explanation of an attribute at a time, without the stage.
struct ShownWhy {
  std::string sentence;
  Value value;
  std::vector<OpinionLine> opinions;
};

ShownWhy explainedX(const LayerTexts& texts, double time) {
  const TemporaryFolder folder;
  for (const auto& [name, bytes] : texts) {
    std::ofstream(folder / name.substr(1), std::ios::binary) << bytes;
  }
  StageRequest request;
  request.rootLayer = (folder / "root.usda").string();
  const auto resolver = std::make_shared<DefaultResolver>(searchFromEnvironment(request.rootLayer));
  const auto stage = composeStage(request, std::make_shared<LayerCache>(resolver)).stage;
  EXPECT_TRUE(stage);
  if (!stage) return {};
  const Explanation why = explain(stage->primAt(Path::fromText("/I")).attribute(Token("x")), time);
  return {why.sentence, why.value, opinionLines(why)};
}

std::string remarkOfReader(const BrokenFile& file) {
  return std::string(" The reader of `") + file.name + "` says: " + file.says;
}

constexpr const char* kWithManifest = "asset manifestAssetPath = @./m.usda@";

}  // namespace

TEST(UnreadableClip, FileIsNamedWhereItPlaysWithTheMessageOfItsReader) {
  for (const BrokenFile& file : kBrokenFiles) {
    SCOPED_TRACE(file.says);
    LayerTexts texts = threeClips(file.name, kWithManifest);
    texts[std::string("/") + file.name] = file.bytes;
    const ShownWhy explanation = explainedX(texts, 15);
    EXPECT_TRUE(explanation.value.isEmpty());
    const std::string expected =
        std::string("`") + file.name +
        "`, wanted at 15, cannot be read, and the manifest `m.usda` declares it without a default, "
        "which blocks it: no value, not even from weaker opinions; clip set `default` on /I." +
        remarkOfReader(file);
    EXPECT_EQ(explanation.sentence.substr(0, expected.size()), expected);
    EXPECT_TRUE(explanation.sentence.ends_with('.'));
    EXPECT_EQ(explainedX(texts, 25).sentence,
              "`c.usda` at 25, interpolated 40 % of the way from sample 21 to 31; clip set "
              "`default` on /I.");
  }
}

TEST(UnreadableClip, ValuesInItsPlaceAreExplained) {
  struct Case {
    const char* metadata;
    double time;
    double value;
    const char* sentence;
  };
  const Case cases[] = {
      {"bool interpolateMissingClipValues = 1", 15, 73,
       "`b.usda`, wanted at 15, cannot be read: interpolated 70 % of the way from sample 1 of "
       "`a.usda` towards the start of `c.usda`, which takes over at 21; clip set `default` on /I."},
      {"asset manifestAssetPath = @./md.usda@", 15, 44.2,
       "`b.usda`, wanted at 15, cannot be read: interpolated 40 % of the way from the default in "
       "the manifest `md.usda` towards the start of `c.usda`, which takes over at 21; clip set "
       "`default` on /I."},
      // The clip before it would be interpolated up to its start.
      {kWithManifest, 5, 10,
       "`a.usda` at 5, after its last sample 1, which is held; clip set `default` on /I. The next "
       "clip `b.usda` cannot be read."},
      {"bool interpolateMissingClipValues = 1", 5, 28,
       "`a.usda` at 5, interpolated 20 % of the way from its sample 1 towards the start of "
       "`c.usda`, which takes over at 21; clip set `default` on /I. The next clip `b.usda` cannot "
       "be read."},
      {"asset manifestAssetPath = @./md.usda@", 5, 8.8,
       "`a.usda` at 5, interpolated 40 % of the way from its sample 1 towards the default in the "
       "manifest `md.usda`, which applies from 11 on; clip set `default` on /I. The next clip "
       "`b.usda` cannot be read."},
  };
  for (const Case& c : cases) {
    SCOPED_TRACE(c.sentence);
    LayerTexts texts = threeClips("b.usda", c.metadata);
    // Up to the start of the next clip there is a sample of it alone.
    texts["/a.usda"] = "#usda 1.0\ndef \"C\" { double x.timeSamples = {1: 10}\n}\n";
    texts["/b.usda"] = kCutText;
    const ShownWhy broken = explainedX(texts, c.time);
    ASSERT_TRUE(broken.value.find<double>());
    EXPECT_NEAR(*broken.value.find<double>(), c.value, 1e-9);
    EXPECT_EQ(broken.sentence, std::string(c.sentence) + remarkOfReader(kBrokenFiles[0]) + '.');
    // A missing file is treated alike, and has no reader.
    texts.erase("/b.usda");
    std::string sentence = c.sentence;
    sentence.replace(sentence.find("cannot be read"), 14, "does not exist");
    EXPECT_EQ(explainedX(texts, c.time).sentence, sentence);
  }
}

TEST(UnreadableClip, SetWithoutReadableClipsSaysThatItGivesNothing) {
  LayerTexts texts = threeClips("b.usda", "");
  texts["/b.usda"] = kCutText;
  texts.erase("/a.usda");
  texts.erase("/c.usda");
  EXPECT_EQ(explainedX(texts, 15).sentence,
            std::string("No value: the clip set `default` gives no value, because none of its "
                        "clips can be read, and here plays `b.usda`, which cannot be read: ") +
                kCutTextSays + '.');
  std::string& root = texts["/root.usda"];
  const std::string three = "@./a.usda@, @./b.usda@, @./c.usda@";
  root.replace(root.find(three), three.size(), "@./b.usda@");
  root.replace(root.find(", (11, 1), (21, 2)"), 18, "");
  const ShownWhy one = explainedX(texts, 15);
  EXPECT_EQ(one.sentence, std::string("No value: the clip set `default` gives no value, because "
                                      "its only clip `b.usda` cannot be read: ") +
                              kCutTextSays + '.');
  EXPECT_EQ(one.opinions.back().reason, "no clip of the set can be opened");
}

TEST(UnreadableClip, FileIsNamedAmongTheFactsOfThePrim) {
  LayerTexts texts = threeClips("b.usda", kWithManifest);
  texts["/b.usda"] = kCutText;
  const StageResult result = stageFromTexts(texts);
  ASSERT_TRUE(result.stage);
  const Prim prim = result.stage->primAt(Path::fromText("/I"));
  EXPECT_EQ(explainClipSets(prim, 15.0)[0].sentence,
            "At 15 it plays `b.usda` at 15. The file cannot be read." +
                remarkOfReader(kBrokenFiles[0]) + '.');
  EXPECT_EQ(explainClipSets(prim, 5.0)[0].sentence, "At 5 it plays `a.usda` at 5.");
}

TEST(UnreadableClip, FilesThatATemplateLacksAreNamedWithTheClipThatPlays) {
  LayerTexts texts = {{"/root.usda", R"(#usda 1.0
def "M" (clips = { dictionary default = {
  string templateAssetPath = "./w.###.usda"
  double templateStartTime = 1
  double templateEndTime = 9
  double templateStride = 1
  asset manifestAssetPath = @./m.usda@
  string primPath = "/C"
}}) { double x
}
)"},
                      {"/m.usda", "#usda 1.0\nover \"C\" { double x\n}\n"}};
  for (const char* name : {"/w.002.usda", "/w.003.usda", "/w.006.usda"}) {
    texts[name] = "#usda 1.0\ndef \"C\" { double x.timeSamples = {1: 10, 9: 20}\n }\n";
  }
  const StageResult result = stageFromTexts(texts);
  ASSERT_TRUE(result.stage);
  const Prim prim = result.stage->primAt(Path::fromText("/M"));
  struct Case {
    TimeCode time;
    std::string hole;
  };
  const auto playsOn = [](const char* lacking, const char* played) {
    return std::string(" `") + lacking + "` of the template does not exist, so `" + played +
           "` plays on.";
  };
  const Case cases[] = {
      {0.5, " `w.001.usda` of the template does not exist, so `w.002.usda` plays here already."},
      {1.5, " `w.001.usda` of the template does not exist, so `w.002.usda` plays here already."},
      {2.0, ""},
      {3.0, ""},
      {3.9999999999, ""},
      {TimeCode::preTime(4.0), ""},
      {4.0, playsOn("w.004.usda", "w.003.usda")},
      {5.5, playsOn("w.005.usda", "w.003.usda")},
      {TimeCode::preTime(6.0), playsOn("w.005.usda", "w.003.usda")},
      {6.0, ""},
      {7.0, playsOn("w.007.usda", "w.006.usda")},
      {9.0, playsOn("w.009.usda", "w.006.usda")},
      {30.0, playsOn("w.009.usda", "w.006.usda")},
      {TimeCode::earliest(), ""},
  };
  for (const Case& c : cases) {
    SCOPED_TRACE(timeText(c.time));
    const std::string sentence = explain(prim.attribute(Token("x")), c.time).sentence;
    EXPECT_TRUE(sentence.ends_with("clip set `default` on /M." + c.hole)) << sentence;
    const std::string ofPrim = explainClipSets(prim, c.time)[0].sentence;
    EXPECT_TRUE(ofPrim.ends_with('.' + c.hole)) << ofPrim;
    EXPECT_EQ(ofPrim.find("template") != std::string::npos, !c.hole.empty()) << ofPrim;
  }
}

}  // namespace usdscope
