// SPDX-License-Identifier: Apache-2.0
#include "engine/skel/SkelAnimation.h"

#include <fmt/format.h>

#include "engine/base/Counted.h"
#include "engine/schema/AttributeValues.h"
#include "engine/schema/SchemaNames.h"

namespace usdscope {
namespace {

AttributeQuery queryOf(const Prim& prim, Token name) {
  const Attribute attribute = prim.attribute(name);
  return attribute ? attribute.query() : AttributeQuery();
}

}  // namespace

SkelAnimation::SkelAnimation(const Prim& animation)
    : prim_(animation),
      joints_(readValue<Array<Token>>(animation, skel::kJoints).value_or(Array<Token>())),
      blendShapes_(readValue<Array<Token>>(animation, skel::kBlendShapes).value_or(Array<Token>())),
      translations_(queryOf(animation, skel::kTranslations)),
      rotations_(queryOf(animation, skel::kRotations)),
      scales_(queryOf(animation, skel::kScales)),
      weights_(queryOf(animation, skel::kBlendShapeWeights)) {}

bool SkelAnimation::computeJointLocalTransforms(TimeCode time,
                                                std::vector<glm::dmat4>& parentFromJoint) const {
  const Value translationsValue = translations_.value(time);
  const Value rotationsValue = rotations_.value(time);
  const Value scalesValue = scales_.value(time);
  const auto* translations = translationsValue.find<Array<glm::vec3>>();
  const auto* rotations = rotationsValue.find<Array<glm::quat>>();
  const auto* scales = scalesValue.find<Array<HalfVec3>>();
  const std::size_t count = joints_.size();
  if (count == 0 || !translations || !rotations || !scales || translations->size() != count ||
      rotations->size() != count || scales->size() != count) {
    return false;
  }
  parentFromJoint.resize(count);
  const glm::vec3* translation = translations->data();
  const glm::quat* rotation = rotations->data();
  const HalfVec3* scale = scales->data();
  for (glm::dmat4& matrix : parentFromJoint) {
    const HalfVec3& s = *scale++;
    matrix = makeTransform(*translation++, *rotation++, {float(s[0]), float(s[1]), float(s[2])});
  }
  return true;
}

std::string SkelAnimation::jointProblem(TimeCode time) const {
  const std::size_t translations = translations_.value(time).valueOr(Array<glm::vec3>()).size();
  const std::size_t rotations = rotations_.value(time).valueOr(Array<glm::quat>()).size();
  const std::size_t scales = scales_.value(time).valueOr(Array<HalfVec3>()).size();
  const std::size_t count = joints_.size();
  if (translations == count && rotations == count && scales == count) return {};
  if (translations == 0 && rotations == 0 && scales == 0) return {};
  return fmt::format("{}, {} and {} for {}; the animation is ignored.",
                     thereAre(translations, "translation"), counted(rotations, "rotation"),
                     counted(scales, "scale"), counted(count, "joint"));
}

Array<float> SkelAnimation::blendShapeWeights(TimeCode time) const {
  return findBlendShapeWeights(time).value_or(Array<float>());
}

std::optional<Array<float>> SkelAnimation::findBlendShapeWeights(TimeCode time) const {
  const Value value = weights_.value(time);
  const auto* weights = value.find<Array<float>>();
  return weights ? std::optional(*weights) : std::nullopt;
}

bool SkelAnimation::mightBeTimeVarying() const {
  return translations_.mightBeTimeVarying() || rotations_.mightBeTimeVarying() ||
         scales_.mightBeTimeVarying();
}

bool SkelAnimation::blendShapeWeightsMightBeTimeVarying() const {
  return weights_.mightBeTimeVarying();
}

}  // namespace usdscope
