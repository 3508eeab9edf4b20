// SPDX-License-Identifier: Apache-2.0
#include "engine/scene/detail/InstanceCounts.h"

#include <fmt/format.h>

#include <algorithm>
#include <functional>

#include "engine/scene/detail/SceneInstances.h"
#include "engine/schema/PointInstancer.h"

namespace usdscope {
namespace {

// Prototypes with many prims, and instancers in prototypes, multiply what is drawn. This many prims
// may be drawn, each once for each instance, and some times more for each instance that the scene
// has.
constexpr double kAlwaysAllowedDrawn = 1'000'000;
constexpr double kAllowedDrawnForEach = 64;

}  // namespace

InstanceCounts::InstanceCounts(const SceneContents& contents,
                               std::span<const PointInstances* const> own,
                               const SceneNodes::Placement& placement, Diagnostics& problems)
    : allowed_(kAlwaysAllowedDrawn), all_(own.size()), isUsed_(own.size()) {
  for (const PointInstances* instances : own) {
    allowed_ += kAllowedDrawnForEach * static_cast<double>(instances->prototypeOf.size());
    std::vector<std::size_t>& counts = own_.emplace_back(instances->prototypes.size());
    for (const std::uint32_t prototype : instances->prototypeOf) ++counts[prototype];
    drawn_.emplace_back(instances->prototypes.size());
  }
  for (const DrawnPrim& prim : contents.drawn) {
    const Drawable& drawable = *contents.drawables[prim.drawable];
    if (drawable.instancer == InstancerUse::kNone) continue;
    std::vector<std::size_t>& counts = drawn_[drawable.instancer];
    if (drawable.prototype < counts.size()) ++counts[drawable.prototype];
  }
  count(contents, placement, problems);
}

void InstanceCounts::count(const SceneContents& contents, const SceneNodes::Placement& placement,
                           Diagnostics& problems) {
  double total = 0.0;
  // An instancer in a prototype comes after the one that holds it.
  for (std::size_t i = 0; i < own_.size(); ++i) {
    const InstancerUse& use = contents.instancers[i];
    const std::size_t outer = outerCount(use);
    if (outer == 0 || !placement.isVisible[use.node]) continue;
    double instances = 0.0;
    double drawn = 0.0;
    for (std::size_t k = 0; k < own_[i].size(); ++k) {
      const double here = static_cast<double>(outer) * static_cast<double>(own_[i][k]);
      instances += here;
      drawn += here * static_cast<double>(1 + drawn_[i][k]);
    }
    if (total + drawn > allowed_) {
      problems.report(kTooManyInstances, {.path = use.prim.path().text()},
                      fmt::format("Point instancers multiply what is drawn beyond {:.0f} prims: "
                                  "the {:.0f} instances of this one are ignored.",
                                  allowed_, instances));
      continue;
    }
    total += drawn;
    for (const std::size_t own : own_[i]) all_[i].push_back(own * outer);
  }
  for (std::size_t i = own_.size(); i-- > 0;) {
    const bool isDrawn = std::ranges::any_of(drawn_[i], [](std::size_t n) { return n > 0; });
    isUsed_[i] = (isUsed_[i] || isDrawn) && !all_[i].empty();
    const std::uint32_t outer = contents.instancers[i].outer;
    if (isUsed_[i] && outer != InstancerUse::kNone) isUsed_[outer] = true;
  }
}

std::size_t InstanceCounts::outerCount(const InstancerUse& use) const {
  if (use.outer == InstancerUse::kNone) return 1;
  const std::vector<std::size_t>& holder = all_[use.outer];
  return use.outerPrototype < holder.size() ? holder[use.outerPrototype] : 0;
}

}  // namespace usdscope
