// SPDX-License-Identifier: Apache-2.0
// Tests of the journal: the text of edits, and journals that end in the middle of a line.
#include <gtest/gtest.h>

#include <QFile>
#include <QTemporaryDir>
#include <algorithm>
#include <limits>
#include <set>
#include <vector>

#include "app/session/journal/JournalFile.h"
#include "app/session/journal/JournalText.h"
#include "app/session/journal/JournalWriter.h"
#include "engine/layer/Arcs.h"
#include "engine/layer/FieldDefinitions.h"
#include "engine/layer/Fields.h"
#include "engine/value/Dictionary.h"
#include "engine/value/TimeSamples.h"

namespace usdscope {
namespace {

const FieldDefinitions& builtin() { return FieldDefinitions::builtin(); }

// Writes an edit as a line of a journal and reads it again.
std::optional<NamedEdit> throughJournal(const NamedEdit& edit) {
  const Json line = parseJson(toLine(editToJson(edit, builtin())));
  std::string problem;
  auto back = editFromJson(line, builtin(), problem);
  EXPECT_EQ(problem, "");
  return back;
}

PropertyFieldEdit valueOf(const char* type, Value value, Token field = fields::kDefault) {
  return {.path = Path::fromText("/A/B.primvars:st"),
          .field = field,
          .value = std::move(value),
          .typeName = Token(type)};
}

TEST(JournalText, EditsOfLayersComeBackEqual) {
  const Path prim = Path::fromText("/A{look=red}B");
  const PropertyPlace place{.path = Path::fromText("/A.x"),
                            .kind = PropertyKind::Attribute,
                            .typeName = Token("double"),
                            .variability = Variability::Uniform,
                            .isCustom = true};
  const PropertyPlace relationship{.path = Path::fromText("/A.rel"),
                                   .kind = PropertyKind::Relationship,
                                   .typeName = {},
                                   .variability = Variability::Uniform};
  Dictionary inner;
  inner.set("a key: with \"signs\"", Value(Token("t")));
  inner.set("number", Value(0.1));
  Dictionary dictionary;
  dictionary.set("inner", Value(inner));
  dictionary.set("text", Value(std::string("two\nlines \xf0\x9f\x90\x98 \xd7\xa9")));
  ListOp<Token> schemas;
  schemas.prependedItems = {Token("SkelBindingAPI")};
  ListOp<Reference> references;
  references.appendedItems = {
      {.assetPath = "a b@c.usda", .primPath = Path::fromText("/X"), .offset = {.offset = 3.25}}};
  const TimeSamples samples(Array{1.0, 2.5}, Array{Value(0.5), Value(ValueBlock())});
  const Array<float> floats{0.1f, -0.0f, 1e-40f, std::numeric_limits<float>::infinity()};
  const LayerEdit edits[] = {
      activeEdit(prim, false),
      PrimFieldEdit{prim, fields::kActive, Value(), true},
      PrimFieldEdit{prim, fields::kKind, Value(Token("component"))},
      PrimFieldEdit{prim, fields::kSpecifier, Value(Specifier::Def)},
      PrimFieldEdit{prim, fields::kCustomData, Value(dictionary)},
      PrimFieldEdit{prim, fields::kApiSchemas, Value(schemas)},
      PrimFieldEdit{prim, fields::kReferences, Value(references)},
      PrimFieldEdit{Path::root(), fields::kStartTimeCode, Value(1.0 / 3.0)},
      PrimFieldEdit{Path::root(), fields::kComment, Value(std::string("not UTF-8: \xff"))},
      valueOf("float", Value(0.1f)),
      valueOf("double", Value(1.0 / 3.0)),
      valueOf("token", Value(Token("a\"b"))),
      valueOf("string", Value(std::string("None"))),
      valueOf("asset", Value(AssetPath{.authored = "x@y.png", .evaluated = {}, .resolved = {}})),
      valueOf("float[]", Value(floats)),
      valueOf("string[]", Value(Array<std::string>{"", "[", "\t\\"})),
      valueOf("double", Value(ValueBlock())),
      valueOf("double", Value(AnimationBlock())),
      valueOf("double", Value(samples), fields::kTimeSamples),
      valueOf("double", Value()),
      valueOf("", Value(std::int64_t{1} << 60)),
      SampleEdit{place, -0.1, Value(2.5)},
      SampleEdit{place, 24.0, Value(ValueBlock())},
      SampleEdit{place, 1e300, Value()},
      DictionaryEdit{prim, fields::kClips, {"default", "active"}, Value(inner)},
      DictionaryEdit{prim, fields::kClips, {"default"}, Value()},
      DictionaryEdit{prim, fields::kAssetInfo, {"a", "b"}, Value(floats)},
      TargetEdit{relationship, TargetEdit::Action::Set, {Path::fromText("/X"), prim}},
      TargetEdit{relationship, TargetEdit::Action::Clear, {}},
      TargetEdit{place,
                 TargetEdit::Action::Add,
                 {Path::fromText("/X.y")},
                 TargetEdit::Position::AppendFront},
      TargetEdit{place, TargetEdit::Action::Remove, {Path::fromText("/X.y")}},
      VariantSelectionEdit{prim, "look", "blue"},
      VariantSelectionEdit{prim, "look", "", true},
      VariantSelectionEdit{prim, "look", std::nullopt},
  };
  for (const LayerEdit& edit : edits) {
    const std::size_t row = std::size_t(&edit - edits);
    const NamedEdit named{"Edit \"it\"", {LayerPart{{edit}, "/shots/a.usda"}}};
    const auto back = throughJournal(named);
    ASSERT_TRUE(back) << row;
    EXPECT_EQ(back->sentence, named.sentence);
    ASSERT_EQ(back->parts.size(), 1u);
    const auto& part = std::get<LayerPart>(back->parts[0]);
    EXPECT_EQ(part.layer, "/shots/a.usda");
    ASSERT_EQ(part.edits.size(), 1u);
    EXPECT_TRUE(part.edits[0] == edit) << row << ": " << editToJson(named, builtin()).dump();
  }
}

TEST(JournalText, NanComesBack) {
  const float nan = std::numeric_limits<float>::quiet_NaN();
  const auto back =
      throughJournal({"NaN", {LayerPart{{valueOf("float[]", Value(Array{1.0f, nan}))}}}});
  ASSERT_TRUE(back);
  const auto& edit = std::get<PropertyFieldEdit>(std::get<LayerPart>(back->parts[0]).edits[0]);
  const auto* floats = edit.value.find<Array<float>>();
  ASSERT_TRUE(floats && floats->size() == 2);
  EXPECT_EQ((*floats)[0], 1.0f);
  EXPECT_NE((*floats)[1], (*floats)[1]);
}

TEST(JournalText, SublayersComeBack) {
  LayerPart part;
  part.sublayers = {"/shots/a.usda", "/shots/b \"2\".usda"};
  const auto back = throughJournal({"Add", {part}});
  ASSERT_TRUE(back && back->parts.size() == 1);
  EXPECT_EQ(std::get<LayerPart>(back->parts[0]).sublayers, part.sublayers);
  EXPECT_EQ(std::get<LayerPart>(back->parts[0]).layer, "");
}

TEST(JournalText, EditsOfTheStageComeBack) {
  const NamedEdit edit{"All",
                       {MutePart{"a.usda", false}, SoloPart{"b.usda", {"c.usda", "d.usda"}},
                        LoadPart{Path::fromText("/A"), false}}};
  const auto back = throughJournal(edit);
  ASSERT_TRUE(back && back->parts.size() == 3);
  EXPECT_EQ(std::get<MutePart>(back->parts[0]).layer, "a.usda");
  EXPECT_FALSE(std::get<MutePart>(back->parts[0]).isMuted);
  EXPECT_EQ(std::get<SoloPart>(back->parts[1]).muted, (std::set<std::string>{"c.usda", "d.usda"}));
  EXPECT_EQ(std::get<LoadPart>(back->parts[2]).prim, Path::fromText("/A"));
  EXPECT_FALSE(std::get<LoadPart>(back->parts[2]).isLoaded);
}

TEST(JournalText, DamagedEditsAreRefused) {
  const Json good =
      editToJson({"Hide", {LayerPart{{activeEdit(Path::fromText("/A"), true)}}}}, builtin());
  const auto without = [&](auto damage) {
    Json json = good;
    damage(json);
    std::string problem;
    EXPECT_FALSE(editFromJson(json, builtin(), problem)) << json.dump();
    EXPECT_NE(problem, "");
  };
  without([](Json& json) { json.erase("parts"); });
  without([](Json& json) { json["sentence"] = 3; });
  without([](Json& json) { json["parts"][0]["edits"][0]["path"] = "not a path"; });
  without([](Json& json) { json["parts"][0]["edits"][0]["edit"] = "other"; });
  without([](Json& json) { json["parts"][0]["edits"][0]["value"] = {{"lost", true}}; });
}

// The journal of two edits, of which the second one was undone.
std::string journalText() {
  const auto step = [](int id) {
    Json made =
        editToJson({"Hide", {LayerPart{{activeEdit(Path::fromText("/A"), false)}}}}, builtin());
    made["id"] = id;
    return Json{{"sentence", "Hide"}, {"made", {made}}, {"reverted", Json::array()}};
  };
  const Json lines[] = {
      {{"scene", "/a.usda"}, {"seconds", 1}},
      {{"keep", 0}, {"steps", {step(1)}}, {"position", 1}, {"seconds", 2}},
      {{"keep", 1}, {"steps", {step(2)}}, {"position", 2}, {"seconds", 3}},
      {{"keep", 2}, {"steps", Json::array()}, {"position", 1}, {"seconds", 4}},
  };
  std::string text;
  for (const Json& line : lines) text += toLine(line) + '\n';
  return text;
}

TEST(JournalWriter, LinesAreWrittenInOrderInTheBackground) {
  const QTemporaryDir folder;
  Background background;
  std::vector<std::string> problems;
  QString path;
  {
    JournalQueue queue(background,
                       [&](const std::string& problem) { problems.push_back(problem); });
    JournalWriter writer(queue, folder.path());
    for (int i = 0; i < 200; ++i) writer.append({{"line", i}});
    EXPECT_FALSE(background.isIdle()) << "the session is not settled before they are written";
    path = writer.findPath()();
    QFile file(path);
    ASSERT_TRUE(file.open(QIODevice::ReadOnly));
    for (int i = 0; i < 200; ++i) {
      EXPECT_EQ(file.readLine().toStdString(), toLine(Json{{"line", i}}) + "\n");
    }
    EXPECT_TRUE(JournalFile::isInUse(path));
    writer.removeLines();
    writer.append({{"line", 200}});
    queue.finish();
    EXPECT_TRUE(writer.hasLines());
    QFile again(path);
    ASSERT_TRUE(again.open(QIODevice::ReadOnly));
    EXPECT_EQ(again.readAll().toStdString(), toLine(Json{{"line", 200}}) + "\n");
    writer.keep();
    // Not written yet when the writer ends.
    writer.append({{"line", 201}});
  }
  QFile kept(path);
  ASSERT_TRUE(kept.open(QIODevice::ReadOnly));
  EXPECT_EQ(std::ranges::count(kept.readAll(), '\n'), 2);
  EXPECT_TRUE(problems.empty());
}

TEST(JournalWriter, LinesAfterALostOneAreLeftOutUntilAllIsWrittenAgain) {
  Background background;
  const QTemporaryDir folder;
  const QString path = folder.filePath(QStringLiteral("later"));
  QFile inTheWay(path);  // A file in place of the folder.
  ASSERT_TRUE(inTheWay.open(QIODevice::WriteOnly));
  JournalQueue queue(background, [](const std::string&) {});
  JournalWriter writer(queue, path);
  writer.append({{"line", 1}});
  queue.finish();
  EXPECT_TRUE(writer.isBehind());
  EXPECT_FALSE(writer.hasLines());
  ASSERT_TRUE(QFile::remove(path));
  writer.append({{"line", 2}});
  queue.finish();
  EXPECT_FALSE(writer.hasLines());
  writer.beginAgain();
  EXPECT_FALSE(writer.isBehind());
  writer.append({{"line", 3}});
  QFile file(writer.findPath()());
  ASSERT_TRUE(file.open(QIODevice::ReadOnly));
  EXPECT_EQ(file.readAll().toStdString(), toLine(Json{{"line", 3}}) + "\n");
}

TEST(JournalFile, TornJournalIsReadUpToItsLastWholeLine) {
  const std::string text = journalText();
  for (std::size_t size = 0; size <= text.size(); ++size) {
    const std::string_view torn = std::string_view(text).substr(0, size);
    const std::size_t whole = torn.rfind('\n') == torn.npos ? 0 : torn.rfind('\n') + 1;
    const auto content = readJournal(torn);
    ASSERT_EQ(content.has_value(), whole > 0) << size;
    if (!content) continue;
    const auto lineCount = std::ranges::count(torn.substr(0, whole), '\n');
    ASSERT_EQ(content->goodByteCount, whole);
    ASSERT_EQ(content->file, "/a.usda");
    ASSERT_EQ(content->changedAt, lineCount);
    ASSERT_EQ(content->unsavedCount(), std::size_t(lineCount == 1 ? 0 : lineCount == 3 ? 2 : 1));
  }
}

TEST(JournalFile, LinesAfterADamagedOneAreIgnored) {
  const std::string text = journalText();
  const std::size_t second = text.find('\n') + 1;
  const std::size_t third = text.find('\n', second) + 1;
  for (const char* bad : {"", "{", "[]", "3", "{\"seconds\":9}", "{\"scene\":\"/b\",\"seconds\":9}",
                          "{\"keep\":7,\"steps\":[],\"position\":0,\"seconds\":9}",
                          "{\"keep\":0,\"steps\":[{}],\"position\":0,\"seconds\":9}"}) {
    const auto content = readJournal(text.substr(0, third) + bad + "\n" + text.substr(third));
    ASSERT_TRUE(content) << bad;
    EXPECT_EQ(content->goodByteCount, third) << bad;
    EXPECT_EQ(content->position, 1u) << bad;
    EXPECT_EQ(content->steps.size(), 1u) << bad;
  }
}

TEST(JournalFile, SavedEditsNeedNotBeRestored) {
  std::string text = journalText();
  const auto saved = [](std::vector<int> ids, bool isBeingSaved) {
    return toLine({{"layer", ""},
                   {"time", nullptr},
                   {"size", nullptr},
                   {"saved", ids},
                   {"unedited", ""},
                   {"saving", isBeingSaved},
                   {"seconds", 5}}) +
           '\n';
  };
  const auto countAfter = [&](const std::string& line) {
    return readJournal(text + line)->unsavedCount();
  };
  EXPECT_EQ(countAfter(saved({1}, false)), 0u);
  EXPECT_EQ(countAfter(saved({1}, true)), 1u) << "saving may not have ended";
  EXPECT_EQ(countAfter(saved({1, 2}, false)), 1u) << "an edit was undone after it was saved";
  EXPECT_EQ(countAfter(saved({}, false)), 1u);
}

}  // namespace
}  // namespace usdscope
