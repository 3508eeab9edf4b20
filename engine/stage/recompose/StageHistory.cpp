// SPDX-License-Identifier: Apache-2.0
#include "engine/stage/recompose/StageHistory.h"

#include <algorithm>

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

// Whether the layer cache still has the layers that the stage was composed from. A stage with
// unreadable layers is not current, since they may be readable now.
bool isCurrent(const Stage& stage) {
  const auto couldNotBeRead = [](const CompositionError& error) {
    return error.kind == CompositionErrorKind::InvalidAssetPath ||
           error.kind == CompositionErrorKind::InvalidSublayerPath;
  };
  if (std::ranges::any_of(stage.compositionErrors(), couldNotBeRead)) return false;
  return std::ranges::all_of(stage.usedLayers(), [&](const auto& layer) {
    const auto opened = stage.layers().find(layer->identifier());
    return !opened || opened->layer == layer || layer == stage.sessionLayer();
  });
}

void append(std::vector<Path>& to, const std::vector<Path>& from) {
  to.insert(to.end(), from.begin(), from.end());
}

}  // namespace

StageHistory::StageHistory(StageResult opened, std::size_t keptCount) : keptCount_(keptCount) {
  newest_.stage = std::move(opened.stage);
  newest_.diagnostics = std::move(opened.diagnostics);
}

RecomposeResult StageHistory::edit(const StageRequest& request, std::stop_token stop) {
  // Going back to an earlier version changes again what has changed since.
  StageChanges changes;
  for (std::size_t i = 0; i < before_.size(); ++i) {
    append(changes.resynced, before_[i].toNext.resynced);
    append(changes.infoOnly, before_[i].toNext.infoOnly);
    if (!isSameRequest(before_[i].stage->request(), request)) continue;
    if (!isCurrent(*before_[i].stage)) break;
    Version found = std::move(before_[i]);
    before_.erase(before_.begin() + static_cast<std::ptrdiff_t>(i));
    RecomposeResult result{found.stage, found.diagnostics, changes};
    add(std::move(found), std::move(changes));
    return result;
  }

  RecomposeResult result = recomposeStage(newest_.stage, request, std::move(stop));
  if (result.stage) {
    add({.stage = result.stage, .diagnostics = result.diagnostics, .toNext = {}}, result.changes);
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
