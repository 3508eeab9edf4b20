// SPDX-License-Identifier: Apache-2.0
#include "engine/skel/SkelDefinition.h"

#include <fmt/format.h>

#include "engine/schema/AttributeValues.h"

namespace usdscope {
namespace {

Array<glm::dmat4> readTransforms(const Prim& prim, std::string_view name, std::size_t count,
                                 Diagnostics& diagnostics) {
  const auto read = readValue<Array<glm::dmat4>>(prim, Token(name)).value_or(Array<glm::dmat4>());
  if (read.size() == count) return read;
  diagnostics.report(
      kSkelBadTransforms, {.path = prim.path().text()},
      fmt::format("The skeleton has {} {} for {} joints.", read.size(), name, count));
  return {};
}

}  // namespace

std::shared_ptr<const SkelDefinition> SkelDefinition::build(const Prim& skeleton,
                                                            Diagnostics& diagnostics) {
  auto definition = std::make_shared<SkelDefinition>();
  definition->prim = skeleton;
  definition->joints = readValue<Array<Token>>(skeleton, Token("joints")).value_or(Array<Token>());
  definition->topology = SkelTopology(definition->joints.span());
  if (std::string problem = definition->topology.problem(); !problem.empty()) {
    diagnostics.report(kSkelBadTopology, {.path = skeleton.path().text()}, std::move(problem));
    return nullptr;
  }
  const std::size_t count = definition->joints.size();
  definition->skelFromJointBind = readTransforms(skeleton, "bindTransforms", count, diagnostics);
  definition->parentFromJointRest = readTransforms(skeleton, "restTransforms", count, diagnostics);
  for (const glm::dmat4& bind : definition->skelFromJointBind) {
    // A matrix that cannot be inverted leaves its joint at the origin instead of at infinity.
    const bool isInvertible = glm::determinant(bind) != 0.0;
    definition->jointFromSkelBind.push_back(isInvertible ? glm::inverse(bind) : glm::dmat4(0.0));
  }
  return definition;
}

}  // namespace usdscope
