// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <functional>
#include <optional>

#include "app/cli/bench/BenchPhases.h"
#include "app/cli/bench/PlainPrims.h"
#include "engine/asset/AssetResolver.h"
#include "engine/format/LayerCache.h"
#include "engine/layer/LayerBuilder.h"
#include "engine/layer/LayerEdit.h"
#include "engine/stage/recompose/StageHistory.h"

namespace usdscope {
namespace {

constexpr PrimFilter kEveryPrim{true, true, true, true, false};

std::size_t primCount(const Stage& stage) {
  std::size_t count = 0;
  traverse(stage.pseudoRoot(), kEveryPrim, [&](const Prim& prim) {
    if (!prim.isPseudoRoot()) ++count;
    return true;
  });
  return count;
}

/// A variant selection in the session layer.
struct Choice {
  Path prim;
  std::string set;
  std::string variant;
};

// Selects the next variant on the first plain prim that has a variant set with at least two
// variants.
std::optional<Choice> nextVariant(const Stage& stage) {
  for (const Prim& prim : plainPrims(stage)) {
    for (const VariantSet& set : prim.variantSets()) {
      if (set.variants.size() < 2) continue;
      const auto chosen = std::find(set.variants.begin(), set.variants.end(), set.selection);
      const bool isLast = chosen == set.variants.end() || chosen + 1 == set.variants.end();
      return Choice{prim.path(), set.name, isLast ? set.variants.front() : *(chosen + 1)};
    }
  }
  return {};
}

/// Edits a stage. Each edit is timed together with its undo.
class EditBench {
 public:
  EditBench(BenchRun& run, std::shared_ptr<const Stage> opened)
      : run_(run), request_(opened->request()), history_({std::move(opened), {}}) {
    request_.sessionLayer = stage()->sessionLayer();
  }

  void thereAndBack(const std::string& name, const std::function<void(StageRequest&)>& there,
                    const std::function<void(StageRequest&)>& back) {
    std::vector<std::size_t> prims{primCount(*stage())};
    double milliseconds = 0.0;
    for (const auto& edit : {there, back}) {
      milliseconds += run_.millisecondsOf([&] {
        edit(request_);
        history_.edit(request_);
      });
      prims.push_back(primCount(*stage()));
    }
    run_.record(name, milliseconds);
    run_.check(name, [&]() -> OrderedJson { return {{"prims", prims}}; });
  }

  const std::shared_ptr<const Stage>& stage() const { return history_.stage(); }

 private:
  BenchRun& run_;
  StageRequest request_;
  StageHistory history_;
};

void editSession(StageRequest& request, const LayerEdit& edit) {
  Diagnostics problems;
  request.sessionLayer = edited(*request.sessionLayer, std::span(&edit, 1), problems);
}

}  // namespace

void benchEdit(BenchRun& run) {
  std::shared_ptr<const Stage> stage = run.openStage();
  if (!stage) return;
  LayerCache& layers = stage->layers();
  const std::shared_ptr<const Layer> root = stage->rootLayer();
  EditBench bench(run, std::move(stage));

  const std::string empty = "anon:empty";
  layers.replace(LayerBuilder().build({.identifier = empty}));
  const auto setSublayers = [](const Value& value) -> LayerEdit {
    return PrimFieldEdit{Path::root(), fields::kSubLayers, value};
  };
  bench.thereAndBack(
      "edit.sublayer",
      [&](StageRequest& request) {
        editSession(request, setSublayers(Value(std::vector<std::string>{empty})));
      },
      [&](StageRequest& request) { editSession(request, setSublayers({})); });

  const auto sublayers =
      root->pseudoRoot().field(fields::kSubLayers).valueOr(std::vector<std::string>());
  if (!sublayers.empty()) {
    const std::string muted =
        layers.resolver().identifierFor(sublayers.front(), root->identifier());
    bench.thereAndBack(
        "edit.mute", [&](StageRequest& request) { request.mutedLayers.insert(muted); },
        [&](StageRequest& request) { request.mutedLayers.erase(muted); });
  }

  if (const auto choice = nextVariant(*bench.stage())) {
    const auto choose = [&](const std::optional<std::string>& variant) {
      return [&, variant](StageRequest& request) {
        editSession(request, VariantSelectionEdit{choice->prim, choice->set, variant});
      };
    };
    bench.thereAndBack("edit.variant", choose(choice->variant), choose(std::nullopt));
  }
}

}  // namespace usdscope
