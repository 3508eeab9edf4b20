// SPDX-License-Identifier: Apache-2.0
#include "engine/scene/detail/SceneInstances.h"

#include "engine/base/Parallel.h"
#include "engine/scene/detail/InstanceCounts.h"
#include "engine/schema/PointInstancer.h"

namespace usdscope {
namespace {

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
  for (const OwnInstances& each : all) problems.append(each.problems);
  std::vector<const PointInstances*> own;
  for (const OwnInstances& each : all) own.push_back(&each.instances);
  const InstanceCounts counts(contents, own, placement, problems);
  const std::vector<SceneInstance> outermost(1);
  InstanceTable table(instancers.size());
  for (std::size_t i = 0; i < instancers.size(); ++i) {
    const InstancerUse& use = instancers[i];
    const PointInstances& instances = all[i].instances;
    table[i].resize(instances.prototypes.size());
    if (!counts.isUsed(i)) continue;
    for (std::size_t k = 0; k < table[i].size(); ++k) table[i][k].reserve(counts.of(i, k));
    const bool isOutermost = use.outer == InstancerUse::kNone;
    const std::vector<SceneInstance>& outer =
        isOutermost ? outermost : table[use.outer][use.outerPrototype];
    for (std::uint32_t o = 0; o < outer.size(); ++o) {
      const SceneInstance& instance = outer[o];
      const glm::dmat4 worldFromInstancer =
          instance.worldFromPrototype * placement.worldFromLocal[use.node];
      for (std::size_t k = 0; k < instances.prototypeOf.size(); ++k) {
        auto color = all[i].colors.of(instances.idOf[k]);
        if (!color) color = instance.color;
        const std::uint32_t id = instances.idOf[k];
        table[i][instances.prototypeOf[k]].push_back(
            {worldFromInstancer * instances.instancerFromPrototype[k], color,
             InstanceId{isOutermost ? id : instance.id.outer, id}, o});
      }
    }
  }
  return table;
}

}  // namespace usdscope
