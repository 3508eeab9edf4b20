// SPDX-License-Identifier: Apache-2.0
#include "engine/report/supply/ShapeAttribute.h"

#include <algorithm>
#include <vector>

#include "engine/layer/Layer.h"
#include "engine/report/skel/PoseSource.h"
#include "engine/schema/AttributeValues.h"
#include "engine/schema/Imageable.h"
#include "engine/schema/SchemaNames.h"
#include "engine/schema/Xformable.h"
#include "engine/stage/Property.h"

namespace usdscope {
namespace {

bool resetsTransform(const Prim& prim) {
  const auto order = readValue<Array<Token>>(prim, geom::kXformOpOrder);
  return order && std::ranges::find(*order, geom::kResetXformStack) != order->end();
}

void add(const Prim& prim, Token name, std::vector<Attribute>& out) {
  const Attribute attribute = prim.attribute(name);
  if (attribute && !attribute.propertyStack().empty()) out.push_back(attribute);
}

// Returns the authored attributes that make the shape, the place and the visibility of a prim, in
// the order in which they are considered.
std::vector<Attribute> candidatesOf(const Prim& prim) {
  std::vector<Attribute> out;
  const PoseSource pose = poseSourceOf(prim);
  for (const Token name : {geom::kPoints, geom::kPositions, geom::kOrientations, geom::kScales,
                           geom::kSize, geom::kRadius, geom::kRadiusTop, geom::kRadiusBottom,
                           geom::kHeight, geom::kWidth, geom::kLength}) {
    add(prim, name, out);
  }
  // A pose explains the points better than the points at rest do.
  const bool isDeforming = std::ranges::any_of(out, &Attribute::mightBeTimeVarying);
  out.insert(isDeforming ? out.end() : out.begin(), pose.attributes.begin(), pose.attributes.end());
  for (Prim at = pose.isCarried ? pose.skeleton : prim; at && !at.isPseudoRoot();
       at = at.parent()) {
    for (const Attribute& op : transformOps(at)) add(at, op.name(), out);
    if (resetsTransform(at)) break;
  }
  for (Prim at = prim; at && !at.isPseudoRoot(); at = at.parent()) {
    add(at, geom::kVisibility, out);
  }
  return out;
}

// Whether some layer animates an attribute, although its value does not vary.
bool hidesAnimation(const Attribute& attribute) {
  return std::ranges::any_of(attribute.propertyStack(), [](const StackEntry& entry) {
    const PropertySpec spec = entry.layer->findProperty(entry.path);
    return spec && (spec.hasField(fields::kTimeSamples) || spec.hasField(fields::kSpline));
  });
}

}  // namespace

Path attributeBehindShape(const Prim& prim, TimeCode time) {
  for (Prim at = prim; at && !at.isPseudoRoot(); at = at.parent()) {
    if (isImageable(at) && isInvisibleHere(at, time)) return at.path().property(geom::kVisibility);
  }
  const std::vector<Attribute> candidates = candidatesOf(prim);
  const auto firstOf = [&](const auto& isWanted) {
    const auto found = std::ranges::find_if(candidates, isWanted);
    return found == candidates.end() ? Path() : found->path();
  };
  const Path varying = firstOf([](const Attribute& each) { return each.mightBeTimeVarying(); });
  if (!varying.isEmpty()) return varying;
  const Path hidden = firstOf(hidesAnimation);
  if (!hidden.isEmpty()) return hidden;
  return candidates.empty() ? Path() : candidates.front().path();
}

}  // namespace usdscope
