// SPDX-License-Identifier: Apache-2.0
#include "engine/skel/SkinningQuery.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "engine/base/Counted.h"
#include "engine/schema/Primvars.h"
#include "engine/schema/SchemaNames.h"
#include "engine/skel/InfluenceChecks.h"
#include "engine/skel/SkinPoints.h"
#include "engine/skel/detail/OpinionSite.h"

namespace usdscope {
namespace {

template <typename T>
std::vector<T> repeated(const Array<T>& items, std::size_t times) {
  std::vector<T> out;
  out.reserve(items.size() * times);
  for (std::size_t i = 0; i < times; ++i) out.insert(out.end(), items.begin(), items.end());
  return out;
}

}  // namespace

SkinningQuery::SkinningQuery(const Prim& prim, const SkeletonQuery& skeleton,
                             const SkinBindingSite& site, Diagnostics& diagnostics)
    : prim_(prim), site_(site) {
  const Array<Token> skelJoints = skeleton ? skeleton.definition().joints : Array<Token>();
  const Array<Token> animShapes =
      skeleton && skeleton.animation() ? skeleton.animation().blendShapes() : Array<Token>();
  if (site.joints) {
    const Value value = site.joints.value();
    if (const auto* order = value.find<Array<Token>>()) {
      primFromSkel_.emplace(skelJoints.span(), order->span());
    }
  }
  if (site.blendShapes) {
    const Value value = site.blendShapes.value();
    if (const auto* order = value.find<Array<Token>>()) {
      shapesFromAnim_.emplace(animShapes.span(), order->span());
      shapeNames_ = *order;
    }
  }
  bindInfluences(diagnostics);
  hasBlendShapes_ = shapesFromAnim_.has_value() && bool(site.blendShapeTargets);
  if (hasBlendShapes_) bindBlendShapes(diagnostics);
}

void SkinningQuery::bindBlendShapes(Diagnostics& diagnostics) {
  blendShapeQuery_ = BlendShapeQuery(prim_, diagnostics);
  const std::size_t names = shapesFromAnim_->targetSize();
  if (names == blendShapeQuery_.shapeCount()) return;
  diagnostics.report(
      kSkelBadBlendShape, detail::siteOf(site_.blendShapes, prim_.path()),
      fmt::format("{} for {}; no blend shape applies.", thereAre(names, "blend shape name"),
                  counted(blendShapeQuery_.shapeCount(), "target")));
}

void SkinningQuery::bindInfluences(Diagnostics& diagnostics) {
  if (!site_.jointIndices || !site_.jointWeights) return;
  const Primvar indices = primvarOf(site_.jointIndices);
  const Primvar weights = primvarOf(site_.jointWeights);
  const auto refuse = [&](const std::string& message) {
    diagnostics.report(kSkelBadInfluences, detail::siteOf(site_.jointIndices, prim_.path()),
                       withConsequence(message, kJointsIgnored));
  };
  if (indices.elementSize != weights.elementSize) {
    return refuse(fmt::format("Joint indices have element size {}, joint weights {}.",
                              indices.elementSize, weights.elementSize));
  }
  if (indices.elementSize <= 0) {
    return refuse(fmt::format("The element size {} of joint influences is not positive.",
                              indices.elementSize));
  }
  if (indices.interpolation != weights.interpolation) {
    return refuse(fmt::format("Joint indices are {}, joint weights {}.",
                              indices.interpolation.text(), weights.interpolation.text()));
  }
  if (indices.interpolation != geom::kConstant && indices.interpolation != geom::kVertex) {
    return refuse(fmt::format("Joint influences cannot be {}, only constant or vertex.",
                              indices.interpolation.text()));
  }
  if (!hasKnownMethod()) {
    diagnostics.report(kSkelBadMethod, detail::siteOf(site_.skinningMethod, prim_.path()),
                       methodProblem());
  }
  influencesPerPoint_ = indices.elementSize;
  isRigid_ = indices.interpolation == geom::kConstant;
}

Token SkinningQuery::method() const {
  const Value value = site_.skinningMethod ? site_.skinningMethod.value() : Value();
  return value.valueOr(skel::kClassicLinear);
}

bool SkinningQuery::hasKnownMethod() const {
  const Token name = method();
  return name == skel::kClassicLinear || name == skel::kDualQuaternion;
}

std::string SkinningQuery::methodProblem() const {
  return fmt::format("The skinning method {} is unknown; {}.", method().text(), kNotSkinned);
}

bool SkinningQuery::usesDualQuaternions() const { return method() == skel::kDualQuaternion; }

glm::dmat4 SkinningQuery::geomBindTransform(TimeCode time) const {
  const Value value = site_.geomBindTransform ? site_.geomBindTransform.value(time) : Value();
  return value.valueOr(glm::dmat4(1.0));
}

std::optional<Influences> SkinningQuery::influences(TimeCode time, Diagnostics& diagnostics) const {
  if (!hasInfluences()) return std::nullopt;
  Influences result;
  result.joints = flattenedPrimvar(primvarOf(site_.jointIndices), time).valueOr(Array<int>());
  result.weights = flattenedPrimvar(primvarOf(site_.jointWeights), time).valueOr(Array<float>());
  const auto perPoint = static_cast<std::size_t>(influencesPerPoint_);
  const std::size_t count = result.joints.size();
  std::string problem;
  if (count != result.weights.size()) {
    problem = influenceSizeProblem(count, result.weights.size(), perPoint, count / perPoint);
  } else if (count % perPoint != 0) {
    problem = fmt::format("The number of joint influences, {}, is not a multiple of {}.", count,
                          perPoint);
  } else if (isRigid_ && count != perPoint) {
    problem =
        fmt::format("{}, expected {}.", thereAre(count, "constant joint influence"), perPoint);
  }
  if (problem.empty()) {
    if (!std::ranges::all_of(result.weights, [](float w) { return std::isfinite(w); })) {
      diagnostics.report(kSkelBadInfluences, detail::siteOf(site_.jointWeights, prim_.path()),
                         "Some joint weights are not finite; the points that they move get "
                         "positions that are not finite.");
    }
    return result;
  }
  diagnostics.report(kSkelBadInfluences, detail::siteOf(site_.jointIndices, prim_.path()),
                     withConsequence(problem, kJointsIgnored));
  return std::nullopt;
}

// An index beyond the skeleton's last joint gets the identity.
std::vector<glm::dmat4> SkinningQuery::inPrimOrderAsOpenUsd(
    const std::vector<glm::dmat4>& skelFromBind) const {
  if (!primFromSkel_) return skelFromBind;
  std::vector<glm::dmat4> ordered = skelFromBind;
  primFromSkel_->remap<glm::dmat4>(skelFromBind, ordered, glm::dmat4(1.0));
  return ordered;
}

std::optional<std::vector<float>> SkinningQuery::shapeWeights(
    std::span<const float> animated) const {
  if (!hasBlendShapes_) return std::nullopt;
  std::vector<float> weights;
  shapesFromAnim_->remap<float>(animated, weights, 0.0f);
  if (weights.size() != blendShapeQuery_.shapeCount()) return std::nullopt;
  return weights;
}

std::optional<std::vector<SubShapeWeight>> SkinningQuery::spreadWeights(
    std::span<const float> animated) const {
  const auto weights = shapeWeights(animated);
  if (!weights) return std::nullopt;
  return blendShapeQuery_.computeSubShapeWeights(*weights);
}

bool SkinningQuery::skinPoints(const SkelPose& pose, std::vector<glm::vec3>& points,
                               Diagnostics& diagnostics) const {
  const auto refuse = [&](const DiagnosticCode& code, std::string message) {
    diagnostics.report(code, {.path = prim_.path().text()}, std::move(message));
    return false;
  };
  const Array<float> animated = pose.blendWeights.value_or(Array<float>());
  const auto spread = animated.empty() ? std::nullopt : spreadWeights(animated.span());
  // A shape that does not fit ends the shapes, and the joints still apply.
  if (spread && !blendShapeQuery_.deform(*spread, points)) {
    refuse(kSkelBadBlendShape,
           blendShapeQuery_.sizeProblem(*spread, points.size(),
                                        "it and the shapes after it move nothing"));
  }
  if (!hasInfluences()) return true;
  if (!hasKnownMethod()) {
    return refuse(kSkelBadMethod, methodProblem());
  }
  const std::optional<Influences> own = influences(pose.time, diagnostics);
  if (!own || !pose.skelFromBind) return false;
  const std::vector<glm::dmat4> skelFromBind = inPrimOrderAsOpenUsd(*pose.skelFromBind);

  SkinPoints job{.usesDualQuaternions = usesDualQuaternions(),
                 .skelFromRest = geomBindTransform(pose.time),
                 .skelFromBind = skelFromBind,
                 .joints = own->joints.span(),
                 .weights = own->weights.span(),
                 .influencesPerPoint = static_cast<std::size_t>(influencesPerPoint_),
                 .rest = points,
                 .points = points,
                 .precision = SkinPrecision::Double};
  std::vector<int> joints;
  std::vector<float> weights;
  if (isRigid_) {
    joints = repeated(own->joints, points.size());
    weights = repeated(own->weights, points.size());
    job.joints = joints;
    job.weights = weights;
  }
  if (job.run()) return true;
  return refuse(kSkelBadInfluences, withConsequence(job.problem(), kNotSkinned));
}

std::optional<glm::dmat4> SkinningQuery::skinnedTransform(const SkelPose& pose,
                                                          Diagnostics& diagnostics) const {
  if (!pose.skelFromBind) return std::nullopt;
  const std::optional<Influences> own = influences(pose.time, diagnostics);
  if (!own || !isRigid_ || !hasKnownMethod()) return std::nullopt;
  const std::vector<glm::dmat4> ordered = inPrimOrderAsOpenUsd(*pose.skelFromBind);
  glm::dmat4 result;
  if (skinTransform(usesDualQuaternions(), geomBindTransform(pose.time), ordered,
                    own->joints.span(), own->weights.span(), result)) {
    return result;
  }
  diagnostics.report(
      kSkelBadInfluences, {.path = prim_.path().text()},
      withConsequence(jointRangeProblem(own->joints.span(), ordered.size()), kNotSkinned));
  return std::nullopt;
}

}  // namespace usdscope
