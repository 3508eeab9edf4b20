// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <optional>
#include <unordered_set>

#include "engine/check/detail/RuleList.h"
#include "engine/check/detail/Sites.h"
#include "engine/scene/InfluenceInspection.h"
#include "engine/schema/AttributeValues.h"
#include "engine/schema/SchemaNames.h"
#include "engine/skel/Inbetweens.h"
#include "engine/skel/InfluenceChecks.h"
#include "engine/skel/SkelBindings.h"

namespace usdscope::detail {
namespace {

/// The points with one kind of fault.
struct FaultyPoints {
  std::size_t count = 0;
  std::size_t first = 0;

  void add(std::size_t point) {
    if (count++ == 0) first = point;
  }
};

// The problems found while the rigs were bound, each at its prim.
void reportBindings(const Diagnostics& problems, Path root, Reporter& report) {
  for (const Diagnostic& problem : problems.entries()) {
    const Path site = Path::fromText(problem.site.path);
    // The rule of the shape itself reports its in-betweens.
    if (problem.code == kSkelBadBlendShape && site.isProperty()) continue;
    report.add(errorNameOf(problem.code.id), problem.code.severity, {site.isEmpty() ? root : site},
               problem.message);
  }
}

// Names of joints that the skeleton does not have.
void reportUnmatched(const Array<Token>& names, const Array<Token>& joints, Path site,
                     std::string_view error, std::string_view consequence, Reporter& report) {
  std::size_t count = 0;
  Token first;
  for (const Token name : names) {
    if (std::ranges::find(joints, name) != joints.end()) continue;
    if (count++ == 0) first = name;
  }
  if (count == 0) return;
  report.warning(error, site,
                 fmt::format("The skeleton does not have {} of the {} joints, at first `{}`; {}.",
                             count, names.size(), first.text(), consequence));
}

bool isDescending(std::span<const float> weights) {
  return std::ranges::is_sorted(weights, [](float a, float b) { return a > b; });
}

void checkWeights(const SkinningQuery& query, const SkeletonQuery& skeleton,
                  const Influences& influences, Reporter& report) {
  const InfluenceInspection inspection(query, skeleton);
  const auto perPoint = static_cast<std::size_t>(query.influencesPerPoint());
  const std::size_t count = influences.weights.size() / perPoint;
  FaultyPoints sums;
  FaultyPoints ranges;
  FaultyPoints orders;
  for (std::size_t point = 0; point < count; ++point) {
    const WeightFlags flags = inspection.flagsOf(point);
    if (flags & kUnnormalizedWeights) sums.add(point);
    if (flags & kWeightOutOfRange) ranges.add(point);
    if (!isDescending(influences.weights.span().subspan(point * perPoint, perPoint))) {
      orders.add(point);
    }
  }
  const Path weights = query.site().jointWeights.path();
  if (sums.count > 0) {
    report.warning("UnnormalizedWeights", weights,
                   fmt::format("The weights of {} of {} points do not sum up to 1; those of point "
                               "{} sum up to {:.6g}.",
                               sums.count, count, sums.first, inspection.sumOf(sums.first)));
  }
  if (ranges.count > 0) {
    report.warning(
        "WeightOutOfRange", weights,
        fmt::format("{} of {} points, at first point {}, have a weight outside of [0, 1] "
                    "or a joint that does not exist.",
                    ranges.count, count, ranges.first));
  }
  if (orders.count > 0) {
    report.add(
        "UnsortedInfluences", Severity::Note, {weights},
        fmt::format("The influences of {} of {} points, at first point {}, are not sorted by "
                    "weight; programs that use only the first ones lose the largest.",
                    orders.count, count, orders.first));
  }
}

void checkFollower(const SkinningQuery& query, const SkeletonQuery& skeleton, Reporter& report) {
  const Array<Token>& joints = skeleton.definition().joints;
  if (query.site().joints) {
    reportUnmatched(query.site().joints.value().valueOr(Array<Token>()), joints,
                    query.site().joints.path(), "UnmatchedJoint",
                    "the points that follow them stay in the bind pose", report);
  }
  if (!query.hasInfluences()) return;
  Diagnostics problems;
  const std::optional<Influences> influences = query.influences(TimeCode::earliest(), problems);
  reportBindings(problems, query.prim().path(), report);
  if (!influences) return;
  const auto points =
      readValue<Array<glm::vec3>>(query.prim(), geom::kPoints, TimeCode::earliest());
  if (points && !query.isRigid()) {
    const std::string problem =
        influenceSizeProblem(influences->joints.size(), influences->weights.size(),
                             static_cast<std::size_t>(query.influencesPerPoint()), points->size());
    if (!problem.empty()) {
      report.error("BadInfluences", query.prim().path(), withConsequence(problem, kJointsIgnored));
      return;
    }
  }
  checkWeights(query, skeleton, *influences, report);
}

}  // namespace

void checkRigs(const CheckedStage& checked, const Prim& root, Reporter& report) {
  if (isRepeated(root)) return;
  Diagnostics problems;
  const std::vector<SkelBinding> bindings = computeSkelBindings(root, problems);
  reportBindings(problems, root.path(), report);
  std::unordered_set<Path> followers;
  for (const SkelBinding& binding : bindings) {
    if (checked.isStopped()) return;
    if (const SkelAnimation& animation = binding.skeleton->animation()) {
      reportUnmatched(animation.joints(), binding.skeleton->definition().joints,
                      animation.prim().path().property(skel::kJoints), "UnmatchedAnimationJoint",
                      "their animation is not used", report);
    }
    for (const SkinningQuery& target : binding.targets) {
      checkFollower(target, *binding.skeleton, report);
      if (target.hasInfluences() || target.hasBlendShapes()) followers.insert(target.prim().path());
    }
  }
  if (followers.empty()) {
    report.warning("SkelRootWithoutFollowers", root.path(),
                   "No geometry of the SkelRoot follows a skeleton.");
    return;
  }
  traverse(root, PrimFilter::drawn(), [&](const Prim& prim) {
    if (followers.contains(prim.path())) return false;
    if (prim.isA(types::kMesh) && isSkinnable(prim)) {
      report.warning("MeshWithoutInfluences", prim.path(),
                     "The mesh is in a SkelRoot, but follows no skeleton: it has no joint "
                     "influences and no blend shapes that are bound.");
    }
    return true;
  });
}

void checkInbetweens(const CheckedStage&, const Prim& shape, Reporter& report) {
  if (isRepeated(shape)) return;
  std::map<float, int> countOfWeight;
  for (const auto& [offsets, weight] : authoredInbetweens(shape)) {
    if (!weight) {
      report.error("InbetweenWithoutWeight", offsets.path(), std::string(kInbetweenWithoutWeight));
    } else if (const std::string problem = inbetweenProblem(*weight); !problem.empty()) {
      report.error("InbetweenAtReservedWeight", offsets.path(), problem);
    } else if (++countOfWeight[*weight] == 2) {
      report.error("InbetweensAtEqualWeight", offsets.path(), twinInbetweensProblem(*weight));
    }
  }
}

}  // namespace usdscope::detail
