// SPDX-License-Identifier: Apache-2.0
#include "engine/scene/detail/SceneInstances.h"

#include <fmt/format.h>

#include "engine/base/Parallel.h"
#include "engine/schema/PointInstancer.h"

namespace usdscope {
namespace {

// Nested instancers multiply their instances. They may make this many, and some times more for each
// instance that the scene has.
constexpr std::size_t kAlwaysAllowedNested = 1'000'000;
constexpr std::size_t kAllowedNestedForEach = 16;

struct OwnInstances {
  PointInstances instances;
  InstanceColors colors;
  Diagnostics problems;
};

}  // namespace

InstanceColors::InstanceColors(const Prim& instancer, const DrawnPrimvars& names, TimeCode time) {
  MeshInput shared;
  readSharedPrimvars(instancer, names, time, shared);
  colors_ = shared.colors.values;
  opacities_ = shared.opacities.values;
}

std::optional<glm::vec4> InstanceColors::of(std::size_t id) const {
  if (colors_.empty()) return std::nullopt;
  const auto at = [id](const auto& values) -> const auto& {
    return values[values.size() == 1 ? 0 : id];
  };
  if (colors_.size() > 1 && id >= colors_.size()) return std::nullopt;
  const bool hasOpacity = !opacities_.empty() && (opacities_.size() == 1 || id < opacities_.size());
  return glm::vec4(at(colors_), hasOpacity ? at(opacities_) : kPrototypeOpacity);
}

InstanceTable computeInstances(const SceneContents& contents, TimeCode time,
                               const SceneNodes::Placement& placement, Diagnostics& problems) {
  const std::vector<InstancerUse>& instancers = contents.instancers;
  std::vector<OwnInstances> all(instancers.size());
  parallelFor(instancers.size(), 1, [&](std::size_t first, std::size_t last) {
    for (std::size_t i = first; i < last; ++i) {
      all[i].instances = computePointInstances(instancers[i].prim, time, all[i].problems,
                                               BadPrototypeIndex::LeftOut);
      all[i].colors = InstanceColors(instancers[i].prim, {}, time);
    }
  });
  std::size_t nestedCount = 0;
  std::size_t mostNested = kAlwaysAllowedNested;
  for (const OwnInstances& each : all) {
    mostNested += kAllowedNestedForEach * each.instances.prototypeOf.size();
  }
  InstanceTable table(instancers.size());
  for (std::size_t i = 0; i < instancers.size(); ++i) {
    const InstancerUse& use = instancers[i];
    const PointInstances& own = all[i].instances;
    problems.append(all[i].problems);
    table[i].resize(own.prototypes.size());
    std::vector<SceneInstance> outer(1);
    // An instancer inside a prototype comes after the one that holds it, which may have no
    // instances.
    if (use.outer != InstancerUse::kNone) {
      const auto& holder = table[use.outer];
      outer = use.outerPrototype < holder.size() ? holder[use.outerPrototype]
                                                 : std::vector<SceneInstance>();
    }
    if (!placement.isVisible[use.node]) continue;
    if (use.outer != InstancerUse::kNone) {
      const std::size_t count = outer.size() * own.prototypeOf.size();
      if (count > mostNested - nestedCount) {
        problems.report(kTooManyInstances, {.path = use.prim.path().text()},
                        fmt::format("Nested point instancers multiply the instances beyond {}: "
                                    "the {} of this one are ignored.",
                                    mostNested, count));
        continue;
      }
      nestedCount += count;
    }
    for (const SceneInstance& instance : outer) {
      const glm::dmat4 worldFromInstancer =
          instance.worldFromPrototype * placement.worldFromLocal[use.node];
      for (std::size_t k = 0; k < own.prototypeOf.size(); ++k) {
        auto color = all[i].colors.of(own.idOf[k]);
        if (!color) color = instance.color;
        const std::uint32_t id = own.idOf[k];
        const bool isOutermost = use.outer == InstancerUse::kNone;
        table[i][own.prototypeOf[k]].push_back(
            {worldFromInstancer * own.instancerFromPrototype[k], color,
             InstanceId{isOutermost ? id : instance.id.outer, id}});
      }
    }
  }
  return table;
}

}  // namespace usdscope
