// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <algorithm>
#include <limits>
#include <numeric>
#include <utility>

#include "engine/check/detail/FixSites.h"
#include "engine/schema/AttributeValues.h"
#include "engine/schema/SchemaNames.h"

namespace usdscope::detail {
namespace {

const Token kIndexType("int[]");
const Token kWeightType("float[]");

struct Influence {
  int joint = 0;
  float weight = 0.0f;
};

// Sums that are almost zero have no direction in which to normalise.
bool normalize(std::span<Influence> influences) {
  double sum = 0.0;
  for (const Influence& influence : influences) sum += influence.weight;
  if (sum <= std::numeric_limits<float>::epsilon()) return false;
  for (Influence& influence : influences) {
    influence.weight = static_cast<float>(influence.weight / sum);
  }
  return true;
}

LayerEdit defaultOf(const FixSite& site, Token type, Value value) {
  PropertyFieldEdit edit;
  edit.path = site.path;
  edit.field = fields::kDefault;
  edit.value = std::move(value);
  edit.typeName = type;
  return edit;
}

}  // namespace

FixOrRefusal fixInfluences(const Stage& stage, Path weightsPath, bool normalizes, bool sorts,
                           FixTarget target) {
  const Prim prim = stage.primAt(weightsPath.primPath());
  if (!prim) return {};
  const auto refuse = [&](std::string_view why) {
    return FixOrRefusal{std::nullopt, fmt::format("The joint influences of <{}> are not fixed: {}.",
                                                  prim.path().text(), why)};
  };
  if (target == FixTarget::SessionLayer && prim.isInstanceProxy()) {
    return refuse("they are in an instance, which overrides do not reach");
  }
  const Attribute weightsOf = prim.attribute(skel_binding::kJointWeights);
  const Attribute indicesOf = prim.attribute(skel_binding::kJointIndices);
  if (!weightsOf || !indicesOf) return refuse("the prim does not have both parts of them");
  const ResolveInfo ofWeights = weightsOf.resolveInfo();
  const ResolveInfo ofIndices = indicesOf.resolveInfo();
  const auto isConstant = [](const Attribute& attribute, const ResolveInfo& info) {
    return info.source == ValueSource::Default && info.layer && attribute.timeSamples().empty();
  };
  if (!isConstant(weightsOf, ofWeights) || !isConstant(indicesOf, ofIndices)) {
    return refuse("they are animated");
  }
  if (ofWeights.layer != ofIndices.layer ||
      ofWeights.specPath.primOrVariantPath() != ofIndices.specPath.primOrVariantPath()) {
    return refuse("different layers have the joints and the weights");
  }
  const auto joints = indicesOf.value().valueOr(Array<int>());
  const auto weights = weightsOf.value().valueOr(Array<float>());
  const int perPoint = weightsOf.metadata(fields::kElementSize).valueOr(1);
  if (perPoint <= 0 || joints.size() != weights.size() ||
      weights.size() % static_cast<std::size_t>(perPoint) != 0) {
    return refuse("their sizes do not match");
  }

  std::vector<Influence> all(weights.size());
  for (std::size_t i = 0; i < all.size(); ++i) all[i] = {joints[i], weights[i]};
  std::size_t withoutWeight = 0;
  const auto step = static_cast<std::size_t>(perPoint);
  for (std::size_t first = 0; first < all.size(); first += step) {
    const std::span<Influence> influences = std::span(all).subspan(first, step);
    if (normalizes && !normalize(influences)) ++withoutWeight;
    if (sorts) std::ranges::stable_sort(influences, std::ranges::greater{}, &Influence::weight);
  }
  std::vector<int> newJoints;
  std::vector<float> newWeights;
  for (const Influence& influence : all) {
    newJoints.push_back(influence.joint);
    newWeights.push_back(influence.weight);
  }

  const std::string layer = ofWeights.layer->identifier();
  const auto weightsSite =
      fixSite(stage, target, layer, ofWeights.specPath, ofWeights.offset, weightsOf.path());
  const auto indicesSite =
      fixSite(stage, target, layer, ofIndices.specPath, ofIndices.offset, indicesOf.path());
  if (!weightsSite || !indicesSite) return refuse("the times of their layer cannot be mapped");
  Fix fix{weightsSite->layer, {}, {}};
  if (sorts) {
    fix.edits.push_back(
        defaultOf(*indicesSite, kIndexType, Value(Array<int>(std::move(newJoints)))));
  }
  fix.edits.push_back(
      defaultOf(*weightsSite, kWeightType, Value(Array<float>(std::move(newWeights)))));
  fix.sentence = fmt::format("The joint influences of <{}> are {}.", prim.path().text(),
                             normalizes && sorts ? "normalised and sorted by weight"
                             : sorts             ? "sorted by weight"
                                                 : "normalised, so that their weights sum up to 1");
  if (withoutWeight > 0) {
    fix.sentence += fmt::format(" {} points keep weights of 0.", withoutWeight);
  }
  return {std::move(fix), {}};
}

}  // namespace usdscope::detail
