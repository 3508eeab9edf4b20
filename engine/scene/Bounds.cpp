// SPDX-License-Identifier: Apache-2.0
#include "engine/scene/Bounds.h"

#include <algorithm>
#include <cmath>
#include <iterator>
#include <mutex>
#include <utility>

#include "engine/base/Parallel.h"
#include "engine/schema/Extent.h"
#include "engine/schema/Imageable.h"
#include "engine/schema/Kind.h"
#include "engine/schema/PointInstancer.h"
#include "engine/schema/SchemaNames.h"
#include "engine/schema/Xformable.h"
#include "engine/skel/SkelExtent.h"
#include "engine/stage/Stage.h"

namespace usdscope {
namespace {

const Token kComponent("component");
const Token kSubcomponent("subcomponent");

// Purposes by index. Guides stand last, because they do not add to bounds.
const Token kPurposes[] = {geom::kDefaultPurpose, geom::kProxyPurpose, geom::kRenderPurpose,
                           geom::kGuidePurpose};
constexpr std::size_t kIncludedPurposes = 3;

// Number of children from which several threads pay off.
constexpr std::size_t kForkFrom = 16;

// Returns empty for an unknown purpose: such prims have no bounds.
std::optional<std::size_t> purposeIndex(Token purpose) {
  const auto* const found = std::ranges::find(kPurposes, purpose);
  if (found == std::end(kPurposes)) return std::nullopt;
  return static_cast<std::size_t>(found - kPurposes);
}

// A matrix with a smaller determinant has no inverse. (GfBBox3d.)
constexpr double kDegenerate = 1e-13;

struct Inverse {
  glm::dmat4 matrix{1.0};
  bool isDegenerate = false;
};

Inverse inverseOf(const glm::dmat4& matrix) {
  const double determinant = glm::determinant(matrix);
  if (!(std::abs(determinant) > kDegenerate)) return {glm::dmat4(1.0), true};
  return {glm::inverse(matrix), false};
}

// The inverse of a transform. For one that flattens space or moves all to a point, a transform back
// from where it leads, so that what is moved there and back stays in place.
glm::dmat4 inverseOrBack(const glm::dmat4& matrix) {
  if (glm::determinant(matrix) != 0.0) return glm::inverse(matrix);
  const glm::dmat3 linear(matrix);
  const glm::dmat3 transposed = glm::transpose(linear);
  const glm::dmat3 squared = transposed * linear;
  // A little of the identity makes the square invertible without moving the result visibly.
  const double little = 1e-12 * (squared[0][0] + squared[1][1] + squared[2][2]);
  glm::dmat3 back(0.0);
  if (little > 0.0) back = glm::inverse(squared + glm::dmat3(little)) * transposed;
  glm::dmat4 result(back);
  result[3] = glm::dvec4(-(back * glm::dvec3(matrix[3])), 1.0);
  return result;
}

double volumeOf(const OrientedBox& b) {
  if (b.box.isEmpty()) return 0.0;
  const glm::dvec3 size = b.box.size();
  return std::abs(glm::determinant(glm::dmat3(b.matrix)) * size.x * size.y * size.z);
}

OrientedBox combinedInSpaceOf(const OrientedBox& a, const OrientedBox& b) {
  OrientedBox result = a;
  result.box.add(transformed(inverseOf(a.matrix).matrix * b.matrix, b.box));
  return result;
}

bool isComponent(const Prim& prim) {
  return prim.kind() && (isKindA(prim, kComponent) || isKindA(prim, kSubcomponent));
}

}  // namespace

OrientedBox OrientedBox::combined(const OrientedBox& a, const OrientedBox& b) {
  if (a.box.isEmpty()) return b;
  if (b.box.isEmpty()) return a;
  const bool isDegenerateA = inverseOf(a.matrix).isDegenerate;
  const bool isDegenerateB = inverseOf(b.matrix).isDegenerate;
  if (isDegenerateA && isDegenerateB) {
    OrientedBox result{a.aligned()};
    result.box.add(b.aligned());
    return result;
  }
  if (isDegenerateA) return combinedInSpaceOf(b, a);
  if (isDegenerateB || a.matrix == b.matrix) return combinedInSpaceOf(a, b);
  const OrientedBox inA = combinedInSpaceOf(a, b);
  const OrientedBox inB = combinedInSpaceOf(b, a);
  const double volumeA = volumeOf(inA);
  const double volumeB = volumeOf(inB);
  const double tolerance = std::max(1e-10, 1e-6 * std::max(volumeA, volumeB));
  if (std::abs(volumeA - volumeB) <= tolerance) return inA;
  return volumeA < volumeB ? inA : inB;
}

std::size_t BoundsCache::KeyHash::operator()(const Key& key) const {
  return std::hash<Path>()(key.path) ^ std::hash<Token>()(key.purpose);
}

void BoundsCache::Bound::add(const Bound& child, const glm::dmat4& ownFromChild) {
  for (std::size_t i = 0; i < kPurposeCount; ++i) {
    boxes[i].add(transformed(ownFromChild * child.localFromBoxes, child.boxes[i]));
  }
}

bool BoundsCache::Bound::isEmpty() const { return std::ranges::all_of(boxes, &Box::isEmpty); }

Box BoundsCache::worldBound(const Prim& prim) {
  OrientedBox bound = untransformedBound(prim);
  if (bound.box.isEmpty()) return {};
  bound.matrix = worldFromLocal(prim) * bound.matrix;
  return bound.aligned();
}

OrientedBox BoundsCache::untransformedBound(const Prim& prim) {
  const Bound bound = boundOf(prim);
  OrientedBox result;
  for (std::size_t i = 0; i < kIncludedPurposes; ++i) {
    result = OrientedBox::combined(result, {bound.boxes[i], bound.localFromBoxes});
  }
  return result;
}

std::vector<Box> BoundsCache::extentsHint(const Prim& prim) {
  const Bound bound = boundOf(prim);
  std::vector<Box> boxes;
  std::size_t count = 1;
  for (const Token purpose :
       {geom::kDefaultPurpose, geom::kRenderPurpose, geom::kProxyPurpose, geom::kGuidePurpose}) {
    const Box& box = bound.boxes[*purposeIndex(purpose)];
    boxes.push_back(transformed(bound.localFromBoxes, box));
    if (!boxes.back().isEmpty()) count = boxes.size();
  }
  boxes.resize(count);
  return boxes;
}

bool BoundsCache::isIncluded(const Prim& prim) const {
  if (!prim.isActive() || !prim.isDefined() || prim.isAbstract()) return false;
  // Prims of unknown type may have imageable children; prims of other types must be imageable.
  if (!prim.isA(types::kTyped)) return true;
  return isImageable(prim) && !isInvisibleHere(prim, time_);
}

BoundsCache::Bound BoundsCache::boundOf(const Prim& prim) {
  Place place{.worldFromLocal = worldFromLocal(prim)};
  bool hasComponent = false;
  for (Prim at = prim.parent(); at && !at.isPseudoRoot(); at = at.parent()) {
    if (!place.purpose) place.purpose = authoredPurpose(at);
    if (hasComponent || !isComponent(at)) continue;
    hasComponent = true;
    place.componentFromWorld = inverseOrBack(worldFromLocal(at));
  }
  return boundOf(prim, place);
}

BoundsCache::Bound BoundsCache::boundOf(const Prim& prim, const Place& place) {
  // The extent of a boundable includes its descendants.
  const bool isBoundable = prim.isA(types::kBoundable);
  if (isBoundable && !prim.isA(types::kPointInstancer)) return boundOfBoundable(prim, place);
  // A pending prim has an empty bound. A point instancer inside one of its own prototypes finds
  // that.
  const Key key{prim.path(), prim.isInPrototype() ? place.purpose : Token()};
  const auto [found, isNew] = bounds_.try_emplace(key);
  Bound& known = found->second;
  if (!isNew) return known;
  pending_.push_back(key);
  known = isBoundable ? boundOfBoundable(prim, place) : gatherChildren(prim, place);
  pending_.pop_back();
  return known;
}

BoundsCache::Bound BoundsCache::boundOfBoundable(const Prim& prim, const Place& place) {
  Bound bound;
  Token purpose = authoredPurpose(prim);
  if (!purpose) purpose = place.purpose ? place.purpose : fallbackPurpose(prim);
  if (const std::optional<std::size_t> index = purposeIndex(purpose)) {
    bound.boxes[*index] = extentOf(prim).value_or(Box());
  }
  return bound;
}

BoundsCache::Bound BoundsCache::gatherChildren(const Prim& prim, const Place& place) {
  Place own = place;
  if (const Token purpose = authoredPurpose(prim)) own.purpose = purpose;
  if (isComponent(prim)) own.componentFromWorld = inverseOrBack(place.worldFromLocal);
  const glm::dmat4 componentFromLocal = own.componentFromWorld * own.worldFromLocal;
  Bound bound;
  if (prim.isInstance()) {
    addInstance(prim, own.purpose, componentFromLocal, bound);
  } else {
    const std::vector<Prim> children = prim.children();
    const bool isMany = mayFork_ && children.size() >= kForkFrom;
    isMany ? addChildrenInParallel(children, own, bound) : addChildren(children, own, bound);
  }
  if (!bound.isEmpty()) bound.localFromBoxes = inverseOrBack(componentFromLocal);
  return bound;
}

void BoundsCache::addChildren(std::span<const Prim> children, const Place& above, Bound& sum) {
  for (const Prim& child : children) {
    if (stop_.stop_requested()) return;
    if (!isIncluded(child)) continue;
    const LocalTransform local = computeLocalTransform(child, time_);
    Place place = above;
    place.worldFromLocal = local.resetsXformStack ? local.parentFromLocal
                                                  : above.worldFromLocal * local.parentFromLocal;
    sum.add(boundOf(child, place), above.componentFromWorld * place.worldFromLocal);
  }
}

void BoundsCache::addChildrenInParallel(std::span<const Prim> children, const Place& above,
                                        Bound& sum) {
  std::mutex mutex;
  parallelFor(children.size(), kForkFrom / 2, [&](std::size_t first, std::size_t last) {
    BoundsCache part(time_, stop_);
    part.mayFork_ = false;
    for (const Key& key : pending_) part.bounds_.try_emplace(key);
    Bound bound;
    part.addChildren(children.subspan(first, last - first), above, bound);
    if (stop_.stop_requested()) return;
    const std::lock_guard lock(mutex);
    sum.add(bound, glm::dmat4(1.0));
    bounds_.merge(part.bounds_);
    prototypes_.merge(part.prototypes_);
  });
}

void BoundsCache::addInstance(const Prim& instance, Token purpose,
                              const glm::dmat4& componentFromLocal, Bound& sum) {
  for (const Child& child : childrenOfPrototype(instance.prototype(), purpose)) {
    sum.add(child.bound, componentFromLocal * child.parentFromLocal);
  }
}

const std::vector<BoundsCache::Child>& BoundsCache::childrenOfPrototype(const Prim& prototype,
                                                                        Token purpose) {
  const auto [found, isNew] = prototypes_.try_emplace({prototype.path(), purpose});
  std::vector<Child>& children = found->second;
  if (!isNew) return children;
  for (const Prim& prim : prototype.children()) {
    if (!isIncluded(prim)) continue;
    const glm::dmat4 parentFromLocal = computeLocalTransform(prim, time_).parentFromLocal;
    // In a prototype the root stands for the world.
    Child child{boundOf(prim, {.worldFromLocal = parentFromLocal, .purpose = purpose}),
                parentFromLocal};
    if (!child.bound.isEmpty()) children.push_back(std::move(child));
  }
  return children;
}

std::optional<Box> BoundsCache::extentOf(const Prim& prim) {
  if (const std::optional<Box> authored = authoredExtent(prim, time_)) return authored;
  return computedExtent(prim);
}

std::optional<Box> BoundsCache::computedExtent(const Prim& prim) {
  if (prim.isA(types::kPointInstancer)) return pointInstancerExtent(prim);
  if (const std::optional<Box> skel = skelExtent(prim, time_)) return skel;
  return extentFromGeometry(prim, time_);
}

std::optional<Box> BoundsCache::pointInstancerExtent(const Prim& prim) {
  Diagnostics ignored;  // The extractor reports the same problems.
  const PointInstances instances = computePointInstances(prim, time_, ignored);
  if (instances.prototypes.empty()) return std::nullopt;
  std::vector<OrientedBox> bounds;
  const bool mayFork =
      std::exchange(mayFork_, false);  // Parallel parts do not see each other's pending_.
  for (const Path path : instances.prototypes) {
    const Prim root = prim.stage().primAt(path);
    bounds.push_back(root ? untransformedBound(root) : OrientedBox());
  }
  mayFork_ = mayFork;
  Box extent;
  for (std::size_t i = 0; i < instances.prototypeOf.size(); ++i) {
    const OrientedBox& bound = bounds[instances.prototypeOf[i]];
    extent.add(transformed(instances.instancerFromPrototype[i] * bound.matrix, bound.box));
  }
  return extent;
}

}  // namespace usdscope
