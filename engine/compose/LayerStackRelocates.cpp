// SPDX-License-Identifier: Apache-2.0
#include "engine/compose/LayerStackRelocates.h"

#include <algorithm>
#include <map>
#include <set>
#include <string_view>
#include <tuple>
#include <unordered_set>

#include "engine/compose/CompositionErrorTexts.h"

namespace usdscope {
namespace {

struct PathOrder {
  bool operator()(Path a, Path b) const { return a != b && pathLess(a, b); }
};

struct Authored {
  Path target;
  const Layer* layer = nullptr;
};
using AuthoredBySource = std::map<Path, Authored, PathOrder>;

bool isRootPrim(Path path) { return path.isPrim() && path.depth() == 1; }

bool isPlainPrim(Path path) { return path.isPrim() && !path.hasVariants(); }

/// Returns the fault of a single relocate, regardless of others; null when it is valid.
const CompositionFault* faultOf(Path source, Path target) {
  if (source.isEmpty()) return &faults::kEmptyRelocateSource;
  if (!isPlainPrim(source)) return &faults::kRelocateFromNonPrim;
  if (isRootPrim(source)) return &faults::kRelocateFromRootPrim;
  if (target.isEmpty()) return nullptr;
  if (!isPlainPrim(target)) return &faults::kRelocateToNonPrim;
  if (source == target) return &faults::kRelocateToItself;
  if (target.hasPrefix(source)) return &faults::kRelocateToDescendant;
  if (source.hasPrefix(target)) return &faults::kRelocateToAncestor;
  return nullptr;
}

CompositionError makeError(const CompositionFault& fault, const Layer* layer,
                           std::initializer_list<std::string_view> names) {
  return {.kind = fault.kind,
          .site = {.layer = layer->identifier(), .path = "/"},
          .rootPath = Path::root(),
          .message = messageOf(fault, names)};
}

AuthoredBySource collect(std::span<const Layer* const> layers,
                         std::vector<CompositionError>& errors) {
  AuthoredBySource collected;
  for (const Layer* layer : layers) {
    const Value value = layer->pseudoRoot().field(fields::kLayerRelocates);
    const auto* authored = value.find<std::vector<std::pair<Path, Path>>>();
    if (!authored) continue;
    for (const auto& [source, target] : *authored) {
      if (const CompositionFault* const fault = faultOf(source, target)) {
        errors.push_back(makeError(*fault, layer, {source.text(), target.text()}));
      } else {
        collected.try_emplace(source, Authored{target, layer});
      }
    }
  }
  return collected;
}

void dropSharedTargets(const AuthoredBySource& collected, std::set<Path, PathOrder>& dropped,
                       std::vector<CompositionError>& errors) {
  std::map<Path, std::vector<Path>, PathOrder> sourcesOfTarget;
  for (const auto& [source, authored] : collected) {
    if (!authored.target.isEmpty()) sourcesOfTarget[authored.target].push_back(source);
  }
  for (const auto& [target, sources] : sourcesOfTarget) {
    if (sources.size() < 2) continue;
    std::string list;
    for (const Path source : sources) list += (list.empty() ? "<" : " <") + source.text() + ">";
    errors.push_back(makeError(faults::kSharedTarget, collected.at(sources.front()).layer,
                               {target.text(), list}));
    dropped.insert(sources.begin(), sources.end());
  }
}

/// Conflicts, in the order in which they are reported for one relocate.
enum class Conflict { TargetIsSource, SourceIsTarget, TargetBelowSource, SourceBelowSource };

const CompositionFault& faultOf(Conflict conflict) {
  switch (conflict) {
    case Conflict::TargetIsSource:
      return faults::kTargetIsSource;
    case Conflict::SourceIsTarget:
      return faults::kSourceIsTarget;
    case Conflict::TargetBelowSource:
      return faults::kTargetBelowSource;
    case Conflict::SourceBelowSource:
      break;
  }
  return faults::kSourceBelowSource;
}

void dropConflicts(const AuthoredBySource& collected, std::set<Path, PathOrder>& dropped,
                   std::vector<CompositionError>& errors) {
  struct Found {
    Path source;
    Conflict conflict;
    Path other;
  };
  std::vector<Found> found;
  for (const auto& [source, authored] : collected) {
    const Path target = authored.target;
    if (!target.isEmpty()) {
      if (collected.contains(target)) {
        found.push_back({source, Conflict::TargetIsSource, target});
        found.push_back({target, Conflict::SourceIsTarget, source});
      }
      for (Path above = target.parent(); !above.isRoot(); above = above.parent()) {
        if (collected.contains(above))
          found.push_back({source, Conflict::TargetBelowSource, above});
      }
    }
    for (Path above = source.parent(); !isRootPrim(above); above = above.parent()) {
      if (collected.contains(above)) found.push_back({source, Conflict::SourceBelowSource, above});
    }
  }
  std::stable_sort(found.begin(), found.end(), [](const Found& a, const Found& b) {
    if (a.source != b.source) return pathLess(a.source, b.source);
    if (a.conflict != b.conflict) return a.conflict < b.conflict;
    return PathOrder()(a.other, b.other);
  });
  for (const Found& entry : found) {
    errors.push_back(makeError(faultOf(entry.conflict), collected.at(entry.source).layer,
                               {entry.source.text(), entry.other.text()}));
    dropped.insert(entry.source);
  }
}

}  // namespace

LayerStackRelocates::LayerStackRelocates(std::span<const Layer* const> layers,
                                         std::vector<CompositionError>& errors) {
  AuthoredBySource collected = collect(layers, errors);
  if (collected.empty()) return;
  std::set<Path, PathOrder> dropped;
  dropSharedTargets(collected, dropped, errors);
  dropConflicts(collected, dropped, errors);
  for (const Path source : dropped) collected.erase(source);

  for (const auto& [source, authored] : collected) {
    const auto index = static_cast<std::uint32_t>(relocations_.size());
    relocations_.push_back({source, authored.target, source});
    bySource_[source] = index;
    bySourceParent_[source.parent()].push_back(index);
    if (authored.target.isEmpty()) continue;
    byTarget_[authored.target] = index;
    byTargetParent_[authored.target.parent()].push_back(index);
  }

  // A source below another relocate's target comes from below that relocate's origin. Applies each
  // relocate at most once, so that this terminates.
  for (Relocation& relocation : relocations_) {
    std::unordered_set<std::uint32_t> met;
    for (Path above = relocation.origin; !above.isRoot();) {
      const auto found = byTarget_.find(above);
      if (found == byTarget_.end() || !met.insert(found->second).second) {
        above = above.parent();
        continue;
      }
      const Relocation& other = relocations_[found->second];
      relocation.origin = relocation.origin.withPrefixReplaced(other.target, other.source);
      above = other.source;
    }
  }
  for (std::uint32_t i = 0; i < relocations_.size(); ++i) byOrigin_.push_back(i);
  std::stable_sort(byOrigin_.begin(), byOrigin_.end(), [&](std::uint32_t a, std::uint32_t b) {
    return PathOrder()(relocations_[a].origin, relocations_[b].origin);
  });
}

const Relocation* LayerStackRelocates::findBySource(Path source) const {
  const auto found = bySource_.find(source);
  return found == bySource_.end() ? nullptr : &relocations_[found->second];
}

const Relocation* LayerStackRelocates::findByTarget(Path target) const {
  const auto found = byTarget_.find(target);
  return found == byTarget_.end() ? nullptr : &relocations_[found->second];
}

std::span<const std::uint32_t> LayerStackRelocates::fromChildrenOf(Path parent) const {
  const auto found = bySourceParent_.find(parent);
  return found == bySourceParent_.end() ? std::span<const std::uint32_t>() : found->second;
}

std::span<const std::uint32_t> LayerStackRelocates::toChildrenOf(Path parent) const {
  const auto found = byTargetParent_.find(parent);
  return found == byTargetParent_.end() ? std::span<const std::uint32_t>() : found->second;
}

MapFunction LayerStackRelocates::mapBelow(Path path) const {
  std::vector<MapFunction::Pair> pairs{{Path::root(), Path::root()}};
  std::unordered_set<Path> sources;
  std::unordered_set<Path> targets;
  const auto add = [&](Path source, Path target) {
    if (sources.insert(source).second) pairs.emplace_back(source, target);
  };

  // Complete moves first, from the path before any relocation; then single steps to other targets.
  const auto firstOrigin = std::partition_point(
      byOrigin_.begin(), byOrigin_.end(),
      [&](std::uint32_t i) { return PathOrder()(relocations_[i].origin, path); });
  for (auto it = firstOrigin; it != byOrigin_.end(); ++it) {
    const Relocation& relocation = relocations_[*it];
    if (!relocation.origin.hasPrefix(path)) break;
    if (relocation.target.isEmpty()) continue;
    add(relocation.origin, relocation.target);
    targets.insert(relocation.target);
  }
  const auto firstSource =
      std::partition_point(relocations_.begin(), relocations_.end(),
                           [&](const Relocation& r) { return PathOrder()(r.source, path); });
  for (auto it = firstSource; it != relocations_.end() && it->source.hasPrefix(path); ++it) {
    if (!it->target.isEmpty() && targets.insert(it->target).second) add(it->source, it->target);
  }
  return MapFunction::make(std::move(pairs), {});
}

}  // namespace usdscope
