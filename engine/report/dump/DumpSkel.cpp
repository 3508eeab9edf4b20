// SPDX-License-Identifier: Apache-2.0
#include <map>

#include "engine/report/dump/DumpContext.h"
#include "engine/schema/AttributeValues.h"
#include "engine/schema/SchemaNames.h"
#include "engine/skel/SkelBindings.h"

namespace usdscope {
namespace {

template <typename Compute>
Json atStageTimes(const DumpContext& context, Compute compute) {
  Json out = Json::object();
  for (const double time : context.stageTimes) out[timeKey(time)] = compute(time);
  return out;
}

// Returns one matrix per joint at each time; null where `compute` fails.
template <typename Compute>
Json matricesToJson(const SkeletonQuery& skeleton, const DumpContext& context, Compute compute) {
  // A skeleton without joints can always be posed.
  const bool hasNoJoints = skeleton.definition().joints.empty();
  return atStageTimes(context, [&](double time) {
    std::vector<glm::dmat4> matrices;
    const bool isComputed = compute(time, matrices) || hasNoJoints;
    return isComputed ? context.json(Value(Array<glm::dmat4>(std::move(matrices)))) : Json();
  });
}

using PosesByTime = std::map<double, SkelPose>;

Json targetToJson(const SkinningQuery& target, const PosesByTime& poses, const DumpContext& context,
                  Diagnostics& problems) {
  Json out = {
      {"path", target.prim().path().text()},
      {"rigid", target.isRigid()},
      {"influences", target.hasInfluences()},
      {"blendShapes", target.hasBlendShapes()},
      {"perPoint", std::max(target.influencesPerPoint(), 1)},
      {"method", target.method().text()},
      {"geomBindTransform", context.json(Value(target.geomBindTransform({})))},
  };
  if (target.prim().isA(types::kPointBased)) {
    out["points"] = atStageTimes(context, [&](double time) -> Json {
      const auto rest = readValue<Array<glm::vec3>>(target.prim(), geom::kPoints, time);
      if (!rest) return nullptr;
      std::vector<glm::vec3> points(rest->begin(), rest->end());
      if (!target.skinPoints(poses.at(time), points, problems)) return nullptr;
      return context.json(Value(Array<glm::vec3>(std::move(points))));
    });
  } else if (target.hasInfluences()) {
    out["transform"] = atStageTimes(context, [&](double time) -> Json {
      const auto matrix = target.skinnedTransform(poses.at(time), problems);
      return matrix ? context.json(Value(*matrix)) : Json();
    });
  }
  return out;
}

Json bindingToJson(const SkelBinding& binding, const DumpContext& context, Diagnostics& problems) {
  const SkeletonQuery& skeleton = *binding.skeleton;
  PosesByTime poses;
  for (const double time : context.stageTimes) poses[time] = computeSkelPose(skeleton, time);
  Json targets = Json::array();
  for (const SkinningQuery& target : binding.targets) {
    targets.push_back(targetToJson(target, poses, context, problems));
  }
  const std::vector<int>& parents = skeleton.definition().topology.parents;
  return {
      {"skelRoot", binding.skelRoot.path().text()},
      {"skeleton", skeleton.prim().path().text()},
      {"animation",
       skeleton.animation() ? Json(skeleton.animation().prim().path().text()) : Json()},
      {"joints", context.json(Value(skeleton.definition().joints))},
      {"parents", context.json(Value(Array<int>(parents)))},
      {"jointSkelTransforms", matricesToJson(skeleton, context,
                                             [&](double time, std::vector<glm::dmat4>& matrices) {
                                               return skeleton.computeJointSkelTransforms(time,
                                                                                          matrices);
                                             })},
      {"skinningTransforms", matricesToJson(skeleton, context,
                                            [&](double time, std::vector<glm::dmat4>& matrices) {
                                              return skeleton.computeSkinningTransforms(time,
                                                                                        matrices);
                                            })},
      {"targets", std::move(targets)},
  };
}

}  // namespace

Json dumpSkel(const DumpContext& context, Diagnostics& problems) {
  Json out = Json::array();
  traverse(context.stage.pseudoRoot(), PrimFilter::drawn(), [&](const Prim& prim) {
    if (prim.isA(types::kSkelRoot)) {
      for (const SkelBinding& binding : computeSkelBindings(prim, problems)) {
        out.push_back(bindingToJson(binding, context, problems));
      }
    }
    return true;
  });
  return out;
}

}  // namespace usdscope
