// SPDX-License-Identifier: Apache-2.0
#include "engine/report/explain/UnreachedClips.h"

#include <fmt/format.h>

#include <algorithm>
#include <functional>
#include <map>
#include <optional>
#include <string_view>

#include "engine/layer/ClipKeys.h"
#include "engine/stage/Stage.h"
#include "engine/stage/clips/ClipFault.h"
#include "engine/stage/clips/ClipMetadata.h"
#include "engine/stage/clips/ClipSet.h"
#include "engine/stage/resolve/OpinionWalk.h"
#include "engine/value/Dictionary.h"

namespace usdscope {
namespace {

using Sets = std::vector<std::shared_ptr<const ClipSet>>;

/// The opinion of one layer about a clip set.
struct AuthoredSet {
  std::shared_ptr<const Layer> layer;
  Path path;
  Value value;  // A dictionary, unless the opinion is faulty.
};

// The opinions on each set by its name, strongest first.
using AuthoredSets = std::map<std::string, std::vector<AuthoredSet>, std::less<>>;

// Returns the sets that layers author on a prim, without those that the stage uses.
AuthoredSets unusedSets(const Prim& prim, const Sets& used) {
  AuthoredSets unused;
  for (OpinionWalk walk(prim); walk.next();) {
    const Opinion& opinion = walk.opinion();
    const Value field = opinion.prim.field(fields::kClips);
    const auto* sets = field.find<Dictionary>();
    if (!sets) continue;
    for (const auto& [name, value] : sets->entries()) {
      const bool isUsed = std::ranges::any_of(
          used, [&](const std::shared_ptr<const ClipSet>& set) { return set->name() == name; });
      if (!isUsed) unused[name].push_back({opinion.layer(), opinion.path, value});
    }
  }
  return unused;
}

/// The strongest opinion about an entry of a set.
struct AuthoredEntry {
  const AuthoredSet* by = nullptr;
  bool hasRightType = false;
};

AuthoredEntry strongestEntry(const std::vector<AuthoredSet>& opinions, std::string_view key) {
  for (const AuthoredSet& opinion : opinions) {
    const auto* entries = opinion.value.find<Dictionary>();
    const Value* entry = entries ? entries->find(key) : nullptr;
    if (entry) return {&opinion, hasTypeOfClipKey(key, *entry)};
  }
  return {};
}

/// Why a set is ignored, and the layer to blame.
struct Blame {
  std::string reason;
  std::shared_ptr<const Layer> layer;
  Path path;
};

// Finds the first entry that a set needs and that is absent or has a wrong type.
std::optional<Blame> findLack(const std::vector<AuthoredSet>& opinions) {
  const AuthoredSet& first = opinions.front();
  const bool hasDictionary = std::ranges::any_of(
      opinions, [](const AuthoredSet& each) { return each.value.holds<Dictionary>(); });
  if (!hasDictionary) {
    return Blame{"the set is not a dictionary, so it is ignored", first.layer, first.path};
  }
  using namespace clip_keys;
  const bool isTemplate = !strongestEntry(opinions, kAssetPaths).hasRightType &&
                          strongestEntry(opinions, kTemplateAssetPath).by;
  using Keys = std::vector<std::string_view>;
  const Keys needed = isTemplate ? Keys{kTemplateAssetPath, kTemplateStartTime, kTemplateEndTime,
                                        kTemplateStride, kPrimPath}
                                 : Keys{kAssetPaths, kActive, kPrimPath};
  for (const std::string_view key : needed) {
    const AuthoredEntry entry = strongestEntry(opinions, key);
    if (entry.hasRightType) continue;
    if (entry.by) {
      return Blame{fmt::format("`{}` of the set is not of type {}, so the set is ignored", key,
                               typeOfClipKey(key)),
                   entry.by->layer, entry.by->path};
    }
    const std::string what = key == kAssetPaths
                                 ? fmt::format("neither `{}` nor `{}`", key, kTemplateAssetPath)
                                 : fmt::format("no `{}`", key);
    return Blame{fmt::format("the set has {}, so it is ignored", what), first.layer, first.path};
  }
  return std::nullopt;
}

// Finds the strongest layer that orders the sets of a prim, and so may leave some out.
std::optional<Blame> findOrder(const Prim& prim) {
  for (OpinionWalk walk(prim); walk.next();) {
    const Opinion& opinion = walk.opinion();
    if (!opinion.prim.hasField(fields::kClipSets)) continue;
    return Blame{"`clipSets` does not name the set, so it plays no clip", opinion.layer(),
                 opinion.path};
  }
  return std::nullopt;
}

// Whether a set is made from a template, and no file of the template exists.
bool hasTemplateWithoutFiles(const ClipSetDefinition& set) {
  // No layer authors the `active` of a template.
  return set.assetPaths && set.assetPaths->empty() && set.active && !set.activeSite.layer;
}

void addIgnored(const Prim& prim, std::vector<UnreachedClips>& out) {
  if (!prim.mayHaveClips()) return;
  AuthoredSets unused = unusedSets(prim, ownClipSets(prim));
  // Composing sets expands their templates, which is worth its time only if one is ignored.
  if (unused.empty()) return;
  std::vector<ClipFault> faults;
  for (const ClipSetDefinition& set :
       composeClipSets(prim.index(), prim.stage().resolver(), faults)) {
    const auto authored = unused.find(set.name);
    if (authored == unused.end()) continue;
    std::vector<ClipFault> own = findFaults(set);
    own.insert(own.end(), faults.begin(), faults.end());
    const auto fault = std::ranges::find_if(
        own, [&](const ClipFault& each) { return each.set == set.name && disablesSet(each); });
    std::string key;
    std::string reason;
    if (fault != own.end()) {
      key = fault->key;
      reason = faultText(*fault);
      if (reason.ends_with('.')) reason.pop_back();
    } else if (hasTemplateWithoutFiles(set)) {
      key = clip_keys::kTemplateAssetPath;
      reason = "the template of the set names no file that exists, so it plays no clip";
    } else {
      key = set.emptyKey();
      // It lacks entries.
      if (key.empty()) continue;
      const bool isOffInSession = set.siteOf(key).layer == prim.stage().sessionLayer();
      reason = isOffInSession ? fmt::format(
                                    "the set is switched off in the session layer, where `{}` is "
                                    "empty, so it plays no clip",
                                    key)
                              : fmt::format("`{}` of the set is empty, so it plays no clip", key);
    }
    const ClipKeySite site = set.siteOf(key);
    out.push_back({set.name, site.layer, site.path, std::move(reason)});
    unused.erase(authored);
  }
  for (const auto& [name, opinions] : unused) {
    std::optional<Blame> blame = findLack(opinions);
    if (!blame) blame = findOrder(prim);
    if (blame) out.push_back({name, blame->layer, blame->path, std::move(blame->reason)});
  }
}

void addStopped(const Prim& prim, Path instance, Path attribute, std::vector<UnreachedClips>& out) {
  for (const auto& set : ownClipSets(prim)) {
    const Path inClips = attribute.withPrefixReplaced(prim.path(), set->primPath());
    if (!set->declares(inClips)) continue;
    const ClipSetDefinition& definition = set->definition();
    out.push_back({definition.name, definition.layer, definition.site,
                   fmt::format("clips on <{}> do not reach the descendants of the instance <{}>",
                               prim.path().text(), instance.text())});
  }
}

}  // namespace

std::vector<std::shared_ptr<const ClipSet>> ownClipSets(const Prim& prim) {
  const Stage& stage = prim.stage();
  Sets sets = *stage.clipSets(prim);
  // Sets do not go on into an instance.
  const bool isTop = prim.isInstanceProxy() && prim.parent().isInstance();
  const std::size_t inherited = isTop ? 0 : stage.clipSets(prim.parent())->size();
  sets.resize(sets.size() - std::min(inherited, sets.size()));
  return sets;
}

std::vector<UnreachedClips> ignoredClipSets(const Prim& prim) {
  std::vector<UnreachedClips> out;
  addIgnored(prim, out);
  return out;
}

std::vector<UnreachedClips> unreachedClips(const Attribute& attribute) {
  std::vector<UnreachedClips> out;
  const Prim prim = attribute.prim();
  Path instance;
  for (Prim at = prim; at && !at.isPseudoRoot(); at = at.parent()) {
    if (at != prim && at.isInstance() && instance.isEmpty()) instance = at.path();
    addIgnored(at, out);
    if (!instance.isEmpty()) addStopped(at, instance, attribute.path(), out);
  }
  return out;
}

}  // namespace usdscope
