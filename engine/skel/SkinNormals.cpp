// SPDX-License-Identifier: Apache-2.0
#include "engine/skel/SkinNormals.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <vector>

#include "engine/base/Counted.h"
#include "engine/skel/DualQuaternion.h"
#include "engine/skel/InfluenceChecks.h"
#include "engine/skel/detail/SkinKernels.h"

namespace usdscope {
namespace {

// Orthonormalises as the reference does for normals; points use the polar decomposition of
// RigidJoints. Each axis repeatedly loses half of its components along
// the other two. The result is close to that of the polar decomposition, but not equal.
glm::dmat3 orthonormalized(glm::dmat3 axes) {
  constexpr double kTolerance = 1e-12;
  for (int i = 0; i < 3; ++i) axes[i] = glm::normalize(axes[i]);
  for (int iteration = 0; iteration < 20; ++iteration) {
    glm::dmat3 next;
    for (int i = 0; i < 3; ++i) {
      glm::dvec3 free = axes[i];
      for (int j = 0; j < 3; ++j) {
        if (j != i) free -= glm::dot(axes[j], free) * axes[j];
      }
      next[i] = glm::normalize(0.5 * (axes[i] + free));
    }
    double change = 0.0;
    for (int i = 0; i < 3; ++i) change += glm::dot(axes[i] - next[i], axes[i] - next[i]);
    if (!(change >= kTolerance)) break;
    axes = next;
  }
  return axes;
}

// Converts a matrix to a quaternion as the reference does. A mirroring matrix gives an unrelated
// rotation, too. (GfMatrix3d::ExtractRotation.)
glm::dquat normalRotationOf(const glm::dmat3& m) {
  const double trace = m[0][0] + m[1][1] + m[2][2];
  const int i = m[0][0] > m[1][1] ? (m[0][0] > m[2][2] ? 0 : 2) : (m[1][1] > m[2][2] ? 1 : 2);
  glm::dvec3 imaginary;
  double real = 0.0;
  if (trace > m[i][i]) {
    real = 0.5 * std::sqrt(trace + 1.0);
    imaginary = glm::dvec3(m[1][2] - m[2][1], m[2][0] - m[0][2], m[0][1] - m[1][0]) / (4.0 * real);
  } else {
    const int j = (i + 1) % 3;
    const int k = (i + 2) % 3;
    const double largest = 0.5 * std::sqrt(m[i][i] - m[j][j] - m[k][k] + 1.0);
    imaginary[i] = largest;
    imaginary[j] = (m[i][j] + m[j][i]) / (4.0 * largest);
    imaginary[k] = (m[k][i] + m[i][k]) / (4.0 * largest);
    real = (m[j][k] - m[k][j]) / (4.0 * largest);
  }
  return {std::clamp(real, -1.0, 1.0), imaginary.x, imaginary.y, imaginary.z};
}

struct NormalRotations {
  std::vector<glm::dquat> rotations;
  std::vector<glm::dmat3> scales;
  bool hasScale = false;

  explicit NormalRotations(std::span<const glm::dmat3> matrices) {
    for (const glm::dmat3& matrix : matrices) {
      const glm::dmat3 rotation = orthonormalized(matrix);
      rotations.push_back(normalRotationOf(rotation));
      scales.push_back(glm::inverse(rotation) * matrix);
      hasScale |= isScaling(scales.back());
    }
  }
};

glm::vec3 unit(const glm::dvec3& v) {
  const double length = glm::length(v);
  return length > 0.0 ? glm::vec3(v / length) : glm::vec3(0.0f);
}

glm::vec3 linear(std::span<const glm::dmat3> skelFromBind, std::span<const int> joints,
                 std::span<const float> weights, const glm::vec3& normal) {
  const glm::vec3 sum = blendLinearly(skelFromBind, joints, weights, normal);
  // In single precision a singular joint makes the square infinite and the normal zero.
  const float square = glm::dot(sum, sum);
  return square > 0.0f ? sum * (1.0f / std::sqrt(square)) : glm::vec3(0.0f);
}

glm::vec3 dualQuaternion(const NormalRotations& rigid, std::span<const int> joints,
                         std::span<const float> weights, const glm::vec3& normal) {
  const glm::vec3 scaled =
      rigid.hasScale ? blendLinearly(rigid.scales, joints, weights, normal) : normal;
  const glm::dquat rotation = blendRotations(rigid.rotations, joints, weights);
  const double length = std::sqrt(glm::dot(rotation, rotation));
  if (!(length > 0.0)) return unit(glm::dvec3(scaled));
  return unit((rotation / length) * glm::dvec3(scaled));
}

bool hasFastKernel(const SkinNormals& job) {
  return job.precision != SkinPrecision::Double && !job.usesDualQuaternions &&
         job.pointOfNormal.empty();
}

bool skinInSingle(const SkinNormals& job) {
  std::vector<detail::Columns> skelFromRest;
  skelFromRest.reserve(job.skelFromBind.size());
  for (const glm::dmat3& joint : job.skelFromBind)
    skelFromRest.emplace_back(joint * job.skelFromRest);
  const detail::NormalSkin kernel{
      {job.joints, job.weights, job.influencesPerPoint, job.rest, {}, job.normals.data()},
      skelFromRest.data(),
      detail::Columns(job.outFromSkel)};
  return detail::runSkinKernel(kernel, job.skelFromBind.size(), job.areJointsInRange,
                               job.precision == SkinPrecision::Single);
}

void skinInDouble(const SkinNormals& job) {
  const NormalRotations joints(job.usesDualQuaternions ? job.skelFromBind
                                                       : std::span<const glm::dmat3>());
  const std::size_t pointCount = job.joints.size() / job.influencesPerPoint;
  for (std::size_t i = 0; i < job.rest.size(); ++i) {
    std::size_t point = i;
    if (!job.pointOfNormal.empty()) {
      const auto own = static_cast<std::size_t>(job.pointOfNormal[i]);
      point = job.pointOfNormal[i] >= 0 && own < pointCount ? own : 0;
    }
    const std::size_t first = point * job.influencesPerPoint;
    const auto ownJoints = job.joints.subspan(first, job.influencesPerPoint);
    const auto weights = job.weights.subspan(first, job.influencesPerPoint);
    const glm::vec3 atBind(job.skelFromRest * glm::dvec3(job.rest[i]));
    const glm::vec3 turned = job.usesDualQuaternions
                                 ? dualQuaternion(joints, ownJoints, weights, atBind)
                                 : linear(job.skelFromBind, ownJoints, weights, atBind);
    job.normals[i] = glm::vec3(job.outFromSkel * glm::dvec3(turned));
  }
}

std::string sizeProblem(const SkinNormals& job) {
  const std::size_t count = job.rest.size();
  if (job.normals.size() != count) {
    return fmt::format("There is room for {} of {} normals.", job.normals.size(), count);
  }
  if (job.pointOfNormal.empty()) {
    return influenceSizeProblem(job.joints.size(), job.weights.size(), job.influencesPerPoint,
                                count);
  }
  const std::size_t points =
      job.influencesPerPoint > 0 ? job.joints.size() / job.influencesPerPoint : 0;
  std::string problem =
      influenceSizeProblem(job.joints.size(), job.weights.size(), job.influencesPerPoint, points);
  if (!problem.empty()) return problem;
  if (job.pointOfNormal.size() != count) {
    return fmt::format("{} for {}.", thereAre(count, "normal"),
                       counted(job.pointOfNormal.size(), "corner"));
  }
  return points == 0 && count > 0 ? "There are no points for the normals." : std::string();
}

}  // namespace

bool hasNormalMatrix(const glm::dmat4& matrix) {
  const double determinant = glm::determinant(glm::dmat3(matrix));
  return determinant != 0.0 && std::isfinite(determinant);
}

glm::dmat3 normalMatrix(const glm::dmat4& matrix) {
  if (!hasNormalMatrix(matrix)) return glm::dmat3(1.0);
  return glm::transpose(glm::inverse(glm::dmat3(matrix)));
}

glm::dmat3 skinningNormalMatrix(const glm::dmat4& matrix) {
  if (hasNormalMatrix(matrix)) return normalMatrix(matrix);
  return glm::dmat3(double(std::numeric_limits<float>::max()));
}

std::string SkinNormals::problem() const {
  std::string sizes = sizeProblem(*this);
  return sizes.empty() ? jointRangeProblem(joints, skelFromBind.size()) : sizes;
}

bool SkinNormals::run() const {
  if (!sizeProblem(*this).empty()) return false;
  if (hasFastKernel(*this)) return skinInSingle(*this);
  if (!areJointsInRange && !jointRangeProblem(joints, skelFromBind.size()).empty()) {
    return false;
  }
  skinInDouble(*this);
  return true;
}

}  // namespace usdscope
