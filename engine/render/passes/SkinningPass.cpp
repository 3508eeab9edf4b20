// SPDX-License-Identifier: Apache-2.0
#include "engine/render/passes/SkinningPass.h"

#include <algorithm>
#include <chrono>

#include "engine/base/Parallel.h"
#include "engine/render/Programs.h"

namespace usdscope {
namespace {

static_assert(sizeof(SkinnedVertex) == 6 * sizeof(float));

// A compute dispatch has at most this many groups in a row.
constexpr std::uint32_t kMaxGroups = 65535;

}  // namespace

std::size_t SkinningPass::run(const Scene& scene, const DrawList& list, bool isOnGpu,
                              GpuCache& cache, ShaderLibrary& shaders, Diagnostics& diagnostics) {
  cpuMs_ = 0.0;
  std::vector<Place> places;
  std::vector<glm::vec4> rows;
  std::vector<float> weights;
  for (const SkinnedDraw& draw : list.skinned) {
    const Item& item = *draw.item;
    const Skin& skin = *item.skin;
    places.push_back({item.geometry.get(), &skin, rows.size(), weights.size()});
    if (skin.influencesPerVertex > 0) {
      appendSkinRows(
          skin, std::span(scene.palette).subspan(item.firstPaletteMatrix, skin.jointCount), rows);
    }
    const auto own =
        std::span(scene.blendWeights).subspan(item.firstBlendWeight, skin.blendShapes.size());
    weights.insert(weights.end(), own.begin(), own.end());
  }
  // Addresses can be used again by others, but not while the cache holds the geometry; numbers
  // that are equal byte by byte need no comparing of NaN.
  const bool isSame =
      isOnGpu == isOnGpu_ && places == places_ && rows == rows_ && weights == weights_;
  if (isSame) return 0;
  isOnGpu_ = isOnGpu;
  places_ = std::move(places);
  rows_ = std::move(rows);
  weights_ = std::move(weights);
  return isOnGpu ? skinOnGpu(list, cache, shaders, diagnostics) : skinOnCpu(list);
}

std::size_t SkinningPass::skinOnCpu(const DrawList& list) {
  const auto start = std::chrono::steady_clock::now();
  vertices_.resize(list.skinnedVertexCount);
  parallelFor(list.skinned.size(), 1, [&](std::size_t first, std::size_t last) {
    for (std::size_t i = first; i < last; ++i) {
      const SkinnedDraw& draw = list.skinned[i];
      const Skin& skin = *draw.item->skin;
      SkinVertices job;
      job.geometry = draw.item->geometry.get();
      job.skin = &skin;
      job.rows = std::span(rows_).subspan(places_[i].firstRow, skinRowCount(skin));
      job.blendWeights =
          std::span(weights_).subspan(places_[i].firstWeight, skin.blendShapes.size());
      job.vertices = std::span(vertices_).subspan(draw.firstVertex, job.geometry->vertexCount());
      job.run();
    }
  });
  cpuMs_ =
      std::chrono::duration<double, std::milli>(std::chrono::steady_clock::now() - start).count();
  uploaded_.assign(std::span<const SkinnedVertex>(vertices_));
  return vertices_.size() * sizeof(SkinnedVertex);
}

std::size_t SkinningPass::skinOnGpu(const DrawList& list, GpuCache& cache, ShaderLibrary& shaders,
                                    Diagnostics& diagnostics) {
  const std::size_t byteSize = std::size_t{list.skinnedVertexCount} * sizeof(SkinnedVertex);
  if (skinned_.id() == 0 || skinned_.byteSize() < byteSize) skinned_ = Buffer::withRoom(byteSize);
  rowBuffer_.assign(std::span<const glm::vec4>(rows_));
  weightBuffer_.assign(std::span<const float>(weights_));
  const auto bind = [](GLuint binding, GLuint buffer) {
    glBindBufferBase(GL_SHADER_STORAGE_BUFFER, binding, buffer);
  };
  bind(skinning::kRows, rowBuffer_.id());
  bind(skinning::kBlendWeights, weightBuffer_.id());
  bind(skinning::kSkinned, skinned_.id());
  for (std::size_t i = 0; i < list.skinned.size(); ++i) {
    const SkinnedDraw& draw = list.skinned[i];
    const Skin& skin = *draw.item->skin;
    const Program& program = shaders.program(
        skinningProgram(skin.method == SkinningMethod::DualQuaternion), diagnostics);
    if (!program) continue;
    cache.uploadSkin(*draw.skin);
    const bool hasNormals = !draw.item->geometry->normals.empty();
    const bool hasShapes = draw.skin->blendStarts != nullptr;
    const GLuint positions = cache.positions(*draw.geometry).id();
    bind(skinning::kRestPositions, positions);
    bind(skinning::kRestNormals, hasNormals ? cache.normals(*draw.geometry).id() : positions);
    bind(skinning::kInfluences, draw.skin->influences->id());
    bind(skinning::kBlendStarts, hasShapes ? draw.skin->blendStarts->id() : positions);
    bind(skinning::kBlendOffsets, hasShapes ? draw.skin->blendOffsets->id() : positions);
    const auto count = static_cast<std::uint32_t>(draw.item->geometry->vertexCount());
    program.set(skinning::kVertexCount, count);
    program.set(skinning::kInfluenceCount, skin.influencesPerVertex);
    program.set(skinning::kFirstRow, static_cast<std::uint32_t>(places_[i].firstRow));
    program.set(skinning::kFirstBlendWeight, static_cast<std::uint32_t>(places_[i].firstWeight));
    program.set(skinning::kFirstSkinned, draw.firstVertex);
    program.set(skinning::kHasNormals, std::uint32_t{hasNormals});
    program.set(skinning::kHasBlendShapes, std::uint32_t{hasShapes});
    glUseProgram(program.id());
    constexpr std::uint32_t kStep = kMaxGroups * skinning::kGroupSize;
    for (std::uint32_t first = 0; first < count; first += kStep) {
      program.set(skinning::kFirstVertex, first);
      const std::uint32_t part = std::min(count - first, kStep);
      glDispatchCompute((part + skinning::kGroupSize - 1) / skinning::kGroupSize, 1, 1);
    }
  }
  glMemoryBarrier(GL_VERTEX_ATTRIB_ARRAY_BARRIER_BIT | GL_SHADER_STORAGE_BARRIER_BIT);
  return rows_.size() * sizeof(glm::vec4) + weights_.size() * sizeof(float);
}

std::vector<SkinnedVertex> SkinningPass::read(std::size_t first, std::size_t count) const {
  std::vector<SkinnedVertex> vertices(count);
  glGetNamedBufferSubData(buffer(), static_cast<GLintptr>(first * sizeof(SkinnedVertex)),
                          static_cast<GLsizeiptr>(count * sizeof(SkinnedVertex)), vertices.data());
  return vertices;
}

}  // namespace usdscope
