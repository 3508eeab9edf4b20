// SPDX-License-Identifier: Apache-2.0
#include "engine/skel/SkelAnimation.h"

#include "engine/schema/AttributeValues.h"

namespace usdscope {
namespace {

AttributeQuery queryOf(const Prim& prim, std::string_view name) {
  const Attribute attribute = prim.attribute(Token(name));
  return attribute ? attribute.query() : AttributeQuery();
}

}  // namespace

SkelAnimation::SkelAnimation(const Prim& animation)
    : prim_(animation),
      joints_(readValue<Array<Token>>(animation, Token("joints")).value_or(Array<Token>())),
      blendShapes_(
          readValue<Array<Token>>(animation, Token("blendShapes")).value_or(Array<Token>())),
      translations_(queryOf(animation, "translations")),
      rotations_(queryOf(animation, "rotations")),
      scales_(queryOf(animation, "scales")),
      weights_(queryOf(animation, "blendShapeWeights")) {}

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
  for (std::size_t i = 0; i < count; ++i) {
    const HalfVec3& s = (*scales)[i];
    parentFromJoint[i] =
        makeTransform((*translations)[i], (*rotations)[i], {float(s[0]), float(s[1]), float(s[2])});
  }
  return true;
}

Array<float> SkelAnimation::blendShapeWeights(TimeCode time) const {
  return weights_.value(time).valueOr(Array<float>());
}

bool SkelAnimation::mightBeTimeVarying() const {
  return translations_.mightBeTimeVarying() || rotations_.mightBeTimeVarying() ||
         scales_.mightBeTimeVarying();
}

bool SkelAnimation::blendShapeWeightsMightBeTimeVarying() const {
  return weights_.mightBeTimeVarying();
}

glm::dmat4 makeTransform(const glm::vec3& translation, const glm::quat& rotation,
                         const glm::vec3& scale) {
  glm::dmat4 matrix = glm::mat4_cast(glm::dquat(rotation));
  for (int axis = 0; axis < 3; ++axis) matrix[axis] *= double(scale[axis]);
  matrix[3] = glm::dvec4(glm::dvec3(translation), 1.0);
  return matrix;
}

}  // namespace usdscope
