// SPDX-License-Identifier: Apache-2.0
#include "engine/scene/Bounds.h"

#include <cmath>
#include <optional>
#include <string_view>

#include "engine/schema/Extent.h"
#include "engine/schema/Imageable.h"
#include "engine/schema/Kind.h"
#include "engine/schema/PointInstancer.h"
#include "engine/schema/Xformable.h"
#include "engine/skel/SkelExtent.h"
#include "engine/stage/Stage.h"

namespace usdscope {
namespace {

constexpr std::string_view kPurposes[] = {"default", "proxy", "render", "guide"};
// Those that count, guides do not.
constexpr std::size_t kIncludedPurposes = 3;

// None for a purpose that is not known: what has it counts nowhere.
std::optional<std::size_t> purposeIndex(Token purpose) {
  for (std::size_t i = 0; i < std::size(kPurposes); ++i) {
    if (purpose == kPurposes[i]) return i;
  }
  return std::nullopt;
}

// Below this a matrix counts as having no inverse. (GfBBox3d.)
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
  return isKindA(prim, Token("component")) || isKindA(prim, Token("subcomponent"));
}

bool isCounted(const Prim& prim) {
  return prim.isActive() && prim.isDefined() && !prim.isAbstract();
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

const glm::dmat4& BoundsCache::worldFromLocal(const Prim& prim) {
  const auto found = worldFromLocal_.find(prim.path());
  if (found != worldFromLocal_.end()) return found->second;
  const LocalTransform local = computeLocalTransform(prim, time_);
  const Prim parent = prim.parent();
  const bool isAtTop = prim.isPseudoRoot() || !parent || local.resetsXformStack;
  const glm::dmat4 world =
      isAtTop ? local.parentFromLocal : worldFromLocal(parent) * local.parentFromLocal;
  return worldFromLocal_.emplace(prim.path(), world).first->second;
}

glm::dmat4 BoundsCache::componentFromWorldAbove(const Prim& prim) {
  for (Prim at = prim; at && !at.isPseudoRoot(); at = at.parent()) {
    if (isComponent(at)) return glm::inverse(worldFromLocal(at));
  }
  return glm::dmat4(1.0);
}

OrientedBox BoundsCache::untransformedBound(const Prim& prim) {
  const Entry& entry = resolve(prim, componentFromWorldAbove(prim));
  OrientedBox result;
  for (std::size_t i = 0; i < kIncludedPurposes; ++i) {
    result = OrientedBox::combined(result, entry.boxes[i]);
  }
  return result;
}

std::vector<Box> BoundsCache::extentsHint(const Prim& prim) {
  const Entry& entry = resolve(prim, componentFromWorldAbove(prim));
  std::vector<Box> boxes;
  std::size_t count = 1;
  for (const char* purpose : {"default", "render", "proxy", "guide"}) {
    const OrientedBox& bound = entry.boxes[*purposeIndex(Token(purpose))];
    boxes.push_back(bound.box.isEmpty() ? Box() : bound.aligned());
    if (!boxes.back().isEmpty()) count = boxes.size();
  }
  boxes.resize(count);
  return boxes;
}

Box BoundsCache::worldBound(const Prim& prim) {
  OrientedBox bound = untransformedBound(prim);
  if (bound.box.isEmpty()) return {};
  bound.matrix = worldFromLocal(prim) * bound.matrix;
  return bound.aligned();
}

bool BoundsCache::isIncluded(const Prim& prim) {
  // Prims of no known type may have imageable children; other types only count when imageable.
  if (!prim.isA(Token("Typed"))) return true;
  return isImageable(prim) && !isInvisibleHere(prim, time_);
}

const BoundsCache::Entry& BoundsCache::resolve(const Prim& prim,
                                               const glm::dmat4& componentFromWorld) {
  // While a prim is looked into it has an empty entry, which a point instancer meets again when it
  // is inside one of its own prototypes.
  const auto [found, isNew] = entries_.try_emplace(prim.path());
  Entry& known = found->second;
  if (!isNew) return known;
  Entry entry;
  if (prim.isA(Token("Boundable"))) {
    // A boundable speaks for all below it.
    const std::optional<std::size_t> purpose = purposeIndex(computePurpose(prim));
    const std::optional<Box> extent = purpose ? extentOf(prim) : std::nullopt;
    if (extent) entry.boxes[*purpose].box = *extent;
  } else {
    addChildren(prim, componentFromWorld, entry);
  }
  known = std::move(entry);
  return known;
}

void BoundsCache::addChildren(const Prim& prim, const glm::dmat4& componentFromWorld,
                              Entry& entry) {
  const glm::dmat4 enclosing =
      isComponent(prim) ? glm::inverse(worldFromLocal(prim)) : componentFromWorld;
  const glm::dmat4 componentFromLocal = enclosing * worldFromLocal(prim);
  bool hasAny = false;
  for (const Prim& child : prim.children()) {
    if (!isCounted(child) || !isIncluded(child)) continue;
    const Entry below = resolve(child, enclosing);
    const glm::dmat4 componentFromChild =
        prim.isInstance() ? componentFromLocal * computeLocalTransform(child, time_).parentFromLocal
                          : enclosing * worldFromLocal(child);
    for (std::size_t i = 0; i < kPurposeCount; ++i) {
      const OrientedBox& box = below.boxes[i];
      if (box.box.isEmpty()) continue;
      entry.boxes[i].box.add(transformed(componentFromChild * box.matrix, box.box));
      hasAny = true;
    }
  }
  if (!hasAny) return;
  const glm::dmat4 localFromComponent = glm::inverse(componentFromLocal);
  for (OrientedBox& box : entry.boxes) box.matrix = localFromComponent;
}

std::optional<Box> BoundsCache::extentOf(const Prim& prim) {
  if (const std::optional<Box> authored = authoredExtent(prim, time_)) return authored;
  if (prim.isA(Token("PointInstancer"))) return pointInstancerExtent(prim);
  if (const std::optional<Box> skel = skelExtent(prim, time_)) return skel;
  return extentFromGeometry(prim, time_);
}

std::optional<Box> BoundsCache::pointInstancerExtent(const Prim& prim) {
  Diagnostics ignored;  // The extractor reports the same problems.
  const PointInstances instances = computePointInstances(prim, time_, ignored);
  if (instances.prototypes.empty()) return std::nullopt;
  std::vector<OrientedBox> bounds;
  for (const Path path : instances.prototypes) {
    const Prim root = prim.stage().primAt(path);
    bounds.push_back(root ? untransformedBound(root) : OrientedBox());
  }
  Box extent;
  for (std::size_t i = 0; i < instances.prototypeOf.size(); ++i) {
    const OrientedBox& bound = bounds[instances.prototypeOf[i]];
    extent.add(transformed(instances.instancerFromPrototype[i] * bound.matrix, bound.box));
  }
  return extent;
}

}  // namespace usdscope
