// SPDX-License-Identifier: Apache-2.0
// Random actions with random arguments: nothing crashes or hangs, and undo leads back to the scene.
//
// USDSCOPE_RANDOM_ACTIONS="SEED COUNT SCENE…" runs other ones, for long searches by hand.
#include <gtest/gtest.h>

#include <QApplication>
#include <QDialog>
#include <QTest>
#include <QTimer>
#include <algorithm>
#include <cstdlib>
#include <random>
#include <set>
#include <sstream>

#include "app/actions/Actions.h"
#include "app/panes/Panes.h"
#include "engine/report/dump/Dump.h"
#include "engine/stage/Prim.h"
#include "tests/app/window/OpenWindow.h"
#include "tests/app/window/SceneTexts.h"
#include "tests/support/TestAssets.h"

namespace usdscope {
namespace {

using Texts = std::vector<std::string>;

/// Makes actions as a user without a plan would.
class Chance {
 public:
  Chance(unsigned seed, const Stage& stage, std::string folder)
      : random_(seed), folder_(std::move(folder)) {
    for (const ActionRow& row : actionRows()) {
      // They end the program, write files of the scene, or open other scenes.
      static const std::set<std::string> kLeft = {
          "quit",    "open",   "openBeside",  "openSample",   "close",        "save",
          "saveAll", "reload", "reloadLayer", "restoreEdits", "discardEdits", "openInEditor"};
      if (row.run && !kLeft.contains(row.id)) rows_.push_back(&row);
    }
    traverse(stage.pseudoRoot(), PrimFilter::all(), [&](const Prim& prim) {
      paths_.push_back(prim.path().text());
      for (const Token name : prim.propertyNames()) {
        paths_.push_back(prim.path().property(name).text());
      }
      return paths_.size() < 20'000;
    });
    paths_.emplace_back("/");
    for (const auto& layer : stage.usedLayers()) layers_.push_back(layer->identifier());
    for (const PaneRow& pane : paneRows()) panes_.emplace_back(pane.id);
  }

  const ActionRow& row() { return *one(rows_); }
  bool isHit(int percent) { return std::uniform_int_distribution(1, 100)(random_) <= percent; }

  Texts argumentsOf(const ActionRow& row) {
    Texts arguments;
    std::istringstream words(row.arguments);
    for (std::string word; words >> word;) {
      const bool isOptional = word.front() == '[';
      if (isOptional && isHit(50)) break;
      for (int i = word.ends_with("…") && isHit(40) ? 2 : 1; i > 0; --i) {
        arguments.push_back(argument(word));
      }
    }
    // Files are asked for in a dialog.
    const bool mayLack = !std::string_view(row.arguments).starts_with("FILE");
    if (mayLack && !arguments.empty() && isHit(20)) arguments.pop_back();
    return arguments;
  }

 private:
  template <typename T>
  const T& one(const std::vector<T>& of) {
    return of[std::uniform_int_distribution<std::size_t>(0, of.size() - 1)(random_)];
  }

  std::string argument(const std::string& word) {
    static const Texts kValues = {"1",   "(1, 2, 3)",   "\"x\"", "[]",      "None",
                                  "nan", "[(0, 0, 0)]", "@a@",   "</A>",    "(",
                                  "inf", "{ }",         "true",  "[1, 2,]", "\xF0\x9F\x90\xA0"};
    static const Texts kNumbers = {"1", "0", "2", "12.5", "-3", "1e9", "nan", "x", "9999999999999"};
    static const Texts kSearches = {"a",           "type:Mesh",  "animated:yes", "kind:component",
                                    "layer:*",     "api:*",      "mentions:usd", "clip:missing",
                                    "variant:*",   "(",          "type:",        "purpose:render",
                                    "/.*[A-Z]+$/", "\"a b\" c:d"};
    static const Texts kNames = {"default", "look",    "size",         "red",    "component",
                                 "cards",   "active",  "times",        "kind",   "types",
                                 "joints",  "binding", "shapes",       "layers", "full",
                                 "samples", "",        "documentation"};
    const auto has = [&](const char* part) { return word.find(part) != word.npos; };
    if (has("|")) {
      Texts choices;
      std::istringstream parts(word);
      for (std::string part; std::getline(parts, part, '|');) choices.push_back(part);
      return isHit(30) && has("LAYER") ? one(layers_) : one(choices);
    }
    if (has("FILE"))
      return folder_ + "/made-" + std::to_string(++files_) + (has("png") ? ".png" : ".usda");
    if (has("LAYER") || has("IDENTIFIER")) return isHit(95) ? one(layers_) : "nothing.usda";
    if (has("PATH") || has("TARGET") || has("PRIM") || has("SKELETON")) {
      return isHit(95) ? one(paths_) : one(kValues);
    }
    if (has("VALUE")) return one(kValues);
    if (has("TEXT")) return one(kSearches);
    if (word == "ID") return one(panes_);
    const bool isName = has("NAME") || has("SET") || has("KIND") || has("MODE") || has("KEY") ||
                        has("FIELD") || has("PAGE") || has("COLUMN") || has("SHAPE") ||
                        has("JOINT") || has("RULE") || has("SOURCE");
    return isName ? one(kNames) : one(kNumbers);
  }

  std::mt19937 random_;
  std::string folder_;
  int files_ = 0;
  std::vector<const ActionRow*> rows_;
  Texts paths_;
  Texts layers_;
  Texts panes_;
};

std::string dumpOf(const OpenWindow& open) {
  Diagnostics problems;
  return dumpToText(dumpStage(*open.session.document.value().stage, {}, problems));
}

void actAtRandom(const std::string& scene, unsigned seed, int count) {
  const SceneTexts texts;
  OpenWindow open;
  ASSERT_TRUE(open.open(scene));
  const std::string before = dumpOf(open);
  Chance chance(seed, *open.session.document.value().stage, texts.path("."));
  QTimer closing;
  QObject::connect(&closing, &QTimer::timeout, [] {
    if (QWidget* dialog = QApplication::activeModalWidget()) dialog->close();
    if (QWidget* menu = QApplication::activePopupWidget()) menu->close();
  });
  closing.start(100);
  for (int i = 0; i < count; ++i) {
    const ActionRow& row = chance.row();
    const ActionContext context{open.session, open.window};
    if (!row.isEnabled(context)) continue;
    const Texts arguments = chance.argumentsOf(row);
    std::string line = row.id;
    for (const std::string& argument : arguments) line += " " + argument;
    if (std::getenv("USDSCOPE_RANDOM_ACTIONS")) std::fprintf(stderr, "%s\n", line.c_str());
    SCOPED_TRACE(line);
    row.run(context, arguments);
    if (chance.isHit(20)) {
      open.session.setPlaying(false);
      ASSERT_TRUE(open.settle());
    } else {
      QApplication::processEvents();
    }
    for (QWidget* top : QApplication::topLevelWidgets()) {
      if (auto* dialog = qobject_cast<QDialog*>(top)) dialog->close();
    }
  }
  open.session.setPlaying(false);
  ASSERT_TRUE(open.settle());
  for (const char* way : {"undo", "redo", "undo"}) {
    const ActionRow& row = *findAction(way);
    const ActionContext context{open.session, open.window};
    while (row.isEnabled(context)) {
      ASSERT_EQ(open.run(way), "");
    }
  }
  ASSERT_EQ(open.run("linear"), "");
  ASSERT_EQ(open.run("resetPreferences"), "");
  const std::string after = dumpOf(open);
  const auto [was, is] = std::ranges::mismatch(before, after);
  const auto at = std::size_t(was - before.begin());
  const std::size_t from = at - std::min<std::size_t>(at, 100);
  EXPECT_TRUE(before == after) << "seed " << seed << ": undo does not lead back to\n"
                               << before.substr(from, 300) << "\nbut to\n"
                               << after.substr(from, 300);
}

TEST(RandomActions, NeitherCrashNorHangAndAreUndone) {
  if (const char* wanted = std::getenv("USDSCOPE_RANDOM_ACTIONS")) {
    std::istringstream words(wanted);
    unsigned seed = 0;
    int count = 0;
    words >> seed >> count;
    for (std::string scene; words >> scene; ++seed) actAtRandom(scene, seed, count);
    return;
  }
  actAtRandom(samplePath(), 1, 150);
  actAtRandom((testAssetsPath() / "edits/arcs/root.usda").string(), 2, 250);
}

}  // namespace
}  // namespace usdscope
