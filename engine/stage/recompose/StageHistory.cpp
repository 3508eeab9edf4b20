// SPDX-License-Identifier: Apache-2.0
#include "engine/stage/recompose/StageHistory.h"

#include <algorithm>

namespace usdscope {
namespace {

bool isSameRequest(const StageRequest& a, const StageRequest& b) {
  return a.rootLayer == b.rootLayer && a.sessionLayer == b.sessionLayer &&
         a.mutedLayers == b.mutedLayers && a.loadRules == b.loadRules && a.mask == b.mask &&
         a.variantFallbacks == b.variantFallbacks && a.interpolation == b.interpolation &&
         a.clipByteBudget == b.clipByteBudget;
}

// Whether the cache still has the layers that the stage was composed of. Where some could not be
// read nobody knows whether they can be now.
bool isPresent(const Stage& stage) {
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
  // Back to one before: what has changed since then changes again.
  StageChanges changes;
  for (std::size_t i = 0; i < before_.size(); ++i) {
    append(changes.resynced, before_[i].toNext.resynced);
    append(changes.infoOnly, before_[i].toNext.infoOnly);
    if (!isSameRequest(before_[i].stage->request(), request)) continue;
    if (!isPresent(*before_[i].stage)) break;
    Version found = std::move(before_[i]);
    before_.erase(before_.begin() + static_cast<std::ptrdiff_t>(i));
    RecomposeResult result{found.stage, found.diagnostics, changes};
    take(std::move(found), std::move(changes));
    return result;
  }

  RecomposeResult result = recomposeStage(newest_.stage, request, std::move(stop));
  if (result.stage) {
    take({.stage = result.stage, .diagnostics = result.diagnostics, .toNext = {}}, result.changes);
  }
  return result;
}

void StageHistory::take(Version version, StageChanges changes) {
  newest_.toNext = std::move(changes);
  before_.push_front(std::move(newest_));
  newest_ = std::move(version);
  if (before_.size() > keptCount_) before_.resize(keptCount_);
}

}  // namespace usdscope
