// SPDX-License-Identifier: Apache-2.0
#include "engine/skel/FastSkin.h"

#include <fmt/format.h>

#include <algorithm>
#include <atomic>
#include <cmath>
#include <utility>
#include <vector>

#include "engine/base/Parallel.h"
#include "engine/skel/SkinPoints.h"
#include "engine/skel/detail/SkinMoves.h"

namespace usdscope {
namespace {

using detail::DualMove;
using detail::LinearMove;
using detail::NormalMove;

constexpr std::size_t kGrain = 16384;
// Points whose indices are looked at before they are moved: what is read stays in the cache.
constexpr std::size_t kBlock = 1024;

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
               bool areKnown, std::size_t pointCount, const Move& move) {
  std::atomic<bool> isInRange{true};
  parallelFor(pointCount, kGrain, [&](std::size_t first, std::size_t last) {
    for (std::size_t begin = first; begin < last && isInRange; begin += kBlock) {
      const std::size_t end = std::min(begin + kBlock, last);
      if (areKnown ||
          areInRange(joints.subspan(begin * perPoint, (end - begin) * perPoint), jointCount)) {
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

template <std::size_t kPerPoint>
void blendPoints(const LinearMove& m, std::size_t first, std::size_t last) {
  Influence influence{m.joints.data() + first * m.perPoint, m.weights.data() + first * m.perPoint};
  for (std::size_t i = first; i < last; ++i) {
    store(blendPoint<kPerPoint>(m.palette, influence, m.perPoint, m.rest[i]) + m.offset, m.out[i]);
    influence.joints += m.perPoint;
    influence.weights += m.perPoint;
  }
}

void move(const LinearMove& m, std::size_t first, std::size_t last) {
  if (m.perPoint == 1) return blendPoints<1>(m, first, last);
  if (m.perPoint == 2) return blendPoints<2>(m, first, last);
  if (m.perPoint == 4) return blendPoints<4>(m, first, last);
  if (m.perPoint == 8) return blendPoints<8>(m, first, last);
  blendPoints<0>(m, first, last);
}

void storeFour(const Points4& from, std::size_t count, glm::vec3* to) {
  for (std::size_t i = 0; i < count; ++i) to[i] = {from.x[i], from.y[i], from.z[i]};
}

// Four at a time from where they get unit length.
void move(const NormalMove& m, std::size_t first, std::size_t last) {
  for (std::size_t i = first; i < last; i += 4) {
    const std::size_t count = std::min<std::size_t>(4, last - i);
    Float4 n[4] = {};
    for (std::size_t k = 0; k < count; ++k) {
      const std::size_t at = (i + k) * m.perPoint;
      const Influence influence{m.joints.data() + at, m.weights.data() + at};
      n[k] = m.perPoint == 4 ? blendPoint<4>(m.palette, influence, m.perPoint, m.rest[i + k])
                             : blendPoint<0>(m.palette, influence, m.perPoint, m.rest[i + k]);
    }
    transpose(n[0], n[1], n[2], n[3]);
    Points4 normals{n[0], n[1], n[2]};
    normals = normals * inverseSqrt(dot(normals, normals));
    storeFour(m.outFromSkel(normals), count, &m.out[i]);
  }
}

void blendMotion(const DualMove& m, std::size_t i, Float4& real, Float4& dual, Float4& point) {
  const Influence influence{m.joints.data() + i * m.perPoint, m.weights.data() + i * m.perPoint};
  const std::size_t pivot = m.pivotOf(i);
  const Float4 atBind = m.skelFromRest(m.rest[i]);
  const glm::vec3 p(atBind[0], atBind[1], atBind[2]);
  Float4 scaled{};
  for (std::size_t k = 0; k < m.perPoint; ++k) {
    const auto joint = static_cast<std::size_t>(influence.joints[k]);
    const float weight = influence.weights[k];
    if (!m.palette.scales.empty()) scaled += m.palette.scales[joint](p) * weight;
    const float turned = weight * m.palette.sign(pivot, joint);
    real += m.palette.motions[joint].real * turned;
    dual += m.palette.motions[joint].dual * turned;
  }
  point = m.palette.scales.empty() ? atBind : scaled;
}

void move(const DualMove& m, std::size_t first, std::size_t last) {
  for (std::size_t i = first; i < last; i += 4) {
    const std::size_t count = std::min<std::size_t>(4, last - i);
    Float4 real[4] = {};
    Float4 dual[4] = {};
    Float4 p[4] = {};
    for (std::size_t k = 0; k < count; ++k) blendMotion(m, i + k, real[k], dual[k], p[k]);
    transpose(real[0], real[1], real[2], real[3]);
    transpose(dual[0], dual[1], dual[2], dual[3]);
    transpose(p[0], p[1], p[2], p[3]);
    const Points4 moved = detail::movedRigidly(real, dual, Points4{p[0], p[1], p[2]});
    storeFour(m.outFromSkel(moved), count, &m.out[i]);
  }
}

bool hasWideRegisters() {
#ifdef USDSCOPE_HAS_WIDE_SKIN
  static const bool kHas = __builtin_cpu_supports("avx2") && __builtin_cpu_supports("fma");
  return kHas;
#else
  return false;
#endif
}

// False if some joint is not there.
template <typename Move>
bool moveAll(const Move& m, std::size_t jointCount, bool areKnown, bool isWide) {
  const auto blocks = [&](const auto& moveBlock) {
    return forBlocks(m.joints, m.perPoint, jointCount, areKnown, m.rest.size(), moveBlock);
  };
#ifdef USDSCOPE_HAS_WIDE_SKIN
  if (isWide && hasWideRegisters()) {
    return blocks([&](std::size_t first, std::size_t last) { detail::moveWide(m, first, last); });
  }
#endif
  return blocks([&](std::size_t first, std::size_t last) { move(m, first, last); });
}

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
  const std::size_t jointCount = skelFromBind.size();
  if (usesDualQuaternions) {
    const detail::RigidPalette palette(skelFromBind);
    return moveAll(DualMove{palette, joints, weights, influencesPerPoint, Columns(skelFromRest),
                            Columns(outFromSkel), rest, points},
                   jointCount, areJointsInRange, usesWideRegisters);
  }
  std::vector<Columns> palette;
  palette.reserve(jointCount);
  const glm::dmat4 turn(glm::dmat3{outFromSkel});
  for (const glm::dmat4& joint : skelFromBind) palette.emplace_back(turn * joint * skelFromRest);
  return moveAll(LinearMove{palette.data(), Columns(outFromSkel).c[3], joints, weights,
                            influencesPerPoint, rest, points},
                 jointCount, areJointsInRange, usesWideRegisters);
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
  return moveAll(NormalMove{palette.data(), joints, weights, influencesPerPoint,
                            Columns(outFromSkel), rest, normals},
                 skelFromBind.size(), areJointsInRange, usesWideRegisters);
}

}  // namespace usdscope
