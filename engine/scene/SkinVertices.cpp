// SPDX-License-Identifier: Apache-2.0
#include "engine/scene/SkinVertices.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "engine/base/Counted.h"
#include "engine/base/Parallel.h"
#include "engine/scene/Stencils.h"
#include "engine/skel/BlendVertices.h"
#include "engine/skel/DualQuaternion.h"

namespace usdscope {
namespace {

constexpr std::size_t kLinearRows = 3;
constexpr std::size_t kDualQuaternionRows = 5;
constexpr std::size_t kRestRows = 3;

void appendMatrix(const glm::dmat4& matrix, std::vector<glm::vec4>& rows) {
  for (int r = 0; r < 3; ++r) {
    rows.emplace_back(matrix[0][r], matrix[1][r], matrix[2][r], matrix[3][r]);
  }
}

// Positions and normals after blend shapes, before joints. They are the geometry's own arrays when
// no shape applies.
struct Blended {
  std::vector<glm::vec3> ownPositions;
  std::vector<glm::vec3> ownNormals;
  std::span<const glm::vec3> positions;
  std::span<const glm::vec3> normals;  // Empty: the geometry has none.
};

Blended blend(const SkinVertices& job) {
  const Geometry& geometry = movedGeometry(*job.geometry, *job.skin);
  Blended result;
  result.positions = geometry.positions.span();
  result.normals = geometry.normals.span();
  BlendVertices shapes{.offsets = job.skin->blendOffsets.span(),
                       .shapes = job.skin->blendShapes.span(),
                       .weights = job.blendWeights,
                       .positions = {},
                       .normals = {}};
  if (!shapes.isActive()) return result;
  result.ownPositions.assign(geometry.positions.begin(), geometry.positions.end());
  result.ownNormals.assign(geometry.normals.begin(), geometry.normals.end());
  shapes.positions = result.ownPositions;
  shapes.normals = result.ownNormals;
  shapes.run();
  result.positions = result.ownPositions;
  result.normals = result.ownNormals;
  return result;
}

void copyUnmoved(const Blended& rest, std::span<SkinnedVertex> vertices) {
  for (std::size_t v = 0; v < vertices.size(); ++v) {
    vertices[v] = {rest.positions[v], glm::vec3(0.0f)};
    if (rest.normals.empty()) continue;
    const glm::vec3& normal = rest.normals[v];
    const float length = std::sqrt(glm::dot(normal, normal));
    vertices[v].normal = length > 0.0f ? normal / length : normal;
  }
}

// Makes the vertices of a refined geometry from those of its posed cage.
void refine(const RefinedCage& refined, std::span<const SkinnedVertex> cage,
            std::span<SkinnedVertex> vertices) {
  constexpr std::size_t kVerticesAtOnce = 4096;
  const Stencils& stencils = refined.stencils;
  parallelFor(vertices.size(), kVerticesAtOnce, [&](std::size_t begin, std::size_t end) {
    for (std::size_t v = begin; v < end; ++v) {
      const std::uint32_t row = refined.vertexRows[v];
      SkinnedVertex sum;
      for (std::size_t i = stencils.firsts[row]; i < stencils.firsts[row + 1]; ++i) {
        const SkinnedVertex& source = cage[stencils.sources[i]];
        sum.position += source.position * stencils.weights[i];
        sum.normal += source.normal * stencils.weights[i];
      }
      const float length = std::sqrt(glm::dot(sum.normal, sum.normal));
      if (length > 0.0f) sum.normal /= length;
      vertices[v] = sum;
    }
  });
}

}  // namespace

const Geometry& movedGeometry(const Geometry& geometry, const Skin& skin) {
  return skin.refined ? *skin.refined->cage : geometry;
}

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
  if (skin->influencesPerVertex > 0 && palette.size() != skin->jointCount) {
    return fmt::format("{} for {}.", thereAre(palette.size(), "matrix", "matrices"),
                       counted(skin->jointCount, "joint"));
  }
  if (blendWeights.size() != skin->blendShapes.size()) {
    return fmt::format("{} for {}.", thereAre(blendWeights.size(), "weight"),
                       counted(skin->blendShapes.size(), "blend shape"));
  }
  return {};
}

bool SkinVertices::run() const {
  if (!problem().empty()) return false;
  if (skin->refined) {
    std::vector<SkinnedVertex> cage(skin->refined->cage->vertexCount());
    move(cage);
    refine(*skin->refined, cage, vertices);
  } else {
    move(vertices);
  }
  return true;
}

void SkinVertices::move(std::span<SkinnedVertex> moved) const {
  const Blended rest = blend(*this);
  if (skin->influencesPerVertex == 0) return copyUnmoved(rest, moved);
  SkinSurface{.usesDualQuaternions = skin->method == SkinningMethod::DualQuaternion,
              .skelFromRest = skin->skelFromRest,
              .skelFromBind = palette,
              .joints = skin->joints.span(),
              .weights = skin->weights.span(),
              .influencesPerVertex = skin->influencesPerVertex,
              .positions = rest.positions,
              .normals = rest.normals,
              .vertices = moved}
      .run();
}

std::string skinProblem(const Geometry& drawn, const Skin& skin) {
  if (skin.refined && skin.refined->vertexRows.size() != drawn.vertexCount()) {
    return fmt::format(
        "{} of the cage for {}.",
        counted(skin.refined->vertexRows.size(), "refined vertex", "refined vertices"),
        counted(drawn.vertexCount(), "vertex", "vertices"));
  }
  const Geometry& geometry = movedGeometry(drawn, skin);
  const std::size_t influences = geometry.vertexCount() * skin.influencesPerVertex;
  if (skin.joints.size() != influences || skin.weights.size() != influences) {
    return fmt::format("{} and {} for {} with {} each.",
                       thereAre(skin.joints.size(), "joint index", "joint indices"),
                       counted(skin.weights.size(), "weight"),
                       counted(geometry.vertexCount(), "vertex", "vertices"),
                       skin.influencesPerVertex);
  }
  if (std::ranges::any_of(skin.joints,
                          [&](std::uint16_t joint) { return joint >= skin.jointCount; })) {
    return fmt::format("A joint index is not in [0, {}).", skin.jointCount);
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
    return fmt::format("A blend shape moves a vertex that is not in [0, {}).",
                       geometry.vertexCount());
  }
  return {};
}

}  // namespace usdscope
