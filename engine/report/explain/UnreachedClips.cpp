// SPDX-License-Identifier: Apache-2.0
#include "engine/report/explain/UnreachedClips.h"

#include <fmt/format.h>

#include <algorithm>

#include "engine/layer/ClipKeys.h"
#include "engine/report/clips/ClipDoctor.h"
#include "engine/stage/Stage.h"
#include "engine/stage/clips/ClipFault.h"
#include "engine/stage/clips/ClipSet.h"
#include "engine/stage/resolve/OpinionWalk.h"
#include "engine/value/Dictionary.h"

namespace usdscope {
namespace {

using Sets = std::vector<std::shared_ptr<const ClipSet>>;

// Returns the sets on a prim, without those on its ancestors.
Sets ownSets(const Prim& prim) {
  const Stage& stage = prim.stage();
  Sets sets = *stage.clipSets(prim);
  // Sets do not go on into an instance.
  const bool isTop = prim.isInstanceProxy() && prim.parent().isInstance();
  const std::size_t inherited = isTop ? 0 : stage.clipSets(prim.parent())->size();
  sets.resize(sets.size() - std::min(inherited, sets.size()));
  return sets;
}

bool hasSetsThatAreNot(const Sets& used, const Prim& prim) {
  for (OpinionWalk walk(prim); walk.next();) {
    const Value field = walk.opinion().prim.field(fields::kClips);
    const auto* sets = field.find<Dictionary>();
    if (!sets) continue;
    for (const auto& [name, value] : sets->entries()) {
      const bool isUsed = std::ranges::any_of(
          used, [&](const std::shared_ptr<const ClipSet>& set) { return set->name() == name; });
      if (!isUsed) return true;
    }
  }
  return false;
}

// Whether a set is made from a template, and no file of the template exists.
bool hasTemplateWithoutFiles(const ClipSetDefinition& set) {
  // No layer authors the `active` of a template.
  return set.assetPaths && set.assetPaths->empty() && set.active && !set.activeSite.layer;
}

/// A set that layers author but that is not composed, or that lacks entries.
struct AuthoredSet {
  std::string name;
  std::shared_ptr<const Layer> layer;  ///< The strongest layer that names the set.
  Path site;
  bool isDictionary = false;  ///< Some layer has it as a dictionary.
};

std::vector<AuthoredSet> authoredSets(const Prim& prim) {
  std::vector<AuthoredSet> sets;
  for (OpinionWalk walk(prim); walk.next();) {
    const Opinion& opinion = walk.opinion();
    const Value field = opinion.prim.field(fields::kClips);
    const auto* entries = field.find<Dictionary>();
    if (!entries) continue;
    for (const auto& [name, value] : entries->entries()) {
      auto found = std::ranges::find(sets, name, &AuthoredSet::name);
      if (found == sets.end()) {
        sets.push_back({name, opinion.layer(), opinion.prim.path(), false});
        found = sets.end() - 1;
      }
      found->isDictionary = found->isDictionary || value.holds<Dictionary>();
    }
  }
  return sets;
}

std::string withoutStop(std::string sentence) {
  if (sentence.ends_with('.')) sentence.pop_back();
  return sentence;
}

// Returns the fault of an entry of another type, because of which a set lacks the entry.
std::string typeFaultOf(const std::vector<ClipFault>& faults, const std::string& set) {
  for (const ClipFault& fault : faults) {
    if (fault.set != set || fault.kind != ClipFaultKind::WrongType) continue;
    return fmt::format("`{}` is not of type {}, so the set is ignored", fault.key, fault.expected);
  }
  return {};
}

// Returns why a set is ignored that lacks entries; empty if it lacks none.
std::string lackingText(const ClipSetDefinition& set) {
  const char* key = !set.primPath     ? clip_keys::kPrimPath
                    : !set.assetPaths ? clip_keys::kAssetPaths
                    : !set.active     ? clip_keys::kActive
                                      : nullptr;
  return key ? fmt::format("the set has no `{}`, so it is ignored", key) : std::string();
}

// Adds the sets that composition ignores.
void addNotComposed(const Prim& prim, const Sets& used,
                    const std::vector<ClipSetDefinition>& composed,
                    const std::vector<ClipFault>& faults, std::vector<UnreachedClips>& out) {
  for (const AuthoredSet& set : authoredSets(prim)) {
    const auto isIn = [&](const auto& sets, auto name) {
      return std::ranges::find(sets, set.name, name) != sets.end();
    };
    if (isIn(used, [](const auto& each) { return each->name(); })) continue;
    if (isIn(composed, &ClipSetDefinition::name)) continue;
    std::string reason = typeFaultOf(faults, set.name);
    if (!set.isDictionary) {
      reason = "the set is not a dictionary, so it is ignored";
    } else if (reason.empty()) {
      const auto authored = authoredClipSets(prim);
      const auto entries = authored.find(set.name);
      const bool namesClips =
          entries != authored.end() && (entries->second.contains(clip_keys::kAssetPaths) ||
                                        entries->second.contains(clip_keys::kTemplateAssetPath));
      reason = namesClips ? "`clipSets` does not name the set, so it is ignored"
                          : "the set names no clips, so it is ignored";
    }
    out.push_back({set.name, set.layer, set.site, std::move(reason)});
  }
}

void addIgnored(const Prim& prim, std::vector<UnreachedClips>& out) {
  if (!prim.mayHaveClips()) return;
  const Sets used = ownSets(prim);
  // Composing sets expands their templates, which is worth its time only if one is ignored.
  if (!hasSetsThatAreNot(used, prim)) return;
  std::vector<ClipFault> faults;
  const std::vector<ClipSetDefinition> composed =
      composeClipSets(prim.index(), prim.stage().resolver(), faults);
  for (const ClipSetDefinition& set : composed) {
    const bool isUsed = std::ranges::any_of(used, [&](const std::shared_ptr<const ClipSet>& other) {
      return other->name() == set.name;
    });
    if (isUsed) continue;
    std::vector<ClipFault> own = findFaults(set);
    own.insert(own.end(), faults.begin(), faults.end());
    const auto fault = std::ranges::find_if(
        own, [&](const ClipFault& each) { return each.set == set.name && disablesSet(each); });
    std::string key;
    std::string reason;
    if (fault != own.end()) {
      key = fault->key;
      reason = withoutStop(faultText(*fault));
    } else if (hasTemplateWithoutFiles(set)) {
      key = clip_keys::kTemplateAssetPath;
      reason = "the template of the set names no file that exists, so it plays no clip";
    } else {
      key = set.emptyKey();
      if (!key.empty()) {
        reason = fmt::format("`{}` of the set is empty, so it plays no clip", key);
      } else {
        reason = typeFaultOf(faults, set.name);
        if (reason.empty()) reason = lackingText(set);
        if (reason.empty()) continue;
      }
    }
    const ClipKeySite site = set.siteOf(key);
    out.push_back({set.name, site.layer, site.path, std::move(reason)});
  }
  addNotComposed(prim, used, composed, faults, out);
}

void addStopped(const Prim& prim, Path instance, Path attribute, std::vector<UnreachedClips>& out) {
  for (const auto& set : ownSets(prim)) {
    const Path inClips = attribute.withPrefixReplaced(prim.path(), set->primPath());
    if (!set->declares(inClips)) continue;
    const ClipSetDefinition& definition = set->definition();
    out.push_back({definition.name, definition.layer, definition.site,
                   fmt::format("clips on <{}> do not reach the descendants of the instance <{}>",
                               prim.path().text(), instance.text())});
  }
}

}  // namespace

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
