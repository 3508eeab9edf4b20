// SPDX-License-Identifier: Apache-2.0
#include "engine/scene/StandIn.h"

#include <algorithm>
#include <vector>

#include "engine/scene/Bounds.h"
#include "engine/scene/VolumeFields.h"
#include "engine/scene/detail/Reach.h"
#include "engine/schema/AttributeValues.h"
#include "engine/schema/DrawMode.h"
#include "engine/schema/Extent.h"
#include "engine/schema/SchemaNames.h"

namespace usdscope {
namespace {

const Token kVolume("Volume");

constexpr std::size_t kHintedPurposes = 3;  // Default, render, proxy; guides come last.

std::optional<StandIn::Kind> standInKindOf(const Prim& prim) {
  if (!isDrawModeApplied(prim)) return std::nullopt;
  const Token mode = computeDrawMode(prim);
  if (mode == model::kOrigin) return StandIn::Kind::Origin;
  if (mode == model::kBounds) return StandIn::Kind::Bounds;
  if (mode == model::kCards) return StandIn::Kind::Cards;
  return std::nullopt;
}

// Returns the box that a prim states for itself and its descendants.
std::optional<Box> statedBox(const Prim& prim, TimeCode time) {
  if (prim.isA(types::kBoundable)) {
    if (const std::optional<Box> extent = authoredExtent(prim, time)) return extent;
  }
  const auto hint = readValue<Array<glm::vec3>>(prim, geom::kExtentsHint, time);
  if (!hint || hint->size() < 2) return std::nullopt;
  Box box;
  const std::size_t count = std::min(hint->size() / 2, kHintedPurposes);
  for (std::size_t i = 0; i < count; ++i) {
    const Box each{glm::dvec3((*hint)[2 * i]), glm::dvec3((*hint)[2 * i + 1])};
    if (!each.isEmpty() && isDrawable(each)) box.add(each);
  }
  return box;
}

// Returns the box to draw; empty when there is none.
Box boxOf(const Prim& prim, TimeCode time, std::string& problem) {
  const std::optional<Box> stated = statedBox(prim, time);
  // A computed box does not follow time, because it costs as much as the geometry.
  const Box box =
      stated ? *stated : BoundsCache(TimeCode::earliest()).untransformedBound(prim).aligned();
  if (!box.isEmpty() && isDrawable(box)) return box;
  problem = "The prim has no box, or one that is not finite; nothing is drawn in its place.";
  return {};
}

struct StandInLines {
  std::vector<glm::vec3> points;
  std::vector<std::uint32_t> indices;
};

StandInLines axes() {
  return {{{0.0f, 0.0f, 0.0f}, {1.0f, 0.0f, 0.0f}, {0.0f, 1.0f, 0.0f}, {0.0f, 0.0f, 1.0f}},
          {0, 1, 0, 2, 0, 3}};
}

// Corners by their bits: 1 is the end of x, 2 of y, 4 of z. Edges join corners that differ in one.
StandInLines edges(const Box& box) {
  StandInLines lines;
  for (std::uint32_t corner = 0; corner < 8; ++corner) {
    glm::dvec3 point;
    for (int axis = 0; axis < 3; ++axis) {
      point[axis] = (corner >> axis) & 1u ? box.max[axis] : box.min[axis];
    }
    lines.points.emplace_back(point);
    for (std::uint32_t bit = 1; bit < 8; bit *= 2) {
      if ((corner & bit) == 0) lines.indices.insert(lines.indices.end(), {corner, corner | bit});
    }
  }
  return lines;
}

}  // namespace

std::optional<StandIn> readStandIn(const Prim& prim) {
  std::optional<StandIn::Kind> kind = standInKindOf(prim);
  const bool isVolume = prim.isA(kVolume);
  if (!kind && prim.isLoaded() && !isVolume) return std::nullopt;
  const bool isStated = statedBox(prim, TimeCode::earliest()).has_value();
  StandIn standIn;
  standIn.isVolume = !kind && isVolume && prim.isLoaded();
  standIn.isVarying = standIn.isVolume && areFieldsVarying(prim);
  if (!kind && (isStated || isVolume)) kind = StandIn::Kind::Bounds;
  if (!kind) return std::nullopt;
  standIn.kind = *kind;
  standIn.color = readValue<glm::vec3>(prim, model::kDrawModeColor).value_or(standIn.color);
  if (*kind == StandIn::Kind::Cards) standIn.cards = readCards(prim);
  for (const Token name : {geom::kExtent, geom::kExtentsHint}) {
    const Attribute attribute = prim.attribute(name);
    standIn.isVarying |= isStated && attribute && attribute.mightBeTimeVarying();
  }
  return standIn;
}

std::shared_ptr<const Geometry> buildStandInLines(const StandIn& standIn, const Prim& prim,
                                                  TimeCode time, std::string& problem) {
  StandInLines lines;
  if (standIn.kind == StandIn::Kind::Origin) {
    lines = axes();
  } else {
    const Box box = boxOf(prim, time, problem);
    if (box.isEmpty()) return nullptr;
    lines = edges(box);
  }
  auto geometry = std::make_shared<Geometry>();
  geometry->primitive = Primitive::Lines;
  std::vector<std::uint32_t> points(lines.points.size());
  for (std::uint32_t i = 0; i < points.size(); ++i) {
    points[i] = i;
    geometry->bounds.add(glm::dvec3(lines.points[i]));
  }
  geometry->colors =
      Array<glm::vec4>(std::vector<glm::vec4>(lines.points.size(), glm::vec4(standIn.color, 1.0f)));
  geometry->positions = Array<glm::vec3>(std::move(lines.points));
  geometry->vertexPoints = Array<std::uint32_t>(std::move(points));
  geometry->indices = Array<std::uint32_t>(std::move(lines.indices));
  return geometry;
}

MeshInput buildStandInCards(const StandIn& standIn, const Prim& prim, TimeCode time) {
  std::string problem;
  Box box;
  if (standIn.cards.shape != Cards::Shape::FromTexture) {
    box = boxOf(prim, time, problem);
    if (box.isEmpty()) {
      MeshInput nothing;
      nothing.problem = problem;
      return nothing;
    }
  }
  return buildCards(standIn.cards, box, standIn.color);
}

}  // namespace usdscope
