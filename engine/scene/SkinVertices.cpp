// SPDX-License-Identifier: Apache-2.0
#include "engine/scene/SkinVertices.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "engine/base/Parallel.h"
#include "engine/scene/detail/Lanes.h"
#include "engine/skel/DualQuaternion.h"

namespace usdscope {
namespace {

constexpr std::size_t kGrain = 4096;
constexpr std::size_t kLinearRows = 3;
constexpr std::size_t kDualQuaternionRows = 5;
constexpr std::size_t kRestRows = 3;

glm::vec3 transformPoint(const float* m, const glm::vec3& p) {
  return {m[0] * p.x + m[1] * p.y + m[2] * p.z + m[3], m[4] * p.x + m[5] * p.y + m[6] * p.z + m[7],
          m[8] * p.x + m[9] * p.y + m[10] * p.z + m[11]};
}

// The transpose of the inverse, times the determinant.
glm::vec3 transformNormal(const float* m, const glm::vec3& n) {
  const glm::vec3 r0(m[0], m[1], m[2]);
  const glm::vec3 r1(m[4], m[5], m[6]);
  const glm::vec3 r2(m[8], m[9], m[10]);
  return {glm::dot(glm::cross(r1, r2), n), glm::dot(glm::cross(r2, r0), n),
          glm::dot(glm::cross(r0, r1), n)};
}

glm::vec3 normalizedOrZero(const glm::vec3& v) {
  const float size = std::sqrt(glm::dot(v, v));
  return size > 0.0f ? v / size : v;
}

void appendMatrix(const glm::dmat4& matrix, std::vector<glm::vec4>& rows) {
  for (int r = 0; r < 3; ++r) {
    rows.emplace_back(matrix[0][r], matrix[1][r], matrix[2][r], matrix[3][r]);
  }
}

// Positions and normals after blend shapes, before joints. Points into the geometry where no shape
// has a weight.
struct Blended {
  std::vector<glm::vec3> ownPositions;
  std::vector<glm::vec3> ownNormals;
  const glm::vec3* positions = nullptr;
  const glm::vec3* normals = nullptr;  // Null: there are none.
};

Blended blend(const SkinVertices& job) {
  const Geometry& geometry = *job.geometry;
  Blended result;
  result.positions = geometry.positions.data();
  result.normals = geometry.normals.data();
  const bool isActive =
      std::ranges::any_of(job.blendWeights, [](float weight) { return weight != 0.0f; });
  if (!isActive) return result;
  result.ownPositions.assign(geometry.positions.begin(), geometry.positions.end());
  result.ownNormals.assign(geometry.normals.begin(), geometry.normals.end());
  for (std::size_t shape = 0; shape < job.skin->blendShapes.size(); ++shape) {
    const float weight = job.blendWeights[shape];
    if (weight == 0.0f) continue;
    const Skin::BlendShape& range = job.skin->blendShapes[shape];
    for (std::uint32_t i = 0; i < range.offsetCount; ++i) {
      const Skin::BlendOffset& offset = job.skin->blendOffsets[range.firstOffset + i];
      result.ownPositions[offset.vertex] += offset.position * weight;
      if (result.normals) result.ownNormals[offset.vertex] += offset.normal * weight;
    }
  }
  result.positions = result.ownPositions.data();
  if (result.normals) result.normals = result.ownNormals.data();
  return result;
}

// Matrices of four vertices, blended, by rows and then by numbers: m[row][column] of all four.
struct BlendedMatrices {
  Lanes m[3][4];

  Lanes3 linearRow(int row) const { return {m[row][0], m[row][1], m[row][2]}; }
};

BlendedMatrices blendMatrices(const SkinVertices& job, const std::size_t (&vertices)[4]) {
  const std::size_t perVertex = job.skin->influencesPerVertex;
  BlendedMatrices blended;
  for (int lane = 0; lane < 4; ++lane) {
    const std::uint16_t* joints = job.skin->joints.data() + vertices[lane] * perVertex;
    const float* weights = job.skin->weights.data() + vertices[lane] * perVertex;
    Lanes rows[3]{};
    for (std::size_t i = 0; i < perVertex; ++i) {
      const glm::vec4* matrix = &job.rows[joints[i] * kLinearRows];
      for (int r = 0; r < 3; ++r) rows[r] += loadLanes(&matrix[r].x) * weights[i];
    }
    for (int r = 0; r < 3; ++r) blended.m[r][lane] = rows[r];
  }
  for (auto& row : blended.m) transpose(row[0], row[1], row[2], row[3]);
  return blended;
}

Lanes3 gather(const glm::vec3* from, const std::size_t (&vertices)[4]) {
  Lanes3 result;
  for (int lane = 0; lane < 4; ++lane) {
    const glm::vec3& v = from[vertices[lane]];
    result.x[lane] = v.x;
    result.y[lane] = v.y;
    result.z[lane] = v.z;
  }
  return result;
}

void moveLinear(const SkinVertices& job, const Blended& rest, std::size_t first, std::size_t last) {
  for (std::size_t v = first; v < last; v += 4) {
    // The last of an odd number stands in for those that are missing.
    std::size_t vertices[4];
    for (std::size_t lane = 0; lane < 4; ++lane) vertices[lane] = std::min(v + lane, last - 1);
    const BlendedMatrices b = blendMatrices(job, vertices);
    const Lanes3 p = gather(rest.positions, vertices);
    const Lanes3 position{dot(b.linearRow(0), p) + b.m[0][3], dot(b.linearRow(1), p) + b.m[1][3],
                          dot(b.linearRow(2), p) + b.m[2][3]};
    Lanes3 normal{};
    if (rest.normals) {
      // The transpose of the inverse, times the determinant.
      const Lanes3 n = gather(rest.normals, vertices);
      normal = normalizedOrZero(Lanes3{dot(cross(b.linearRow(1), b.linearRow(2)), n),
                                       dot(cross(b.linearRow(2), b.linearRow(0)), n),
                                       dot(cross(b.linearRow(0), b.linearRow(1)), n)});
    }
    for (int lane = 0; lane < 4; ++lane) {
      job.vertices[vertices[lane]] = {{position.x[lane], position.y[lane], position.z[lane]},
                                      {normal.x[lane], normal.y[lane], normal.z[lane]}};
    }
  }
}

// A dual quaternion that moves by a blend of rigid motions, after a blend of scales.
struct BlendedMotion {
  glm::vec4 real{0.0f};
  glm::vec4 dual{0.0f};
  glm::mat3 scale{0.0f};

  void normalize() {
    const float size = std::sqrt(glm::dot(real, real));
    if (!(size > 0.0f)) return;
    real /= size;
    dual /= size;
    dual -= real * glm::dot(real, dual);
  }
  glm::vec3 rotate(const glm::vec3& v) const {
    const glm::vec3 r(real);
    return v + 2.0f * glm::cross(r, glm::cross(r, v) + real.w * v);
  }
  glm::vec3 translation() const {
    const glm::vec3 r(real);
    const glm::vec3 d(dual);
    return 2.0f * (real.w * d - dual.w * r + glm::cross(r, d));
  }
};

BlendedMotion blendMotions(std::span<const glm::vec4> joints, const std::uint16_t* indices,
                           const float* weights, std::size_t count) {
  BlendedMotion sum;
  glm::vec4 pivot(0.0f);
  float largest = -1.0f;
  for (std::size_t i = 0; i < count; ++i) {
    if (weights[i] <= largest) continue;
    largest = weights[i];
    pivot = joints[indices[i] * kDualQuaternionRows];
  }
  for (std::size_t i = 0; i < count; ++i) {
    const glm::vec4* rows = &joints[indices[i] * kDualQuaternionRows];
    for (int c = 0; c < 3; ++c) sum.scale[c] += glm::vec3(rows[2 + c]) * weights[i];
    // The same rotation has two signs: take the one nearer to the pivot's.
    const float weight = glm::dot(rows[0], pivot) < 0.0f ? -weights[i] : weights[i];
    sum.real += rows[0] * weight;
    sum.dual += rows[1] * weight;
  }
  sum.normalize();
  return sum;
}

void moveDual(const SkinVertices& job, const Blended& rest, std::size_t first, std::size_t last) {
  const std::size_t perVertex = job.skin->influencesPerVertex;
  const float* bind = &job.rows[0].x;
  const auto joints = job.rows.subspan(kRestRows);
  for (std::size_t v = first; v < last; ++v) {
    const BlendedMotion motion = blendMotions(joints, job.skin->joints.data() + v * perVertex,
                                              job.skin->weights.data() + v * perVertex, perVertex);
    SkinnedVertex& out = job.vertices[v];
    const glm::vec3 atBind = transformPoint(bind, rest.positions[v]);
    out.position = motion.rotate(motion.scale * atBind) + motion.translation();
    out.normal = glm::vec3(0.0f);
    if (!rest.normals) continue;
    const glm::vec3 normal = transformNormal(bind, rest.normals[v]);
    const glm::mat3& s = motion.scale;
    const glm::mat3 cofactor(glm::cross(s[1], s[2]), glm::cross(s[2], s[0]),
                             glm::cross(s[0], s[1]));
    out.normal = normalizedOrZero(motion.rotate(cofactor * normal));
  }
}

void copyRest(const SkinVertices& job, const Blended& rest, std::size_t first, std::size_t last) {
  for (std::size_t v = first; v < last; ++v) {
    job.vertices[v] = {rest.positions[v],
                       rest.normals ? normalizedOrZero(rest.normals[v]) : glm::vec3(0.0f)};
  }
}

}  // namespace

std::size_t skinRowCount(const Skin& skin) {
  if (skin.influencesPerVertex == 0) return 0;
  return skin.method == SkinningMethod::Linear ? skin.jointCount * kLinearRows
                                               : kRestRows + skin.jointCount * kDualQuaternionRows;
}

void appendSkinRows(const Skin& skin, std::span<const glm::mat4> palette,
                    std::vector<glm::vec4>& rows) {
  if (skin.influencesPerVertex == 0) return;
  if (skin.method == SkinningMethod::Linear) {
    for (const glm::mat4& matrix : palette) {
      appendMatrix(glm::dmat4(matrix) * skin.skelFromRest, rows);
    }
    return;
  }
  appendMatrix(skin.skelFromRest, rows);
  const std::vector<glm::dmat4> matrices(palette.begin(), palette.end());
  const RigidJoints rigid(matrices);
  for (std::size_t i = 0; i < matrices.size(); ++i) {
    const DualQuaternion& motion = rigid.motions[i];
    rows.emplace_back(motion.real.x, motion.real.y, motion.real.z, motion.real.w);
    rows.emplace_back(motion.dual.x, motion.dual.y, motion.dual.z, motion.dual.w);
    for (int c = 0; c < 3; ++c) rows.emplace_back(glm::vec3(rigid.scales[i][c]), 0.0f);
  }
}

std::string SkinVertices::problem() const {
  if (vertices.size() != geometry->vertexCount()) {
    return fmt::format("There is room for {} of {} vertices.", vertices.size(),
                       geometry->vertexCount());
  }
  if (rows.size() != skinRowCount(*skin)) {
    return fmt::format("There are {} rows of matrices for {} joints.", rows.size(),
                       skin->jointCount);
  }
  if (blendWeights.size() != skin->blendShapes.size()) {
    return fmt::format("There are {} weights for {} blend shapes.", blendWeights.size(),
                       skin->blendShapes.size());
  }
  return {};
}

bool SkinVertices::run() const {
  if (!problem().empty()) return false;
  const Blended rest = blend(*this);
  const auto move = skin->influencesPerVertex == 0           ? copyRest
                    : skin->method == SkinningMethod::Linear ? moveLinear
                                                             : moveDual;
  parallelFor(vertices.size(), kGrain,
              [&](std::size_t first, std::size_t last) { move(*this, rest, first, last); });
  return true;
}

std::string skinProblem(const Geometry& geometry, const Skin& skin) {
  const std::size_t influences = geometry.vertexCount() * skin.influencesPerVertex;
  if (skin.joints.size() != influences || skin.weights.size() != influences) {
    return fmt::format("There are {} joint indices and {} weights for {} vertices with {} each.",
                       skin.joints.size(), skin.weights.size(), geometry.vertexCount(),
                       skin.influencesPerVertex);
  }
  if (std::ranges::any_of(skin.joints,
                          [&](std::uint16_t joint) { return joint >= skin.jointCount; })) {
    return fmt::format("A joint index is not below {}.", skin.jointCount);
  }
  for (const Skin::BlendShape& shape : skin.blendShapes) {
    if (shape.firstOffset > skin.blendOffsets.size() ||
        shape.offsetCount > skin.blendOffsets.size() - shape.firstOffset) {
      return "A blend shape has more offsets than there are.";
    }
  }
  if (std::ranges::any_of(skin.blendOffsets, [&](const Skin::BlendOffset& offset) {
        return offset.vertex >= geometry.vertexCount();
      })) {
    return fmt::format("A blend shape moves a vertex that is not below {}.",
                       geometry.vertexCount());
  }
  return {};
}

}  // namespace usdscope
