// SPDX-License-Identifier: Apache-2.0
#include "app/session/document/StageOpening.h"

#include <fmt/format.h>

#include <algorithm>
#include <set>
#include <utility>
#include <variant>

#include "app/files/StageInputs.h"
#include "engine/format/LayerCache.h"
#include "engine/layer/Fields.h"
#include "engine/scene/PlayedRange.h"

namespace usdscope {
namespace {

std::vector<std::string> sublayersOf(const Layer& layer) {
  return layer.pseudoRoot().field(fields::kSubLayers).valueOr(std::vector<std::string>());
}

// Mutes sublayers of a layer, and of their sublayers, without reading the muted ones. Paths that
// are expressions are left to composing.
void muteSublayers(StageRequest& request, LayerCache& layers, const MutePatterns& patterns,
                   const std::stop_token& stop) {
  const auto root = layers.findOrOpen(request.rootLayer)->layer;
  std::vector<std::shared_ptr<const Layer>> pending;
  std::set<std::string> seen = {request.rootLayer};
  for (const auto& each : {root, request.sessionLayer}) {
    if (each) pending.push_back(each);
  }
  while (!pending.empty() && !stop.stop_requested()) {
    const auto layer = std::move(pending.back());
    pending.pop_back();
    for (const std::string& path : sublayersOf(*layer)) {
      if (path.empty() || path.starts_with('`')) continue;
      const std::string identifier = layers.resolver().identifierFor(path, layer->identifier());
      if (identifier.empty() || !seen.insert(identifier).second) continue;
      if (patterns.matches(identifier)) {
        request.mutedLayers.insert(identifier);
      } else if (auto opened = layers.findOrOpen(identifier)->layer) {
        pending.push_back(std::move(opened));
      }
    }
  }
}

// Returns whether a layer of the stage has been muted that was not muted before.
bool muteUsed(StageRequest& request, const Stage& stage, const MutePatterns& patterns) {
  bool isChanged = false;
  for (const auto& layer : stage.usedLayers()) {
    const bool isFixed = layer == stage.rootLayer() || layer == stage.sessionLayer();
    if (isFixed || !patterns.matches(layer->identifier())) continue;
    isChanged = request.mutedLayers.insert(layer->identifier()).second || isChanged;
  }
  return isChanged;
}

}  // namespace

MutePatterns::MutePatterns(std::span<const std::string> expressions) {
  for (const std::string& each : expressions) regexes_.emplace_back("(?-i:" + each + ")");
}

bool MutePatterns::matches(const std::string& identifier) const {
  return std::ranges::any_of(regexes_,
                             [&](const TextRegex& each) { return each.matches(identifier); });
}

std::string applyOptions(const OpenOptions& options, LayerCache& layers, StageState& state) {
  if (options.loadRules) state.loadRules = *options.loadRules;
  if (options.sessionLayer.empty() && options.variants.empty()) return {};
  Diagnostics diagnostics;
  state.sessionLayer =
      makeSessionLayer(layers, options.sessionLayer, options.variants, diagnostics);
  if (state.sessionLayer) return {};
  const auto entries = diagnostics.entries();
  const std::string reason = entries.empty() ? "It cannot be read." : entries.front().message;
  return "The session layer " + options.sessionLayer + " cannot be used: " + reason;
}

StageResult composeMuting(StageRequest& request, const std::shared_ptr<LayerCache>& layers,
                          const MutePatterns& patterns, const std::stop_token& stop) {
  if (patterns.isEmpty()) return composeStage(request, layers, stop);
  muteSublayers(request, *layers, patterns, stop);
  const LoadRules wanted = request.loadRules;
  request.loadRules = LoadRules::none();
  StageResult result = composeStage(request, layers, stop);
  while (result.stage && !stop.stop_requested()) {
    if (!muteUsed(request, *result.stage, patterns)) {
      if (request.loadRules == wanted) return result;
      request.loadRules = wanted;
    }
    RecomposeResult next = recomposeStage(result.stage, request, stop);
    result = {.stage = std::move(next.stage), .diagnostics = std::move(next.diagnostics)};
  }
  return result;
}

std::vector<std::string> unknownVariants(const OpenOptions& options, const Stage& stage) {
  std::vector<std::string> sentences;
  for (const LayerEdit& edit : options.variants) {
    const auto* wanted = std::get_if<VariantSelectionEdit>(&edit);
    if (!wanted || !wanted->variant || wanted->variant->empty()) continue;
    const std::string path = wanted->prim.text();
    const Prim prim = stage.primAt(wanted->prim);
    if (!prim) {
      sentences.push_back(fmt::format("There is no prim <{}> for the variant {} of the set {}.",
                                      path, *wanted->variant, wanted->set));
      continue;
    }
    const std::vector<VariantSet> sets = prim.variantSets();
    const auto set = std::ranges::find(sets, wanted->set, &VariantSet::name);
    if (set == sets.end()) {
      sentences.push_back(fmt::format("The prim <{}> has no variant set {}.", path, wanted->set));
    } else if (std::ranges::find(set->variants, *wanted->variant) == set->variants.end()) {
      sentences.push_back(fmt::format("The variant set {} of <{}> has no variant {}, but {}.",
                                      wanted->set, path, *wanted->variant,
                                      fmt::join(set->variants, ", ")));
    }
  }
  return sentences;
}

std::optional<TimeCodeRange> rangeWithoutSamples(const OpenOptions& options, const Stage& stage) {
  const auto playable = playableRange(stage);
  const bool isWanted = options.firstFrame && options.lastFrame;
  return playable || !isWanted ? playable : std::optional(TimeCodeRange());
}

void applyRange(const OpenOptions& options, TimeCodeRange& range) {
  if (!options.firstFrame && !options.lastFrame) return;
  range.start = options.firstFrame.value_or(range.start);
  range.end = options.lastFrame.value_or(range.end);
  // An end that is given alone wins over the other end of the scene.
  if (options.firstFrame) range.end = std::max(range.start, range.end);
  range.start = std::min(range.start, range.end);
  range.isAuthored = true;
}

TimeCode firstTime(const OpenOptions& options, const TimeCodeRange& range, TimeCode left) {
  if (options.frame) return *options.frame;
  const bool hasRange = options.firstFrame || options.lastFrame;
  const bool isOutside =
      !left.isDefault() && (left.time() < range.start || left.time() > range.end);
  return hasRange && isOutside ? TimeCode(std::clamp(left.time(), range.start, range.end)) : left;
}

}  // namespace usdscope
