// SPDX-License-Identifier: Apache-2.0
#include "engine/author/ApplyEdits.h"

#include <fmt/format.h>

#include <algorithm>

#include "engine/author/EditTarget.h"
#include "engine/format/LayerCache.h"

namespace usdscope {

AppliedEdits applyEdits(const std::shared_ptr<const Stage>& stage,
                        std::span<const LayerEdits> groups, std::stop_token stop) {
  AppliedEdits applied;
  const auto refuse = [&](std::string problem) {
    applied.before.clear();
    applied.after.clear();
    applied.problem = std::move(problem);
    return std::move(applied);
  };
  for (const LayerEdits& group : groups) {
    const auto known = std::ranges::find_if(
        applied.after, [&](const auto& layer) { return layer->identifier() == group.layer; });
    const bool isKnown = known != applied.after.end();
    const auto before = isKnown ? *known : editableLayer(*stage, group.layer);
    if (!before) return refuse(fmt::format("The layer '{}' is not open.", group.layer));
    Diagnostics problems;
    auto after = edited(*before, group.edits, problems);
    if (!problems.isEmpty()) {
      const Diagnostic& first = problems.entries().front();
      return refuse(fmt::format("<{}>: {}", first.site.path, first.message));
    }
    if (isKnown) {
      *known = std::move(after);
    } else {
      applied.before.push_back(before);
      applied.after.push_back(std::move(after));
    }
  }
  applied.result = withLayers(stage, applied.after, std::move(stop));
  return applied;
}

RecomposeResult withLayers(const std::shared_ptr<const Stage>& stage, const LayerVersions& layers,
                           std::stop_token stop) {
  StageRequest request = stage->request();
  const std::string& session = stage->sessionLayer()->identifier();
  for (const auto& layer : layers) {
    if (layer->identifier() == session) {
      request.sessionLayer = layer;
    } else {
      stage->layers().replace(layer);
    }
  }
  return recomposeStage(stage, request, std::move(stop));
}

}  // namespace usdscope
