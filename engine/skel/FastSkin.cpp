// SPDX-License-Identifier: Apache-2.0
#include "engine/skel/FastSkin.h"

#include <fmt/format.h>

#include <algorithm>
#include <atomic>
#include <cmath>
#include <utility>
#include <vector>

#include "engine/base/Parallel.h"
#include "engine/skel/DualQuaternion.h"
#include "engine/skel/SkinPoints.h"
#include "engine/skel/detail/Float4.h"

namespace usdscope {
namespace {

constexpr std::size_t kGrain = 16384;
// Points whose indices are looked at before they are moved: what is read stays in the cache.
constexpr std::size_t kBlock = 1024;
// Up to so many joints the signs of all pairs of quaternions are kept.
constexpr std::size_t kMostSigns = 128;

struct Influence {
  const int* joints;
  const float* weights;
};

std::string sizeProblem(std::size_t joints, std::size_t weights, std::size_t perPoint,
                        std::size_t rest, std::size_t out) {
  if (rest != out) return fmt::format("There is room for {} of {} points.", out, rest);
  if (joints != weights) {
    return fmt::format("There are {} joint indices and {} weights.", joints, weights);
  }
  if (perPoint == 0 || joints != rest * perPoint) {
    return fmt::format("There are {} influences for {} points with {} each.", joints, rest,
                       perPoint);
  }
  return {};
}

std::string rangeProblem(std::span<const int> joints, std::size_t count) {
  for (std::size_t i = 0; i < joints.size(); ++i) {
    if (joints[i] >= 0 && static_cast<std::size_t>(joints[i]) < count) continue;
    return fmt::format("Joint index {} at {} is not in [0, {}).", joints[i], i, count);
  }
  return {};
}

bool areInRange(std::span<const int> joints, std::size_t count) {
  unsigned largest = 0;
  for (const int joint : joints) largest = std::max(largest, static_cast<unsigned>(joint));
  return joints.empty() || largest < count;
}

// Calls move(first, last) for blocks of points whose joints are all there; false if some are not.
template <typename Move>
bool forBlocks(std::span<const int> joints, std::size_t perPoint, std::size_t jointCount,
               std::size_t pointCount, const Move& move) {
  std::atomic<bool> isInRange{true};
  parallelFor(pointCount, kGrain, [&](std::size_t first, std::size_t last) {
    for (std::size_t begin = first; begin < last && isInRange; begin += kBlock) {
      const std::size_t end = std::min(begin + kBlock, last);
      if (areInRange(joints.subspan(begin * perPoint, (end - begin) * perPoint), jointCount)) {
        move(begin, end);
      } else {
        isInRange = false;
      }
    }
  });
  return isInRange;
}

void store(const Float4& from, glm::vec3& to) { to = {from[0], from[1], from[2]}; }

// kPerPoint 0: as many influences as `perPoint` says.
template <std::size_t kPerPoint>
Float4 blendPoint(const Columns* palette, Influence influence, std::size_t perPoint,
                  const glm::vec3& p) {
  Float4 sum{};
  const std::size_t count = kPerPoint > 0 ? kPerPoint : perPoint;
  for (std::size_t i = 0; i < count; ++i) {
    sum += palette[influence.joints[i]](p) * influence.weights[i];
  }
  return sum;
}

using BlendPoint = Float4 (*)(const Columns*, Influence, std::size_t, const glm::vec3&);

// What moves one block by linear blending. The palette has everything in one matrix for each joint
// but the last translation: weights need not sum up to one.
struct LinearMover {
  const Columns* palette;
  Float4 offset;
  std::span<const int> joints;
  std::span<const float> weights;
  std::size_t perPoint;
  std::span<const glm::vec3> rest;
  std::span<glm::vec3> out;

  template <std::size_t kPerPoint>
  void move(std::size_t first, std::size_t last) const {
    Influence influence{joints.data() + first * perPoint, weights.data() + first * perPoint};
    for (std::size_t i = first; i < last; ++i) {
      store(blendPoint<kPerPoint>(palette, influence, perPoint, rest[i]) + offset, out[i]);
      influence.joints += perPoint;
      influence.weights += perPoint;
    }
  }
  void operator()(std::size_t first, std::size_t last) const {
    if (perPoint == 1) return move<1>(first, last);
    if (perPoint == 2) return move<2>(first, last);
    if (perPoint == 4) return move<4>(first, last);
    if (perPoint == 8) return move<8>(first, last);
    move<0>(first, last);
  }
};

void storeFour(const Points4& from, std::size_t count, glm::vec3* to) {
  for (std::size_t i = 0; i < count; ++i) to[i] = {from.x[i], from.y[i], from.z[i]};
}

// Linear blending of normals, four at a time from where they get unit length.
struct NormalMover {
  const Columns* palette;
  std::span<const int> joints;
  std::span<const float> weights;
  std::size_t perPoint;
  Columns outFromSkel;
  std::span<const glm::vec3> rest;
  std::span<glm::vec3> out;

  void operator()(std::size_t first, std::size_t last) const {
    for (std::size_t i = first; i < last; i += 4) {
      const std::size_t count = std::min<std::size_t>(4, last - i);
      Float4 n[4] = {};
      for (std::size_t k = 0; k < count; ++k) {
        const std::size_t at = (i + k) * perPoint;
        const Influence influence{joints.data() + at, weights.data() + at};
        n[k] = perPoint == 4 ? blendPoint<4>(palette, influence, perPoint, rest[i + k])
                             : blendPoint<0>(palette, influence, perPoint, rest[i + k]);
      }
      transpose(n[0], n[1], n[2], n[3]);
      Points4 normals{n[0], n[1], n[2]};
      normals = normals * inverseSqrt(dot(normals, normals));
      storeFour(outFromSkel(normals), count, &out[i]);
    }
  }
};

// Joints as dual quaternions, in registers.
struct RigidPalette {
  std::vector<Float4> real;  // x y z w
  std::vector<Float4> dual;
  std::vector<Columns> scales;  // Empty when none scales.
  std::vector<float> signs;     // Per pivot and joint: -1 where its quaternion lies opposite.

  explicit RigidPalette(std::span<const glm::dmat4> matrices) {
    const RigidJoints rigid(matrices);
    for (const DualQuaternion& motion : rigid.motions) {
      real.push_back(floats(motion.real));
      dual.push_back(floats(motion.dual));
    }
    if (rigid.hasScale) {
      for (const glm::dmat3& scale : rigid.scales) scales.emplace_back(scale);
    }
    const std::size_t count = matrices.size();
    if (count > kMostSigns) return;
    signs.resize(count * count);
    for (std::size_t pivot = 0; pivot < count; ++pivot) {
      for (std::size_t joint = 0; joint < count; ++joint) {
        signs[pivot * count + joint] = signOf(pivot, joint);
      }
    }
  }

  static Float4 floats(const glm::dquat& q) {
    return Float4{float(q.x), float(q.y), float(q.z), float(q.w)};
  }
  float signOf(std::size_t pivot, std::size_t joint) const {
    const Float4 product = real[pivot] * real[joint];
    return product[0] + product[1] + product[2] + product[3] < 0.0f ? -1.0f : 1.0f;
  }
  float sign(std::size_t pivot, std::size_t joint) const {
    return signs.empty() ? signOf(pivot, joint) : signs[pivot * real.size() + joint];
  }
};

struct DualMover {
  const RigidPalette& palette;
  std::span<const int> joints;
  std::span<const float> weights;
  std::size_t perPoint;
  Columns skelFromRest;
  Columns outFromSkel;
  std::span<const glm::vec3> rest;
  std::span<glm::vec3> out;

  static std::size_t pivotOf(Influence influence, std::size_t count) {
    int pivot = influence.joints[0];
    float largest = influence.weights[0];
    for (std::size_t i = 1; i < count; ++i) {
      const bool isLarger = influence.weights[i] > largest;
      largest = isLarger ? influence.weights[i] : largest;
      pivot = isLarger ? influence.joints[i] : pivot;
    }
    return static_cast<std::size_t>(pivot);
  }

  template <std::size_t kPerPoint>
  void blend(std::size_t i, Float4& real, Float4& dual, Float4& point) const {
    const std::size_t count = kPerPoint > 0 ? kPerPoint : perPoint;
    const Influence influence{joints.data() + i * perPoint, weights.data() + i * perPoint};
    const std::size_t pivot = pivotOf(influence, count);
    const Float4 atBind = skelFromRest(rest[i]);
    const glm::vec3 p(atBind[0], atBind[1], atBind[2]);
    Float4 scaled{};
    real = Float4{};
    dual = Float4{};
    for (std::size_t k = 0; k < count; ++k) {
      const auto joint = static_cast<std::size_t>(influence.joints[k]);
      const float weight = influence.weights[k];
      if (!palette.scales.empty()) scaled += palette.scales[joint](p) * weight;
      const float turned = weight * palette.sign(pivot, joint);
      real += palette.real[joint] * turned;
      dual += palette.dual[joint] * turned;
    }
    point = palette.scales.empty() ? atBind : scaled;
  }

  // p + 2 r × (r × p + w p) + 2 (w d − dw r + r × d), all divided by the square of the length.
  static Points4 moved(const Float4 (&real)[4], const Float4 (&dual)[4], const Points4& p) {
    const Points4 r{real[0], real[1], real[2]};
    const Points4 d{dual[0], dual[1], dual[2]};
    const Float4 unit = inverseSqrt(dot(r, r) + real[3] * real[3]);
    const Float4 twice = unit * unit * 2.0f;
    const Points4 turned = cross(r, cross(r, p) + p * real[3]);
    const Points4 carried = d * real[3] - r * dual[3] + cross(r, d);
    return p + (turned + carried) * twice;
  }

  template <std::size_t kPerPoint>
  void move(std::size_t first, std::size_t last) const {
    for (std::size_t i = first; i < last; i += 4) {
      const std::size_t count = std::min<std::size_t>(4, last - i);
      Float4 real[4] = {};
      Float4 dual[4] = {};
      Float4 p[4] = {};
      for (std::size_t k = 0; k < count; ++k) blend<kPerPoint>(i + k, real[k], dual[k], p[k]);
      transpose(real[0], real[1], real[2], real[3]);
      transpose(dual[0], dual[1], dual[2], dual[3]);
      transpose(p[0], p[1], p[2], p[3]);
      storeFour(outFromSkel(moved(real, dual, {p[0], p[1], p[2]})), count, &out[i]);
    }
  }
  void operator()(std::size_t first, std::size_t last) const {
    if (perPoint == 4) return move<4>(first, last);
    move<0>(first, last);
  }
};

bool isFinite(const glm::dmat4& matrix) {
  for (int c = 0; c < 4; ++c) {
    for (int r = 0; r < 4; ++r) {
      if (!std::isfinite(matrix[c][r])) return false;
    }
  }
  return true;
}

// Leaves out what has no weight: a matrix that is not finite only reaches what follows it.
bool runOneByOne(const FastSkin& job) {
  if (job.points.data() != job.rest.data()) std::ranges::copy(job.rest, job.points.begin());
  if (!SkinPoints{.usesDualQuaternions = job.usesDualQuaternions,
                  .skelFromRest = job.skelFromRest,
                  .skelFromBind = job.skelFromBind,
                  .joints = job.joints,
                  .weights = job.weights,
                  .influencesPerPoint = job.influencesPerPoint,
                  .points = job.points}
           .run()) {
    return false;
  }
  for (glm::vec3& p : job.points) {
    p = glm::vec3(glm::dvec3(job.outFromSkel * glm::dvec4(glm::dvec3(p), 1.0)));
  }
  return true;
}

}  // namespace

std::string FastSkin::problem() const {
  std::string sizes =
      sizeProblem(joints.size(), weights.size(), influencesPerPoint, rest.size(), points.size());
  return sizes.empty() ? rangeProblem(joints, skelFromBind.size()) : sizes;
}

bool FastSkin::run() const {
  if (!sizeProblem(joints.size(), weights.size(), influencesPerPoint, rest.size(), points.size())
           .empty()) {
    return false;
  }
  if (!std::ranges::all_of(skelFromBind, isFinite)) return runOneByOne(*this);
  if (usesDualQuaternions) {
    const RigidPalette palette(skelFromBind);
    return forBlocks(joints, influencesPerPoint, skelFromBind.size(), rest.size(),
                     DualMover{palette, joints, weights, influencesPerPoint, Columns(skelFromRest),
                               Columns(outFromSkel), rest, points});
  }
  std::vector<Columns> palette;
  palette.reserve(skelFromBind.size());
  const glm::dmat4 turn(glm::dmat3{outFromSkel});
  for (const glm::dmat4& joint : skelFromBind) palette.emplace_back(turn * joint * skelFromRest);
  return forBlocks(joints, influencesPerPoint, skelFromBind.size(), rest.size(),
                   LinearMover{palette.data(), Columns(outFromSkel).c[3], joints, weights,
                               influencesPerPoint, rest, points});
}

std::string FastSkinNormals::problem() const {
  std::string sizes =
      sizeProblem(joints.size(), weights.size(), influencesPerPoint, rest.size(), normals.size());
  return sizes.empty() ? rangeProblem(joints, skelFromBind.size()) : sizes;
}

bool FastSkinNormals::run() const {
  if (!sizeProblem(joints.size(), weights.size(), influencesPerPoint, rest.size(), normals.size())
           .empty()) {
    return false;
  }
  std::vector<Columns> palette;
  palette.reserve(skelFromBind.size());
  for (const glm::dmat3& joint : skelFromBind) palette.emplace_back(joint * skelFromRest);
  return forBlocks(joints, influencesPerPoint, skelFromBind.size(), rest.size(),
                   NormalMover{palette.data(), joints, weights, influencesPerPoint,
                               Columns(outFromSkel), rest, normals});
}

}  // namespace usdscope
