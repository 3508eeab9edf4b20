// SPDX-License-Identifier: Apache-2.0
#include "engine/skel/SkelDefinition.h"

#include <fmt/format.h>

#include <cmath>

#include "engine/base/Counted.h"
#include "engine/schema/AttributeValues.h"
#include "engine/schema/SchemaNames.h"
#include "engine/skel/InfluenceChecks.h"
#include "engine/skel/detail/OpinionSite.h"

namespace usdscope {
namespace {

// Reads one transform per joint. Returns false and reads nothing when their number differs.
bool readTransforms(const Prim& prim, Token name, std::size_t count, Array<glm::dmat4>& transforms,
                    Diagnostics& diagnostics) {
  auto read = readValue<Array<glm::dmat4>>(prim, name).value_or(Array<glm::dmat4>());
  if (read.size() == count) {
    transforms = std::move(read);
    return true;
  }
  diagnostics.report(kSkelBadTransforms, detail::siteOf(prim.attribute(name), prim.path()),
                     fmt::format("The skeleton has {} in {} for {}, so they are ignored.",
                                 counted(read.size(), "matrix", "matrices"), name.text(),
                                 counted(count, "joint")));
  return false;
}

}  // namespace

std::shared_ptr<const SkelDefinition> SkelDefinition::build(const Prim& skeleton,
                                                            Diagnostics& diagnostics) {
  auto definition = std::make_shared<SkelDefinition>();
  definition->prim = skeleton;
  definition->joints = readValue<Array<Token>>(skeleton, skel::kJoints).value_or(Array<Token>());
  definition->topology = SkelTopology(definition->joints.span());
  if (const std::string problem = definition->topology.problem(); !problem.empty()) {
    diagnostics.report(kSkelBadTopology,
                       detail::siteOf(skeleton.attribute(skel::kJoints), skeleton.path()),
                       withConsequence(problem, "the skeleton moves nothing"));
    return nullptr;
  }
  if (const std::vector<int>& unnamed = definition->topology.unnamed; !unnamed.empty()) {
    const auto first = static_cast<std::size_t>(unnamed[0]);
    diagnostics.report(
        kSkelBadJointName, detail::siteOf(skeleton.attribute(skel::kJoints), skeleton.path()),
        fmt::format("{} not paths, the first is \"{}\"; these joints "
                    "have neither parent nor children.",
                    unnamed.size() == 1 ? "1 joint name is"
                                        : counted(unnamed.size(), "joint name") + " are",
                    definition->joints[first].text()));
  }
  const std::size_t count = definition->joints.size();
  definition->hasBind = readTransforms(skeleton, skel::kBindTransforms, count,
                                       definition->skelFromJointBind, diagnostics);
  definition->hasRest = readTransforms(skeleton, skel::kRestTransforms, count,
                                       definition->parentFromJointRest, diagnostics);
  std::size_t singularCount = 0;
  for (const glm::dmat4& bind : definition->skelFromJointBind) {
    // A matrix that cannot be inverted leaves its joint at the origin instead of at infinity.
    const double determinant = glm::determinant(bind);
    const bool isInvertible = determinant != 0.0 && std::isfinite(determinant);
    if (!isInvertible) ++singularCount;
    definition->jointFromSkelBind.push_back(isInvertible ? glm::inverse(bind) : glm::dmat4(0.0));
  }
  if (singularCount > 0) {
    diagnostics.report(
        kSkelBadTransforms,
        detail::siteOf(skeleton.attribute(skel::kBindTransforms), skeleton.path()),
        fmt::format("{} of {} bind transforms cannot be inverted; points that follow "
                    "these joints are drawn at the origin.",
                    singularCount, count));
  }
  return definition;
}

}  // namespace usdscope
