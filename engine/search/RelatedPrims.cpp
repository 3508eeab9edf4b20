// SPDX-License-Identifier: Apache-2.0
#include "engine/search/RelatedPrims.h"

#include <fmt/format.h>

#include <algorithm>

#include "engine/schema/Collection.h"
#include "engine/schema/CollectionMembers.h"
#include "engine/schema/Imageable.h"
#include "engine/schema/SchemaNames.h"
#include "engine/stage/Property.h"
#include "engine/stage/Stage.h"

namespace usdscope {
namespace {

const Token kProxyPrim("proxyPrim");

RelatedPrims none(std::string problem) { return {{}, std::move(problem)}; }

// The prims that `isWanted` accepts, in traversal order.
template <typename IsWanted>
std::vector<Path> collect(const Stage& stage, const PrimFilter& filter, const std::stop_token& stop,
                          IsWanted isWanted) {
  std::vector<Path> paths;
  traverse(stage.pseudoRoot(), filter, [&](const Prim& prim) {
    if (stop.stop_requested()) return false;
    if (isWanted(prim)) paths.push_back(prim.path());
    return true;
  });
  return paths;
}

// The nearest of the prim and its ancestors that is an instance or the root of a prototype.
Prim nearestInstance(Prim prim) {
  while (prim && !prim.isInstance() && !prim.isPrototype()) prim = prim.parent();
  return prim;
}

bool isRenderPrim(const Prim& prim) {
  return isImageable(prim) && computePurpose(prim) == geom::kRenderPurpose;
}

// The prim of the only target; empty otherwise.
Prim proxyTarget(const Prim& prim) {
  const Relationship relationship = prim.relationship(kProxyPrim);
  const std::vector<Path> targets =
      relationship ? relationship.forwardedTargets() : std::vector<Path>();
  return targets.size() == 1 ? prim.stage().primAt(targets.front()) : Prim();
}

}  // namespace

RelatedPrims prototypeOf(const Prim& prim) {
  if (prim.isInstance()) return {{prim.prototype().path()}, {}};
  if (prim.isInstanceProxy()) return {{prim.primInPrototype().path()}, {}};
  return none(fmt::format("{} is neither an instance nor a part of one.", prim.path().text()));
}

RelatedPrims instancesOf(const Prim& prim, const std::stop_token& stop) {
  const Prim nearest = nearestInstance(prim);
  const Prim prototype = nearest && nearest.isInstance() ? nearest.prototype() : nearest;
  if (!prototype) {
    return none(fmt::format("{} is neither an instance nor a part of one.", prim.path().text()));
  }
  return {collect(prim.stage(), PrimFilter::all(), stop,
                  [&](const Prim& each) {
                    return each.isInstance() && each.prototype().row() == prototype.row();
                  }),
          {}};
}

std::vector<std::string> collectionNames(const Prim& prim) {
  std::vector<std::string> names;
  const std::string start = types::kCollectionApi.string() + ':';
  for (const Token api : prim.appliedSchemas()) {
    if (api.text().starts_with(start)) names.emplace_back(api.text().substr(start.size()));
  }
  return names;
}

RelatedPrims membersOf(const Prim& prim, const std::string& collection,
                       const std::stop_token& stop) {
  const std::vector<std::string> names = collectionNames(prim);
  if (std::ranges::find(names, collection) == names.end()) {
    return none(fmt::format("{} has no collection \"{}\".", prim.path().text(), collection));
  }
  const Token name(collection);
  // The reference visits the prims of its default predicate.
  const PrimFilter filter = PrimFilter::drawn();
  const CollectionMembers included(prim, name);
  if (const std::string problem = included.problem(); !problem.empty()) return none(problem);
  RelatedPrims members;
  members.prims = collect(prim.stage(), filter, stop,
                          [&](const Prim& each) { return included.contains(each); });
  if (members.prims.empty()) {
    members.problem = fmt::format("The collection {} includes no prim.",
                                  collectionPath(prim.path(), name).text());
  }
  return members;
}

RelatedPrims proxyOf(const Prim& prim) {
  if (!isRenderPrim(prim)) {
    return none(fmt::format("{} does not have the purpose \"render\".", prim.path().text()));
  }
  Prim top = prim;
  for (Prim parent = prim.parent(); parent && isRenderPrim(parent); parent = parent.parent()) {
    top = parent;
  }
  const Prim proxy = proxyTarget(top);
  if (!proxy) return none(fmt::format("{} names no proxy.", top.path().text()));
  return {{proxy.path()}, {}};
}

RelatedPrims renderedAs(const Prim& prim, const std::stop_token& stop) {
  std::vector<Path> found = collect(prim.stage(), PrimFilter::all(), stop, [&](const Prim& each) {
    const Prim proxy = proxyTarget(each);
    return proxy && prim.path().hasPrefix(proxy.path());
  });
  if (found.empty()) {
    return none(fmt::format("No prim names {} as its proxy.", prim.path().text()));
  }
  return {std::move(found), {}};
}

RelatedPrims enclosingModelOf(const Prim& prim) {
  for (Prim parent = prim.parent(); parent && !parent.isPseudoRoot(); parent = parent.parent()) {
    if (parent.isModel()) return {{parent.path()}, {}};
  }
  return none(fmt::format("{} is not inside a model.", prim.path().text()));
}

}  // namespace usdscope
