// SPDX-License-Identifier: Apache-2.0
#include "engine/stage/recompose/StageHistory.h"

#include <algorithm>
#include <set>
#include <string>

#include "engine/compose/CompositionError.h"
#include "engine/format/LayerCache.h"
#include "engine/layer/Layer.h"

namespace usdscope {
namespace {

// Compares everything but the environment, which is that of the layer cache.
bool isSameRequest(const StageRequest& a, const StageRequest& b) {
  return a.rootLayer == b.rootLayer && a.sessionLayer == b.sessionLayer &&
         a.mutedLayers == b.mutedLayers && a.loadRules == b.loadRules && a.mask == b.mask &&
         a.variantFallbacks == b.variantFallbacks && a.interpolation == b.interpolation &&
         a.clipByteBudget == b.clipByteBudget;
}

// Returns the open layers that a stage was not composed from.
std::vector<std::shared_ptr<const Layer>> otherLayersOf(const Stage& stage) {
  std::set<std::string> used;
  for (const auto& layer : stage.usedLayers()) used.insert(layer->identifier());
  std::vector<std::shared_ptr<const Layer>> others;
  for (const std::string& identifier : stage.layers().identifiers()) {
    const auto opened = used.contains(identifier) ? nullptr : stage.layers().find(identifier);
    if (opened && opened->layer) others.push_back(opened->layer);
  }
  return others;
}

void append(std::vector<Path>& to, const std::vector<Path>& from) {
  to.insert(to.end(), from.begin(), from.end());
}

}  // namespace

StageHistory::StageHistory(StageResult opened, std::size_t keptCount) : keptCount_(keptCount) {
  newest_.stage = std::move(opened.stage);
  newest_.diagnostics = std::move(opened.diagnostics);
  newest_.otherLayers = otherLayersOf(*newest_.stage);
}

// Whether the layer cache still has the layers that the stage was composed from, and that its clips
// may have been read from. A stage with unreadable layers is not current, since they may be
// readable now.
bool StageHistory::isCurrent(const Version& version) {
  const Stage& stage = *version.stage;
  const auto couldNotBeRead = [](const CompositionError& error) {
    return error.kind == CompositionErrorKind::InvalidAssetPath ||
           error.kind == CompositionErrorKind::InvalidSublayerPath;
  };
  if (std::ranges::any_of(stage.compositionErrors(), couldNotBeRead)) return false;
  std::set<std::string> known;
  const auto isSame = [&](const std::shared_ptr<const Layer>& layer) {
    known.insert(layer->identifier());
    const auto opened = stage.layers().find(layer->identifier());
    return !opened || opened->layer == layer || layer == stage.sessionLayer();
  };
  if (!std::ranges::all_of(stage.usedLayers(), isSame) ||
      !std::ranges::all_of(version.otherLayers, isSame)) {
    return false;
  }
  // A clip or manifest that was edited for the first time since then.
  return std::ranges::none_of(stage.layers().identifiers(), [&](const std::string& identifier) {
    if (known.contains(identifier)) return false;
    const auto opened = stage.layers().find(identifier);
    return opened && opened->isModified();
  });
}

RecomposeResult StageHistory::edit(const StageRequest& request, std::stop_token stop) {
  // Going back to an earlier version changes again what has changed since.
  StageChanges changes;
  for (std::size_t i = 0; i < before_.size(); ++i) {
    append(changes.resynced, before_[i].toNext.resynced);
    append(changes.infoOnly, before_[i].toNext.infoOnly);
    if (!isSameRequest(before_[i].stage->request(), request)) continue;
    if (!isCurrent(before_[i])) break;
    Version found = std::move(before_[i]);
    before_.erase(before_.begin() + static_cast<std::ptrdiff_t>(i));
    RecomposeResult result{found.stage, found.diagnostics, changes};
    add(std::move(found), std::move(changes));
    return result;
  }

  RecomposeResult result = recomposeStage(newest_.stage, request, std::move(stop));
  if (result.stage) {
    add({.stage = result.stage,
         .diagnostics = result.diagnostics,
         .toNext = {},
         .otherLayers = otherLayersOf(*result.stage)},
        result.changes);
  }
  return result;
}

void StageHistory::add(Version version, StageChanges changes) {
  newest_.toNext = std::move(changes);
  before_.push_front(std::move(newest_));
  newest_ = std::move(version);
  if (before_.size() > keptCount_) before_.resize(keptCount_);
}

}  // namespace usdscope
