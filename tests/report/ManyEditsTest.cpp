// SPDX-License-Identifier: Apache-2.0
// Many random edits of a film scene, undone again: values, metadata, variants, muted layers and
// payloads, in the session layer, the root layer and layers behind arcs.
#include <gtest/gtest.h>

#include <algorithm>
#include <functional>
#include <iostream>
#include <random>

#include "app/cli/bench/Process.h"
#include "engine/asset/DefaultResolver.h"
#include "engine/author/ApplyEdits.h"
#include "engine/author/EditTranslator.h"
#include "engine/compose/PrimIndex.h"
#include "engine/format/LayerCache.h"
#include "engine/report/dump/Dump.h"
#include "tests/support/Corpora.h"

namespace usdscope {
namespace {

constexpr int kEditCount = 100;
constexpr std::int64_t kMebibyte = std::int64_t{1} << 20;

// Sanitizers keep freed memory back, and take several times as long.
#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
constexpr bool kIsSanitized = true;
#else
constexpr bool kIsSanitized = false;
#endif

/// Makes random edits of a stage, and undoes them.
class ManyEdits {
 public:
  explicit ManyEdits(const std::filesystem::path& scene) {
    StageRequest request;
    request.rootLayer = scene.string();
    const auto resolver =
        std::make_shared<DefaultResolver>(searchFromEnvironment(request.rootLayer));
    stage_ = composeStage(request, std::make_shared<LayerCache>(resolver)).stage;
  }

  const std::shared_ptr<const Stage>& stage() const { return stage_; }
  std::size_t undoCount() const { return undo_.size(); }

  /// Makes edits. Equal seeds on equal stages give equal edits.
  void edit(int count, unsigned seed) {
    random_.seed(seed);
    // Many edits are refused, for example in a prototype.
    for (int tries = 0; tries < 50 * count && undo_.size() < std::size_t(count); ++tries) {
      if (below(8) == 0) {
        changeRequest();
      } else {
        changeLayer();
      }
      ASSERT_TRUE(stage_);
    }
  }

  void undoAll() {
    for (; !undo_.empty(); undo_.pop_back()) {
      stage_ = undo_.back()(stage_);
      ASSERT_TRUE(stage_);
    }
  }

 private:
  using Stages = std::shared_ptr<const Stage>;

  std::size_t below(std::size_t count) { return random_() % count; }

  // A prim below the second level: without the prims above, little would be left to edit. May be
  // empty when few such prims are left.
  Prim randomPrim() {
    for (int tries = 0; tries < 1000; ++tries) {
      const Prim prim = stage_->primOfRow(std::uint32_t(below(stage_->rowCount())));
      if (prim && prim.path().depth() > 2) return prim;
    }
    return {};
  }

  // Mutes or unmutes a layer, or loads or unloads a payload.
  void changeRequest() {
    StageRequest request = stage_->request();
    const auto muted = request.mutedLayers;
    const LoadRules rules = request.loadRules;
    if (below(2) == 0) {
      const auto& layers = stage_->usedLayers();
      const std::string& layer = layers[below(layers.size())]->identifier();
      if (layer == stage_->rootLayer()->identifier()) return;
      if (layer == stage_->sessionLayer()->identifier()) return;
      if (!muted.empty() && below(2) == 0) {
        request.mutedLayers.clear();
      } else {
        request.mutedLayers.insert(layer);
      }
    } else if (const Prim prim = randomPrim(); !prim) {
      return;
    } else if (below(2) == 0) {
      request.loadRules.unload(prim.path());
    } else {
      request.loadRules.load(prim.path());
    }
    if (request.mutedLayers == muted && request.loadRules == rules) return;
    stage_ = recomposeStage(stage_, request).stage;
    undo_.emplace_back([muted, rules](const Stages& stage) {
      StageRequest before = stage->request();
      before.mutedLayers = muted;
      before.loadRules = rules;
      return recomposeStage(stage, before).stage;
    });
  }

  void changeLayer() {
    const Prim prim = randomPrim();
    if (!prim) return;
    const std::optional<EditTarget> target = randomTarget(prim);
    if (!target) return;
    StageEditResult made = randomEdit(EditTranslator(*stage_, *target), prim);
    if (!made.isPossible() || made.edits.empty()) return;
    const LayerEdits group{target->layer(), std::move(made.edits)};
    AppliedEdits applied = applyEdits(stage_, std::span(&group, 1));
    if (!applied.problem.empty()) return;
    stage_ = applied.result.stage;
    undo_.emplace_back([before = std::move(applied.before)](const Stages& stage) {
      return withLayers(stage, before).stage;
    });
  }

  std::optional<EditTarget> randomTarget(const Prim& prim) {
    switch (below(3)) {
      case 0:
        return EditTarget::session(*stage_);
      case 1:
        return EditTarget::localLayer(*stage_, stage_->rootLayer()->identifier()).target;
      default: {
        const auto nodes = prim.index().nodes();
        const std::size_t node = below(nodes.size());
        if (!nodes[node].isLive()) return std::nullopt;
        const auto& layer = nodes[node].layerStack->rootLayer()->identifier();
        return EditTarget::node(prim, std::uint32_t(node), layer).target;
      }
    }
  }

  StageEditResult randomEdit(const EditTranslator& editor, const Prim& prim) {
    const Path path = prim.path();
    const std::vector<Token> names = prim.authoredPropertyNames();
    const Path property = names.empty() ? Path() : path.property(names[below(names.size())]);
    switch (below(8)) {
      case 0:
        return editor.setActive(path, below(2) == 0);
      case 1:
        return editor.setInstanceable(path, below(2) == 0);
      case 2:
        return editor.makeInvisible(path, TimeCode(1));
      case 3:
        return editor.setMetadata(path, Token("documentation"), Value(std::string("edited")));
      case 4: {
        const auto sets = prim.variantSets();
        if (sets.empty()) return editor.setKind(path, Token("component"));
        const VariantSet& set = sets[below(sets.size())];
        if (set.variants.empty()) return {};
        return editor.selectVariant(path, set.name, set.variants[below(set.variants.size())]);
      }
      case 5: {
        const Attribute attribute = prim.attribute(property.name());
        if (property.isEmpty() || !attribute) return editor.setDrawMode(path, Token("bounds"));
        return editor.setValue(property, attribute.value(TimeCode(1)), TimeCode(double(below(9))));
      }
      case 6:
        return property.isEmpty() ? StageEditResult() : editor.block(property);
      default:
        return property.isEmpty() ? StageEditResult() : editor.clearAll(property);
    }
  }

  std::mt19937 random_;
  Stages stage_;
  std::vector<std::function<Stages(const Stages&)>> undo_;
};

std::string dumpOf(const Stage& stage) {
  Diagnostics problems;
  return dumpToText(dumpStage(stage, {.maxPrims = 0}, problems));
}

}  // namespace

// Memory stays flat: the process has no more of it after repeating the edits than after the first
// time, when caches and pools grow.
TEST(ManyEdits, UndoneOnAFilmSceneLeaveNothing) {
  const auto corpora = corporaPath();
  if (!corpora) GTEST_SKIP() << kNoCorpora;
  const auto file = *corpora / "assets/alab/ALab/entry.usda";
  if (!std::filesystem::exists(file)) GTEST_SKIP() << "There is no ALab in the collections.";
  ManyEdits scene(file);
  ASSERT_TRUE(scene.stage());
  ASSERT_GT(scene.stage()->rowCount(), 1000u);
  const std::string before = dumpOf(*scene.stage());
  const int repetitions = kIsSanitized ? 1 : 2;
  std::vector<std::int64_t> resident;
  for (int i = 0; i < repetitions; ++i) {
    ASSERT_NO_FATAL_FAILURE(scene.edit(kEditCount, 19));
    ASSERT_EQ(scene.undoCount(), std::size_t(kEditCount));
    if (i == 0) {
      EXPECT_NE(dumpOf(*scene.stage()), before);
    }
    ASSERT_NO_FATAL_FAILURE(scene.undoAll());
    resident.push_back(residentByteSize());
    std::cout << "after " << (i + 1) * kEditCount << " edits: " << resident.back() / kMebibyte
              << " MiB\n";
  }
  // EXPECT_EQ would print both texts, which are of ten megabytes.
  EXPECT_TRUE(dumpOf(*scene.stage()) == before);
  if (kIsSanitized) return;
  EXPECT_LE(resident.back(), resident.front() + resident.front() / 20);
}

}  // namespace usdscope
