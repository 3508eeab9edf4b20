// SPDX-License-Identifier: Apache-2.0
#include "engine/report/skel/RigShapes.h"

#include <fmt/format.h>

#include <algorithm>

#include "engine/base/Counted.h"
#include "engine/schema/AttributeValues.h"
#include "engine/schema/SchemaNames.h"
#include "engine/stage/Stage.h"

namespace usdscope {
namespace {

std::size_t pointCountOf(const Prim& prim) {
  const auto points = readValue<Array<glm::vec3>>(prim, geom::kPoints, TimeCode::earliest());
  return points ? points->size() : 0;
}

}  // namespace

RigShapes::RigShapes(const SkeletonQuery& skeleton, const Prim& explained) : skeleton_(skeleton) {
  if (!skeleton_ || !explained) return;
  const bool isWhole = explained.path() == skeleton_.prim().path();
  const Array<Token> animated =
      skeleton_.animation() ? skeleton_.animation().blendShapes() : Array<Token>();
  for (const SkinningQuery& follower : findFollowers(skeleton_.prim(), explained)) add(follower);
  if (isWhole) {
    for (const Token name : animated) {
      if (indexOf(name) >= 0) continue;
      RigShape& shape = shapes_.emplace_back();
      shape.name = name;
      shape.problems.push_back("No prim bound to the skeleton has a shape with this name.");
    }
    const auto place = [&](const RigShape& shape) {
      return std::ranges::find(animated, shape.name) - animated.begin();
    };
    std::ranges::stable_sort(shapes_, {}, place);
  }
  for (RigShape& shape : shapes_) {
    const auto found = std::ranges::find(animated, shape.name);
    shape.isAnimated = found != animated.end();
    inAnimation_.push_back(shape.isAnimated ? static_cast<int>(found - animated.begin()) : -1);
    std::ranges::sort(shape.inbetweens);
    const auto twins = std::ranges::unique(shape.inbetweens);
    shape.inbetweens.erase(twins.begin(), twins.end());
  }
  if (!shapes_.empty()) return;
  whyNone_ = isWhole ? "No prim bound to " + skeleton_.prim().path().text() +
                           " has blend shapes, and its animation names none."
                     : explained.path().text() + " has no blend shapes.";
}

// Adds the shapes of one prim. Reports a mismatch between names and targets.
void RigShapes::add(const SkinningQuery& query) {
  const BlendShapeQuery& shapes = query.blendShapes();
  const Prim& prim = query.prim();
  const auto& names = query.shapeNames();
  const std::size_t targets = shapes.shapeCount();
  if (names.empty() && targets == 0) return;
  std::string whole;
  if (names.size() != targets) {
    whole =
        fmt::format("{} for {} on <{}>. All its shapes are ignored.",
                    thereAre(names.size(), "name"), counted(targets, "target"), prim.path().text());
  }
  const std::size_t pointCount = pointCountOf(prim);
  for (std::size_t i = 0; i < std::max(names.size(), targets); ++i) {
    const Token name = i < names.size() ? names[i] : shapes.target(i).name();
    const int known = indexOf(name);
    if (known < 0)
      shapes_.push_back({.name = name, .targets = {}, .inbetweens = {}, .problems = {}});
    RigShape& shape = known < 0 ? shapes_.back() : shapes_[static_cast<std::size_t>(known)];
    if (!whole.empty()) shape.problems.push_back(whole);
    if (i >= targets) continue;
    shape.targets.push_back(shapes.target(i));
    for (const std::string& problem : shapes.problems(i)) shape.problems.push_back(problem);
    if (const std::string problem = shapes.fitProblem(i, pointCount); !problem.empty()) {
      shape.problems.push_back(fmt::format("<{}> does not fit <{}>. {}", shapes.target(i).text(),
                                           prim.path().text(), problem));
    }
    bool isPrimary = true;  // The first sub-shape of each shape is the shape itself.
    for (const SubShape& subShape : shapes.subShapes()) {
      if (subShape.shape != i) continue;
      if (!isPrimary) shape.inbetweens.push_back(subShape.weight);
      isPrimary = false;
    }
  }
}

int RigShapes::indexOf(Token name) const {
  const auto found = std::ranges::find(shapes_, name, &RigShape::name);
  return found == shapes_.end() ? -1 : static_cast<int>(found - shapes_.begin());
}

Attribute RigShapes::weights() const {
  return skeleton_ && skeleton_.animation()
             ? skeleton_.animation().prim().attribute(skel::kBlendShapeWeights)
             : Attribute();
}

std::vector<float> RigShapes::weightsAt(TimeCode time) const {
  std::vector<float> weights(shapes_.size(), 0.0f);
  if (!skeleton_.animation()) return weights;
  const Array<float> animated = skeleton_.animation().blendShapeWeights(time);
  for (std::size_t i = 0; i < weights.size(); ++i) {
    const auto at = static_cast<std::size_t>(inAnimation_[i]);
    if (inAnimation_[i] >= 0 && at < animated.size()) weights[i] = animated[at];
  }
  return weights;
}

std::vector<std::vector<float>> RigShapes::weightsOver(const std::vector<double>& times,
                                                       std::stop_token stop) const {
  std::vector<std::vector<float>> rows(shapes_.size(), std::vector<float>(times.size(), 0.0f));
  for (std::size_t t = 0; t < times.size() && !stop.stop_requested(); ++t) {
    const std::vector<float> weights = weightsAt(times[t]);
    for (std::size_t i = 0; i < rows.size(); ++i) rows[i][t] = weights[i];
  }
  return rows;
}

}  // namespace usdscope
