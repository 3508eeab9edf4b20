// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <random>

#include "engine/asset/DefaultResolver.h"
#include "engine/base/Parallel.h"
#include "engine/compose/CompositionError.h"
#include "engine/format/LayerCache.h"
#include "engine/layer/LayerEdit.h"
#include "engine/stage/Property.h"
#include "engine/stage/Stage.h"
#include "tests/support/Corpora.h"
#include "tests/support/TestAssets.h"
#include "tests/support/scene/CheckStage.h"
#include "tests/support/scene/StageText.h"

namespace usdscope {
namespace {

/// Makes a sequence of random edits of one stage.
class RandomEdits {
 public:
  RandomEdits(const std::filesystem::path& root, unsigned seed) : random_(seed) {
    request_.rootLayer = root.string();
    const auto resolver =
        std::make_shared<DefaultResolver>(searchFromEnvironment(request_.rootLayer));
    layers_ = std::make_shared<LayerCache>(resolver);
    stage_ = composeStage(request_, layers_).stage;
    if (stage_) request_.sessionLayer = stage_->sessionLayer();
  }

  bool isOpen() const { return stage_ != nullptr; }

  /// Makes an edit. Returns a sentence if the result differs from a fresh composition.
  std::string step() {
    const StageRequest requestBefore = request_;
    replacedLayer_ = nullptr;
    std::string what = edit();
    const RecomposeResult result = recomposeStage(stage_, request_);
    const StageResult fresh = composeStage(request_, layers_);
    if (!result.stage || !fresh.stage) return what + ": there is no stage";
    const std::string difference =
        firstDifference(stageText(*fresh.stage), stageText(*result.stage));
    if (!difference.empty()) return what + "\n" + difference;
    const auto faults = checkStage(*result.stage);
    if (!faults.empty()) return what + "\n" + faults.front();
    stage_ = result.stage;
    if (isCut(*fresh.stage)) takeBack(requestBefore);
    return {};
  }

 private:
  static bool isCut(const Stage& stage) {
    return std::ranges::any_of(stage.compositionErrors(), [](const CompositionError& error) {
      return error.kind == CompositionErrorKind::IndexCapacityExceeded;
    });
  }

  // Scenes beyond the limits are slow, and so are all edits after them.
  void takeBack(const StageRequest& request) {
    request_ = request;
    if (replacedLayer_) layers_->replace(replacedLayer_);
    stage_ = recomposeStage(stage_, request_).stage;
  }

  std::size_t below(std::size_t count) { return random_() % count; }

  Path randomPrim() {
    std::vector<Path> paths;
    traverse(stage_->pseudoRoot(), PrimFilter::all(), [&](const Prim& prim) {
      paths.push_back(prim.path());
      return true;
    });
    return paths.empty() ? Path::fromText("/New") : paths[below(paths.size())];
  }

  std::string edit() {
    const Path prim = randomPrim();
    switch (below(13)) {
      case 0:
        return session(activeEdit(prim, below(2) == 0), "active of " + prim.text());
      case 1:
      case 2:
        return session(defaultEdit(prim.property(Token("edited")), Token("int"),
                                   Value(static_cast<int>(below(100)))),
                       "a value of " + prim.text());
      case 3:
        return chooseVariant(prim);
      case 4:
        return toggleMute();
      case 5:
        request_.loadRules.unload(prim);
        return "unloaded " + prim.text();
      case 6:
        request_.loadRules.load(prim, below(2) == 0);
        return "loaded " + prim.text();
      case 7:
        return session(PrimFieldEdit{prim, fields::kInstanceable, Value(below(2) == 0)},
                       "instanceable of " + prim.text());
      case 8:
        return session(PrimFieldEdit{prim.child(Token("added" + std::to_string(below(3)))),
                                     fields::kSpecifier, Value(Specifier::Def)},
                       "a new child of " + prim.text());
      case 9:
        return addArc(prim);
      case 10:
        return mask(prim);
      case 11:
        return reorderChildren(prim);
      default:
        return editLayer();
    }
  }

  std::string mask(Path prim) {
    request_.mask = {};
    if (below(2) == 0) return "everything";
    request_.mask = PopulationMask({prim, randomPrim()});
    return "only " + prim.text() + " and another";
  }

  std::string session(const LayerEdit& edit, std::string what) {
    Diagnostics problems;
    request_.sessionLayer = edited(*request_.sessionLayer, std::span(&edit, 1), problems);
    return what;
  }

  std::string chooseVariant(Path path) {
    const Prim prim = stage_->primAt(path);
    for (const VariantSet& set : prim ? prim.variantSets() : std::vector<VariantSet>()) {
      if (set.variants.empty()) continue;
      const std::string variant = set.variants[below(set.variants.size())];
      return session(VariantSelectionEdit{path, set.name, variant},
                     "variant " + variant + " of " + path.text());
    }
    return session(PrimFieldEdit{path, fields::kVariantSelection, {}},
                   "no selections on " + path.text());
  }

  std::string addArc(Path path) {
    const Path target = randomPrim();
    ListOp<Path> inherits;
    if (below(3) > 0) inherits.prependedItems = {target};
    return session(PrimFieldEdit{path, fields::kInheritPaths, Value(inherits)},
                   path.text() + " inherits " + target.text());
  }

  std::string reorderChildren(Path path) {
    const Prim prim = stage_->primAt(path);
    if (!prim) return "nothing";  // An empty stage.
    std::vector<Token> names;
    for (const Prim& child : prim.children()) names.push_back(child.name());
    std::ranges::shuffle(names, random_);
    return session(PrimFieldEdit{path, fields::kPrimOrder, Value(names)},
                   "order below " + path.text());
  }

  std::string toggleMute() {
    std::vector<std::string> candidates(request_.mutedLayers.begin(), request_.mutedLayers.end());
    for (const auto& layer : stage_->usedLayers()) {
      if (layer != stage_->rootLayer()) candidates.push_back(layer->identifier());
    }
    if (candidates.empty()) return "nothing";
    const std::string layer = candidates[below(candidates.size())];
    if (request_.mutedLayers.erase(layer) == 0) request_.mutedLayers.insert(layer);
    return "mute or unmute " + layer;
  }

  // Makes the next version of a layer other than the session layer, as a reload would.
  std::string editLayer() {
    const auto& layers = stage_->usedLayers();
    const auto& layer = layers[below(layers.size())];
    const auto opened = layers_->find(layer->identifier());
    if (!opened || !opened->layer || opened->layer->primRowCount() < 2) return "nothing";
    const auto row = static_cast<std::uint32_t>(1 + below(opened->layer->primRowCount() - 1));
    const Path path = PrimSpec(opened->layer.get(), row).path();
    LayerEdit edit = activeEdit(path, below(2) == 0);
    if (below(2) == 0 && path.isPrim()) {
      edit = defaultEdit(path.property(Token("reloaded")), Token("int"), Value(1));
    }
    Diagnostics problems;
    replacedLayer_ = opened->layer;
    layers_->replace(edited(*opened->layer, std::span(&edit, 1), problems));
    return "another version of " + layer->identifier() + " with " + path.text();
  }

  std::mt19937 random_;
  std::shared_ptr<LayerCache> layers_;
  StageRequest request_;
  std::shared_ptr<const Stage> stage_;
  std::shared_ptr<const Layer> replacedLayer_;  // The layer that the edit replaced; null: none.
};

unsigned numberFromEnvironment(const char* name, unsigned otherwise) {
  const char* text = std::getenv(name);
  return text ? static_cast<unsigned>(std::strtoul(text, nullptr, 10)) : otherwise;
}

void editAtRandom(const std::filesystem::path& root) {
  const unsigned count = numberFromEnvironment("USDSCOPE_EDITS", 20);
  RandomEdits edits(root, numberFromEnvironment("USDSCOPE_SEED", 1));
  ASSERT_TRUE(edits.isOpen()) << root;
  for (unsigned i = 0; i < count; ++i) {
    const std::string problem = edits.step();
    ASSERT_EQ(problem, "") << root << ", edit " << i;
  }
}

}  // namespace

TEST(RandomEdits, OwnScenesAreComposedAsFromNothing) {
  std::size_t count = 0;
  for (const auto& entry : std::filesystem::directory_iterator(testAssetsPath() / "museum")) {
    if (!entry.is_directory()) continue;
    editAtRandom(entry.path() / "root.usda");
    ++count;
  }
  EXPECT_GT(count, 10u);
}

TEST(RandomEdits, MuseumScenesAreComposedAsFromNothing) {
  const auto corpora = corporaPath();
  if (!corpora) GTEST_SKIP() << kNoCorpora;
  std::vector<std::filesystem::path> scenes;
  for (const auto& entry :
       std::filesystem::recursive_directory_iterator(*corpora / "conformance")) {
    const auto name = entry.path().filename();
    if (name == "root.usda" || name == "root.sdf") scenes.push_back(entry.path());
  }
  // One is refused, as in the reference.
  std::erase_if(scenes, [](const auto& scene) { return !RandomEdits(scene, 1).isOpen(); });
  std::ranges::sort(scenes);
  ASSERT_GT(scenes.size(), 50u);
  const std::size_t stride = std::getenv("USDSCOPE_EDITS") ? 1 : 5;
  for (std::size_t i = 0; i < scenes.size(); i += stride) editAtRandom(scenes[i]);
}

}  // namespace usdscope
