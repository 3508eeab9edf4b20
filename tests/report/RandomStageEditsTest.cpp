// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <map>

#include "engine/asset/DefaultResolver.h"
#include "engine/author/ApplyEdits.h"
#include "engine/author/EditTranslator.h"
#include "engine/base/Json.h"
#include "engine/base/Sha1.h"
#include "engine/compose/PrimIndex.h"
#include "engine/format/LayerCache.h"
#include "engine/format/usda/UsdaWriter.h"
#include "engine/format/usda/ValueFromText.h"
#include "engine/report/dump/Dump.h"
#include "tests/support/CompareDump.h"
#include "tests/support/TemporaryFolder.h"
#include "tests/support/TestAssets.h"

namespace usdscope {
namespace {

std::string fileNameOf(const std::string& identifier) {
  return std::filesystem::path(identifier).filename().string();
}

std::string sha1Of(std::string_view text) {
  Sha1 sha1;
  sha1.update(text);
  return sha1.finish();
}

std::string dumpText(const Stage& stage) {
  Diagnostics problems;
  return dumpToText(dumpStage(stage, {}, problems));
}

std::string_view nameOf(ArcType arc) {
  constexpr std::string_view kNames[] = {"root",      "inherit", "variant",   "relocate",
                                         "reference", "payload", "specialize"};
  return kNames[static_cast<std::size_t>(arc)];
}

/// A scene in which the edits of tests/oracle/edits.py are made.
class EditedScene {
 public:
  explicit EditedScene(const std::filesystem::path& root) {
    StageRequest request;
    request.rootLayer = root.string();
    const auto resolver =
        std::make_shared<DefaultResolver>(searchFromEnvironment(request.rootLayer));
    stage_ = composeStage(request, std::make_shared<LayerCache>(resolver)).stage;
  }

  const std::shared_ptr<const Stage>& stage() const { return stage_; }

  /// Makes an edit. Returns how the result differs from the reference's; empty if it does not.
  std::string step(const Json& edit) {
    const EditTargetResult target = targetOf(edit["target"]);
    if (!target.target) return "no edit target: " + target.problem;
    const EditTranslator editor(*stage_, *target.target);
    StageEditResult made = edits(editor, edit);
    if (edit.contains("isRefused")) {
      return made.isPossible() ? "The reference refuses this." : std::string();
    }
    if (!made.isPossible()) return made.problem;
    const LayerEdits group{editor.target().layer(), std::move(made.edits)};
    AppliedEdits applied = applyEdits(stage_, std::span(&group, 1));
    if (!applied.problem.empty()) return applied.problem;
    stage_ = applied.result.stage;
    const std::string text = writeUsda(*applied.after.at(0));
    undo_.push_back(std::move(applied.before));
    return sha1Of(text) == edit["sha1"].get<std::string>() ? std::string() : text;
  }

  void undoAll() {
    for (; !undo_.empty(); undo_.pop_back()) stage_ = withLayers(stage_, undo_.back()).stage;
  }

 private:
  std::string identifierOf(const std::string& name) const {
    if (name == "<session>") return stage_->sessionLayer()->identifier();
    for (const auto& layer : stage_->usedLayers()) {
      if (fileNameOf(layer->identifier()) == name) return layer->identifier();
    }
    return name;
  }

  EditTargetResult targetOf(const Json& json) const {
    const std::string layer = identifierOf(json["layer"].get<std::string>());
    if (json["kind"] == "local") return EditTarget::localLayer(*stage_, layer);
    const Prim prim = stage_->primAt(Path::fromText(json["prim"].get<std::string>()));
    if (!prim) return {.target = {}, .problem = "There is no prim."};
    if (json["kind"] == "variant") {
      EditTargetResult target = EditTarget::localLayer(*stage_, layer);
      for (const Json& set : json["sets"]) {
        if (!target.target) break;
        target = EditTarget::variant(prim, set.get<std::string>(), *target.target);
      }
      return target;
    }
    const auto nodes = prim.index().nodes();
    for (std::uint32_t i = 0; i < nodes.size(); ++i) {
      const Json key = {nameOf(nodes[i].arc), nodes[i].path.text(),
                        fileNameOf(nodes[i].layerStack->rootLayer()->identifier())};
      if (key == json["node"] && !nodes[i].isInert) return EditTarget::node(prim, i, layer);
    }
    return {.target = {}, .problem = "There is no such node."};
  }

  static StageEditResult edits(const EditTranslator& editor, const Json& edit) {
    const std::string op = edit["op"].get<std::string>();
    const Path path = Path::fromText(edit["path"].get<std::string>());
    const auto text = [&](const char* key) { return edit[key].get<std::string>(); };
    const auto isNull = [&](const char* key) { return edit[key].is_null(); };
    const TimeCode time = edit.contains("time") && !isNull("time")
                              ? TimeCode(edit["time"].get<double>())
                              : TimeCode();
    const auto flag = [&]() -> std::optional<bool> {
      if (isNull("value")) return std::nullopt;
      return edit["value"].get<bool>();
    };
    if (op == "set") return editor.setText(path, text("text"), time);
    if (op == "clear") return editor.clear(path, time);
    if (op == "clearAll") return editor.clearAll(path);
    if (op == "block") return editor.block(path);
    if (op == "active") return editor.setActive(path, flag());
    if (op == "instanceable") return editor.setInstanceable(path, flag());
    if (op == "field") {
      const Token field(text("field"));
      return isNull("text") ? editor.setMetadata(path, field, {})
                            : editor.setMetadataText(path, field, text("text"));
    }
    if (op == "entry") {
      std::vector<std::string> keys;
      for (const Json& key : edit["keys"]) keys.push_back(key.get<std::string>());
      Value value;
      if (!isNull("text")) {
        value = valueFromText(text("text"), *findTypeName(Token(text("type")))).value;
      }
      return editor.setMetadataEntry(path, Token(text("field")), keys, value);
    }
    if (op == "clip") {
      return isNull("text") ? editor.setClipInfo(path, text("set"), text("key"), {})
                            : editor.setClipInfoText(path, text("set"), text("key"), text("text"));
    }
    if (op == "drawMode") return editor.setDrawMode(path, Token(text("value")));
    if (op == "visible") return editor.makeVisible(path, time, time);
    if (op == "invisible") return editor.makeInvisible(path, time, time);
    if (op == "variant") {
      return editor.selectVariant(
          path, text("set"),
          isNull("value") ? std::nullopt : std::optional<std::string>(text("value")));
    }
    std::vector<Path> targets;
    for (const Json& target : edit.value("targets", Json::array())) {
      targets.push_back(Path::fromText(target.get<std::string>()));
    }
    if (op == "setTargets") return editor.setTargets(path, targets);
    if (op == "clearTargets") return editor.clearTargets(path);
    if (op == "removeTargets") return editor.removeTarget(path, targets.at(0));
    using enum TargetEdit::Position;
    static const std::map<std::string, TargetEdit::Position> kPositions = {
        {"prependBack", PrependBack},
        {"prependFront", PrependFront},
        {"appendBack", AppendBack},
        {"appendFront", AppendFront}};
    if (op == "addTargets") {
      return editor.addTarget(path, targets.at(0), kPositions.at(text("position")));
    }
    return {.edits = {}, .problem = "unknown operation " + op};
  }

  std::shared_ptr<const Stage> stage_;
  std::vector<LayerVersions> undo_;
};

Json readJson(const std::filesystem::path& file) {
  std::ifstream in(file);
  return parseJson(in);
}

}  // namespace

// The text of the edited layer after each edit, and the stage at the end, are those of the
// reference with the same edit target. Undoing all edits gives the stage of the beginning.
TEST(RandomStageEdits, LayersAndStagesAreThoseOfTheReference) {
  const std::filesystem::path assets = testAssetsPath() / "edits";
  std::size_t count = 0;
  for (const char* name : {"stack", "arcs", "instances"}) {
    // Only layers that can be written are edited.
    const TemporaryFolder folder;
    std::filesystem::copy(assets / name, folder.path());
    const Json sequences = readJson(assets / name / "edits.json")["sequences"];
    ASSERT_TRUE(sequences.is_array());
    for (std::size_t i = 0; i < sequences.size(); ++i) {
      EditedScene scene(folder / "root.usda");
      ASSERT_TRUE(scene.stage()) << name;
      const std::string before = dumpText(*scene.stage());
      bool isEqual = true;
      for (std::size_t k = 0; k < sequences[i].size() && isEqual; ++k) {
        const std::string difference = scene.step(sequences[i][k]);
        isEqual = difference.empty();
        EXPECT_EQ(difference, "") << name << ", sequence " << i << ", edit " << k << "\n"
                                  << sequences[i][k].dump();
        ++count;
      }
      if (isEqual) {
        const auto expected = readDump(assets / name / ("after-" + std::to_string(i) + ".json.gz"));
        ASSERT_TRUE(expected);
        Diagnostics problems;
        const DumpComparison comparison =
            compareDumps(dumpStage(*scene.stage(), {}, problems), *expected);
        EXPECT_EQ(comparison.differing, 0u) << name << ", sequence " << i << "\n"
                                            << comparison.text();
      }
      scene.undoAll();
      EXPECT_EQ(dumpText(*scene.stage()), before) << name << ", sequence " << i;
    }
  }
  EXPECT_GE(count, 500u);
}

}  // namespace usdscope
