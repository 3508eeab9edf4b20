// SPDX-License-Identifier: Apache-2.0
#include "engine/skel/Deformer.h"

#include <algorithm>
#include <cmath>

#include "engine/schema/AttributeValues.h"
#include "engine/schema/SchemaNames.h"
#include "engine/schema/Xformable.h"
#include "engine/skel/InfluenceChecks.h"
#include "engine/skel/SkinNormals.h"
#include "engine/skel/SkinPoints.h"

namespace usdscope {
namespace {

bool hasWeights(const SkeletonQuery& skeleton) {
  if (!skeleton.animation()) return false;
  const Attribute weights = skeleton.animation().prim().attribute(skel::kBlendShapeWeights);
  return weights && weights.hasAuthoredValue();
}

bool isAuthored(const Attribute& attribute) { return attribute && attribute.hasAuthoredValue(); }

glm::dmat4 inverseOrIdentity(const glm::dmat4& matrix) {
  return glm::determinant(matrix) != 0.0 ? glm::inverse(matrix) : glm::dmat4(1.0);
}

}  // namespace

template <typename T>
Deformer::Input<T>::Input(const Attribute& attribute) : query(attribute.query()) {
  if (query.mightBeTimeVarying()) return;
  const Value value = query.value(TimeCode::earliest());
  if (const T* found = value.find<T>()) constant = *found;
}

template <typename T>
std::optional<T> Deformer::Input<T>::at(TimeCode time) const {
  // At the default time samples do not apply, not even a single one.
  if (constant && time.isNumeric()) return constant;
  const Value value = query.value(time);
  const T* found = value.find<T>();
  return found ? std::optional<T>(*found) : std::nullopt;
}

Deformer::Deformer(const SkinningQuery& query, const SkeletonQuery& skeleton,
                   const DeformParts& parts)
    : query_(query) {
  if (prim().isA(types::kPointBased)) bindGeometry(parts);
  if (parts.joints && query.hasInfluences() && skeleton.hasAuthoredPose()) {
    skinsTransform_ = query.isRigid() && prim().isA(types::kXformable);
    skinsPoints_ = !skinsTransform_ && hasPoints_;
    skinsNormals_ = !skinsTransform_ && hasNormals_;
  }
  if (parts.blendShapes && query.hasBlendShapes() && hasWeights(skeleton)) bindShapes();
  if (!hasPoints_ && prim().isA(types::kPointBased) &&
      (query.hasBlendShapes() || query.hasInfluences())) {
    bindProblems_.report(
        query.hasBlendShapes() ? kSkelBadBlendShape : kSkelBadInfluences,
        {.path = prim().path().text()},
        query.hasBlendShapes()
            ? "It has no points that its blend shapes could move; they are ignored."
            : "It has no points that its joints could move; they are ignored.");
  }
  if (!isSkinned()) return;
  influencesVary_ = query.site().jointIndices.mightBeTimeVarying() ||
                    query.site().jointWeights.mightBeTimeVarying();
  if (influencesVary_) return;
  influences_ = query.influences(TimeCode::earliest(), influenceProblems_);
  if (!influences_) return;
  // A negative index becomes a huge one.
  unsigned largest = 0;
  for (const int joint : influences_->joints) {
    largest = std::max(largest, static_cast<unsigned>(joint));
  }
  requiredJointCount_ = std::size_t(largest) + 1;
}

void Deformer::bindShapes() {
  for (const SubShape& shape : query_.blendShapes().subShapes()) {
    shapesPoints_ |= hasPoints_ && !shape.offsets.empty();
    shapesNormals_ |= hasNormals_ && !isFaceVarying_ && !shape.normalOffsets.empty();
    hasNonFiniteOffsets_.push_back(std::ranges::any_of(shape.offsets, [](const glm::vec3& offset) {
      return !std::isfinite(offset.x + offset.y + offset.z);
    }));
  }
}

void Deformer::bindGeometry(const DeformParts& parts) {
  const Attribute points = prim().attribute(geom::kPoints);
  if (isAuthored(points)) {
    points_ = Input<Array<glm::vec3>>(points);
    hasPoints_ = true;
  }
  const Attribute normals = prim().attribute(geom::kNormals);
  if (!parts.normals || !isAuthored(normals)) return;
  const Token interpolation = normals.metadata(fields::kInterpolation).valueOr(geom::kVertex);
  if (interpolation == geom::kFaceVarying && prim().isA(types::kMesh)) {
    const Attribute indices = prim().attribute(geom::kFaceVertexIndices);
    if (!isAuthored(indices)) return;
    faceVertexIndices_ = Input<Array<int>>(indices);
    isFaceVarying_ = true;
  } else if (interpolation != geom::kVertex && interpolation != geom::kVarying) {
    return;
  }
  normals_ = Input<Array<glm::vec3>>(normals);
  hasNormals_ = true;
}

std::vector<Attribute> Deformer::inputs() const {
  std::vector<Attribute> attributes;
  const auto add = [&](const Attribute& attribute) {
    if (attribute) attributes.push_back(attribute);
  };
  if (changesPoints()) add(prim().attribute(geom::kPoints));
  if (changesNormals()) {
    add(prim().attribute(geom::kNormals));
    if (isFaceVarying_) add(prim().attribute(geom::kFaceVertexIndices));
  }
  if (isSkinned()) {
    add(query_.site().geomBindTransform);
    add(query_.site().jointIndices);
    add(query_.site().jointWeights);
  }
  return attributes;
}

std::optional<Influences> Deformer::influencesAt(TimeCode time, Diagnostics& problems) const {
  if (influencesVary_ || !time.isNumeric()) return query_.influences(time, problems);
  problems.append(influenceProblems_);
  return influences_;
}

void Deformer::report(const DiagnosticCode& code, std::string message, Deformed& result) const {
  result.problems.report(code, {.path = prim().path().text()}, std::move(message));
}

void Deformer::reportLostPoints(std::span<const SubShapeWeight> weights, Deformed& result) const {
  bool isWeightLost = false;
  bool isOffsetLost = false;
  for (const auto& [subShape, weight] : weights) {
    isWeightLost |= !std::isfinite(weight);
    isOffsetLost |= hasNonFiniteOffsets_[subShape] && isShapeApplied(weight);
  }
  if (isWeightLost) {
    report(
        kSkelBadBlendShape,
        "A weight of its blend shapes is not finite; the points that it moves get positions that "
        "are not finite.",
        result);
  }
  if (isOffsetLost) {
    report(
        kSkelBadBlendShape,
        "Some offsets of its blend shapes are not finite; their points get positions that are not "
        "finite.",
        result);
  }
}

void Deformer::reportLostNormals(const SkelPose& pose, const PosedInfluences& influenced,
                                 Deformed& result) const {
  if (query_.usesDualQuaternions()) return;
  if (!hasNormalMatrix(query_.geomBindTransform(pose.time))) {
    report(kSkelBadInfluences,
           "The geomBindTransform has no inverse; the normals become (0, 0, 0).", result);
  }
  if (!pose.hasSingularJoint) return;
  std::vector<bool> isSingular;
  for (const glm::dmat4& matrix : influenced.skelFromBind)
    isSingular.push_back(!hasNormalMatrix(matrix));
  const Influences& influences = influenced.influences;
  for (std::size_t i = 0; i < influences.joints.size(); ++i) {
    const auto joint = static_cast<std::size_t>(influences.joints[i]);
    if (influences.weights[i] == 0.0f || joint >= isSingular.size() || !isSingular[joint]) continue;
    return report(kSkelBadInfluences,
                  "A joint's matrix has no inverse; the normals that follow it become (0, 0, 0).",
                  result);
  }
}

void Deformer::applyShapes(const SkelPose& pose, const std::optional<Array<glm::vec3>>& restPoints,
                           const std::optional<Array<glm::vec3>>& restNormals,
                           WorkingArrays& working, Deformed& result) const {
  if (!pose.blendWeights) return;
  const auto weights = query_.spreadWeights(pose.blendWeights->span());
  if (!weights) return;
  if (shapesPoints_) reportLostPoints(*weights, result);
  const BlendShapeQuery& shapes = query_.blendShapes();
  const auto shape = [&](const std::optional<Array<glm::vec3>>& rest,
                         bool (BlendShapeQuery::*deform)(std::span<const SubShapeWeight>,
                                                         std::span<glm::vec3>) const,
                         auto sizeProblem) {
    const std::span<glm::vec3> values = working.store.allocate(rest ? rest->size() : 0);
    if (rest) std::ranges::copy(*rest, values.begin());
    if ((shapes.*deform)(*weights, values)) return std::optional(values);
    report(kSkelBadBlendShape, sizeProblem(values.size()), result);
    return std::optional<std::span<glm::vec3>>();
  };
  if (shapesPoints_) {
    working.points = shape(restPoints, &BlendShapeQuery::deform,
                           [&](std::size_t count) { return shapes.sizeProblem(*weights, count); });
  }
  if (shapesNormals_) {
    working.normals = shape(restNormals, &BlendShapeQuery::deformNormals, [&](std::size_t count) {
      return shapes.normalSizeProblem(*weights, count);
    });
  }
}

// Points start from rest unless shapes have moved them. There is no result if skinning fails.
void Deformer::skinPoints(const SkelPose& pose, const PosedInfluences& influenced,
                          const glm::dmat4& primFromSkel,
                          const std::optional<Array<glm::vec3>>& rest, WorkingArrays& working,
                          Deformed& result) const {
  if (!rest) return;
  const bool isShaped = working.points.has_value();
  if (!isShaped) working.points = working.store.allocate(rest->size());
  const SkinPoints job{
      .usesDualQuaternions = query_.usesDualQuaternions(),
      .skelFromRest = query_.geomBindTransform(pose.time),
      .skelFromBind = influenced.skelFromBind,
      .joints = influenced.influences.joints.span(),
      .weights = influenced.influences.weights.span(),
      .influencesPerPoint = static_cast<std::size_t>(query_.influencesPerPoint()),
      .outFromSkel = primFromSkel,
      .rest = isShaped ? std::span<const glm::vec3>(*working.points) : rest->span(),
      .points = *working.points,
      .areJointsInRange = influenced.areJointsInRange};
  if (job.run()) return;
  report(kSkelBadInfluences, withConsequence(job.problem(), kNotSkinned), result);
  working.points.reset();
}

void Deformer::skinNormals(const SkelPose& pose, const PosedInfluences& influenced,
                           const glm::dmat4& primFromSkel,
                           const std::optional<Array<glm::vec3>>& rest, WorkingArrays& working,
                           Deformed& result) const {
  if (!rest) return;
  const bool isShaped = working.normals.has_value();
  if (!isShaped) working.normals = working.store.allocate(rest->size());
  const std::span<glm::vec3> normals = *working.normals;
  const std::vector<glm::dmat3> joints = query_.inPrimOrder(pose.normalsFromBind);
  const glm::dmat3 skelFromRest = skinningNormalMatrix(query_.geomBindTransform(pose.time));
  reportLostNormals(pose, influenced, result);
  const std::optional<Array<int>> corners =
      isFaceVarying_ ? faceVertexIndices_.at(pose.time) : Array<int>();
  const SkinNormals job{.usesDualQuaternions = query_.usesDualQuaternions(),
                        .skelFromRest = skelFromRest,
                        .skelFromBind = joints,
                        .joints = influenced.influences.joints.span(),
                        .weights = influenced.influences.weights.span(),
                        .influencesPerPoint = static_cast<std::size_t>(query_.influencesPerPoint()),
                        .pointOfNormal = corners ? corners->span() : std::span<const int>(),
                        .outFromSkel = normalMatrix(primFromSkel),
                        .rest = isShaped ? std::span<const glm::vec3>(normals) : rest->span(),
                        .normals = normals,
                        .areJointsInRange = influenced.areJointsInRange};
  std::string problem;
  if (!corners || (isFaceVarying_ && corners->size() != rest->size())) {
    problem = "The face-varying normals do not fit the corners of the faces.";
  } else if (!job.run()) {
    problem = job.problem();
  }
  if (problem.empty()) return;
  report(kSkelBadInfluences, withConsequence(problem, "the normals stay as they are"), result);
  working.normals.reset();
}

Deformed Deformer::at(const SkelPose& pose, const glm::dmat4& worldFromSkel,
                      const std::shared_ptr<VectorStore>& store) const {
  Deformed result;
  WorkingArrays working{*store, {}, {}};
  applySteps(pose, worldFromSkel, working, result);
  if (working.points) result.points = Array<glm::vec3>(*working.points, store);
  if (working.normals) result.normals = Array<glm::vec3>(*working.normals, store);
  return result;
}

void Deformer::applySteps(const SkelPose& pose, const glm::dmat4& worldFromSkel,
                          WorkingArrays& working, Deformed& result) const {
  std::optional<Array<glm::vec3>> restPoints;
  std::optional<Array<glm::vec3>> restNormals;
  if (changesPoints()) restPoints = points_.at(pose.time);
  if (changesNormals()) restNormals = normals_.at(pose.time);
  if (usesBlendShapes()) applyShapes(pose, restPoints, restNormals, working, result);
  if (!isSkinned()) return;

  PosedInfluences influenced;
  std::optional<Influences> influences = influencesAt(pose.time, result.problems);
  // A prim that cannot follow its joints keeps the result of its shapes.
  if (!pose.skelFromBind) {
    report(kSkelBadTransforms, withConsequence(kNoSkinningMatrices, kJointsIgnored), result);
  }
  if (!influences || !pose.skelFromBind) return;
  influenced.influences = std::move(*influences);
  influenced.skelFromBind = query_.inPrimOrder(*pose.skelFromBind);
  influenced.areJointsInRange = !influencesVary_ && pose.time.isNumeric() &&
                                requiredJointCount_ > 0 &&
                                requiredJointCount_ <= influenced.skelFromBind.size();
  if (skinsTransform_) {
    glm::dmat4 skelFromLocal;
    if (query_.hasKnownMethod() &&
        skinTransform(query_.usesDualQuaternions(), query_.geomBindTransform(pose.time),
                      influenced.skelFromBind, influenced.influences.joints.span(),
                      influenced.influences.weights.span(), skelFromLocal)) {
      const LocalTransform local = computeLocalTransform(prim(), pose.time);
      const glm::dmat4 worldFromParent = local.resetsXformStack
                                             ? glm::dmat4(1.0)
                                             : computeWorldFromLocal(prim().parent(), pose.time);
      result.parentFromLocal = inverseOrIdentity(worldFromParent) * worldFromSkel * skelFromLocal;
    } else if (query_.hasKnownMethod()) {
      report(kSkelBadInfluences,
             withConsequence(jointRangeProblem(influenced.influences.joints.span(),
                                               influenced.skelFromBind.size()),
                             kNotSkinned),
             result);
    }
    return;
  }
  if (!query_.hasKnownMethod()) {
    if (skinsPoints_) working.points.reset();
    if (skinsNormals_) working.normals.reset();
    return;
  }
  const glm::dmat4 primFromSkel =
      inverseOrIdentity(computeWorldFromLocal(prim(), pose.time)) * worldFromSkel;
  if (skinsPoints_) skinPoints(pose, influenced, primFromSkel, restPoints, working, result);
  if (skinsNormals_) skinNormals(pose, influenced, primFromSkel, restNormals, working, result);
}

}  // namespace usdscope
