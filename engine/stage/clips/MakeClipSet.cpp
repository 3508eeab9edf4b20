// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "engine/stage/clips/ClipSet.h"

namespace usdscope {
namespace {

std::string faultOfActive(const ClipSetDefinition& definition) {
  const double clipCount = static_cast<double>(definition.assetPaths->size());
  std::vector<double> starts;
  for (const glm::dvec2& entry : *definition.active) {
    if (!(entry.y >= 0.0 && entry.y < clipCount)) {
      return fmt::format("active names clip {}, but there are {}.", entry.y, clipCount);
    }
    if (std::isnan(entry.x)) return "active has a time that is no number.";
    starts.push_back(entry.x);
  }
  std::ranges::sort(starts);
  const auto twice = std::ranges::adjacent_find(starts);
  if (twice == starts.end()) return {};
  return fmt::format("active names two clips at time {}.", *twice);
}

std::string faultOfTimes(const std::vector<glm::dvec2>& times) {
  std::vector<double> stageTimes;
  for (const glm::dvec2& entry : times) {
    if (std::isnan(entry.x) || std::isnan(entry.y)) return "times has a time that is no number.";
    stageTimes.push_back(entry.x);
  }
  std::ranges::sort(stageTimes);
  for (std::size_t i = 2; i < stageTimes.size(); ++i) {
    if (stageTimes[i] == stageTimes[i - 2]) {
      return fmt::format("times has more than two entries at {}.", stageTimes[i]);
    }
  }
  return {};
}

// Says what is wrong with a complete definition; empty when nothing is.
std::string faultOf(const ClipSetDefinition& definition) {
  const Path primPath = Path::fromText(*definition.primPath);
  if (!primPath.isPrim() || primPath.hasVariants()) {
    return "primPath \"" + *definition.primPath + "\" is no absolute path of a prim.";
  }
  if (std::ranges::count(*definition.assetPaths, std::string()) > 0) {
    return "assetPaths has an empty path.";
  }
  std::string fault = faultOfActive(definition);
  if (fault.empty() && definition.times) fault = faultOfTimes(*definition.times);
  return fault;
}

// A warning for times that are valid, but which other programs read differently; empty: none.
std::string warningOf(const ClipSetDefinition& definition) {
  const auto isInfinite = [](const glm::dvec2& entry) {
    return std::isinf(entry.x) || std::isinf(entry.y);
  };
  if (std::ranges::any_of(*definition.active, isInfinite)) return "active has an infinite time.";
  const bool hasTimes = definition.times && std::ranges::any_of(*definition.times, isInfinite);
  return hasTimes ? "times has an infinite time." : "";
}

void reportClips(const ClipSetDefinition& definition, ClipLayers& layers, const std::string& what) {
  Diagnostics diagnostics;
  diagnostics.report(kInvalidClips,
                     {.layer = definition.layer->identifier(), .path = definition.site.text()},
                     "Clip set \"" + definition.name + "\": " + what);
  layers.report(diagnostics);
}

}  // namespace

std::shared_ptr<const ClipSet> ClipSet::make(ClipSetDefinition definition,
                                             std::shared_ptr<ClipLayers> layers) {
  if (!definition.assetPaths || !definition.primPath || !definition.active) return nullptr;
  if (const std::string fault = faultOf(definition); !fault.empty()) {
    reportClips(definition, *layers, fault + " The set is ignored.");
    return nullptr;
  }
  if (const std::string warning = warningOf(definition); !warning.empty()) {
    reportClips(definition, *layers, warning + " Values next to it mean nothing.");
  }
  // No clips: that is how a stronger layer takes the weaker one's away.
  if (definition.active->empty()) return nullptr;
  const Path primPath = Path::fromText(*definition.primPath);
  return std::shared_ptr<const ClipSet>(
      new ClipSet(std::move(definition), primPath, std::move(layers)));
}

}  // namespace usdscope
