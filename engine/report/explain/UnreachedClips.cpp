// SPDX-License-Identifier: Apache-2.0
#include "engine/report/explain/UnreachedClips.h"

#include <fmt/format.h>

#include <algorithm>

#include "engine/layer/ClipKeys.h"
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

void addIgnored(const Prim& prim, std::vector<UnreachedClips>& out) {
  if (!prim.mayHaveClips()) return;
  const Sets used = ownSets(prim);
  // Composing sets expands their templates, which is worth its time only if one is ignored.
  if (!hasSetsThatAreNot(used, prim)) return;
  std::vector<ClipFault> faults;
  for (const ClipSetDefinition& set :
       composeClipSets(prim.index(), prim.stage().resolver(), faults)) {
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
      reason = faultText(*fault);
      if (reason.ends_with('.')) reason.pop_back();
    } else if (hasTemplateWithoutFiles(set)) {
      key = clip_keys::kTemplateAssetPath;
      reason = "the template of the set names no file that exists, so it plays no clip";
    } else {
      key = set.emptyKey();
      // A set that lacks entries is ignored silently.
      if (key.empty()) continue;
      reason = fmt::format("`{}` of the set is empty, so it plays no clip", key);
    }
    const ClipKeySite site = set.siteOf(key);
    out.push_back({set.name, site.layer, site.path, std::move(reason)});
  }
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
