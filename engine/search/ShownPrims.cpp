// SPDX-License-Identifier: Apache-2.0
#include "engine/search/ShownPrims.h"

#include <algorithm>

namespace usdscope {

bool ShownPrims::shows(const Prim& prim) const {
  if (prim.isPrototype()) return prototypes;  // Its flags are those of an instance.
  return (inactive || prim.isActive()) && (undefined || prim.isDefined()) &&
         (abstract || !prim.isAbstract());
}

std::vector<Prim> ShownPrims::childrenOf(const Prim& parent) const {
  std::vector<Prim> children = parent.children();
  std::erase_if(children, [this](const Prim& child) { return !shows(child); });
  if (prototypes && parent.isPseudoRoot()) {
    const std::vector<Prim> roots = parent.stage().prototypes();
    children.insert(children.end(), roots.begin(), roots.end());
  }
  return children;
}

std::string ShownPrims::titleOf(const Prim& prim) const {
  static const Token kDisplayName("displayName");
  std::string title;
  if (displayNames) title = prim.metadata(kDisplayName).valueOr(std::string());
  return title.empty() ? prim.name().string() : title;
}

bool ShownPrims::hasChildren(const Prim& parent) const {
  // The paths of prims in a prototype are there already; those in each instance are made.
  const Prim source = parent.isInstance()        ? parent.prototype()
                      : parent.isInstanceProxy() ? parent.primInPrototype()
                                                 : parent;
  return std::ranges::any_of(source.children(), [this](const Prim& child) { return shows(child); });
}

bool visitShown(const Prim& from, const ShownPrims& shown,
                const std::function<bool(const Prim&)>& visit) {
  // The last prim is the next one to visit.
  std::vector<Prim> pending = shown.childrenOf(from);
  std::ranges::reverse(pending);
  while (!pending.empty()) {
    const Prim prim = pending.back();
    pending.pop_back();
    if (!visit(prim)) return false;
    const std::vector<Prim> children = shown.childrenOf(prim);
    pending.insert(pending.end(), children.rbegin(), children.rend());
  }
  return true;
}

}  // namespace usdscope
