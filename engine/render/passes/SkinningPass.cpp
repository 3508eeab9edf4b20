// SPDX-License-Identifier: Apache-2.0
#include "engine/render/passes/SkinningPass.h"

#include <algorithm>
#include <chrono>

#include "engine/base/Parallel.h"
#include "engine/render/Programs.h"

namespace usdscope {
namespace {

static_assert(sizeof(SkinnedVertex) == 6 * sizeof(float));

// The number of vertices in 768 bytes, a multiple of an alignment that every driver accepts.
constexpr std::size_t kAlignedVertices = 768 / sizeof(SkinnedVertex);

// Binds a range of elements of a buffer; does nothing for an empty range.
void bindRange(GLuint binding, GLuint buffer, const BoundRange& range, std::size_t size) {
  if (range.first == range.last) {
    glBindBufferBase(GL_SHADER_STORAGE_BUFFER, binding, buffer);
    return;
  }
  glBindBufferRange(GL_SHADER_STORAGE_BUFFER, binding, buffer,
                    static_cast<GLintptr>(range.first * size),
                    static_cast<GLsizeiptr>((range.last - range.first) * size));
}

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
  isOnGpu = isOnGpu && std::ranges::all_of(list.skinned, [](const SkinnedDraw& draw) {
              const auto& refined = draw.item->skin->refined;
              return !refined || StencilBuffers::fits(*refined);
            });
  // The cache holds the geometries, so equal addresses mean equal geometries. Poses are compared
  // byte by byte, so that equal NaNs compare equal.
  const bool isSame =
      isOnGpu == isOnGpu_ && places == places_ && rows == rows_ && weights == weights_;
  if (isSame) return 0;
  isOnGpu_ = isOnGpu;
  places_ = std::move(places);
  rows_ = std::move(rows);
  weights_ = std::move(weights);
  return isOnGpu ? skinOnGpu(list, cache, shaders, diagnostics) : skinOnCpu(scene, list);
}

std::size_t SkinningPass::skinOnCpu(const Scene& scene, const DrawList& list) {
  const auto start = std::chrono::steady_clock::now();
  vertices_.resize(list.skinnedVertexCount);
  parallelFor(list.skinned.size(), 1, [&](std::size_t first, std::size_t last) {
    for (std::size_t i = first; i < last; ++i) {
      const SkinnedDraw& draw = list.skinned[i];
      const Skin& skin = *draw.item->skin;
      SkinVertices job;
      job.geometry = draw.item->geometry.get();
      job.skin = &skin;
      if (skin.influencesPerVertex > 0) {
        job.palette =
            std::span(scene.palette).subspan(draw.item->firstPaletteMatrix, skin.jointCount);
      }
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
  // Cages follow the vertices that are drawn.
  std::size_t vertexCount = list.skinnedVertexCount;
  for (const SkinnedDraw& draw : list.skinned) {
    const auto& refined = draw.item->skin->refined;
    if (refined) vertexCount += refined->cage->vertexCount();
  }
  const std::size_t byteSize = vertexCount * sizeof(SkinnedVertex);
  if (skinned_.id() == 0 || skinned_.byteSize() < byteSize) skinned_ = Buffer::withRoom(byteSize);
  std::vector<SkinnedItem> items, cages;
  std::vector<RefinedDraw> refinedDraws;
  std::size_t nextCage = list.skinnedVertexCount;
  for (std::size_t i = 0; i < list.skinned.size(); ++i) {
    const SkinnedDraw& draw = list.skinned[i];
    const std::vector<SkinPart>& parts = cache.skinParts(*draw.skin);
    if (parts.empty()) {
      diagnostics.report(kBadItem, {.path = draw.item->path.text()},
                         "A vertex has more joints and blend shapes than the device can store. The "
                         "item is not drawn.");
      collapse(draw);
    }
    const SkinnedItem item{parts, draw.item->skin.get(), places_[i].firstRow,
                           places_[i].firstWeight, draw.firstVertex};
    if (!item.skin->refined) {
      items.push_back(item);
      continue;
    }
    cages.push_back(item);
    cages.back().firstVertex = nextCage;
    if (!parts.empty()) refinedDraws.push_back({draw.item, nextCage, draw.firstVertex});
    nextCage += item.skin->refined->cage->vertexCount();
  }
  const SkinLimits limits{.boundBytes = cache.skinStorage().maxPageBytes(),
                          .gridWidth = maxGridWidth_};
  SkinPlan plan = planSkinning(items, limits);
  plan.append(planSkinning(cages, limits));
  std::size_t uploadedBytes = rows_.size() * sizeof(glm::vec4) + weights_.size() * sizeof(float);
  rowBuffer_.assign(std::span<const glm::vec4>(rows_));
  weightBuffer_.assign(std::span<const float>(weights_));
  if (drawBuffer_.id() == 0 || plan.draws != draws_) {
    draws_ = std::move(plan.draws);
    drawBuffer_.assign(std::span<const skinning::Draw>(draws_));
    uploadedBytes += draws_.size() * sizeof(skinning::Draw);
  }
  dispatchCount_ = plan.dispatches.size();
  const Program& program = shaders.program(skinningProgram(), diagnostics);
  if (!program) return uploadedBytes;
  glUseProgram(program.id());
  glBindBufferBase(GL_SHADER_STORAGE_BUFFER, skinning::kDraws, drawBuffer_.id());
  for (const SkinDispatch& dispatch : plan.dispatches) {
    glBindBufferBase(GL_SHADER_STORAGE_BUFFER, skinning::kWords,
                     cache.skinStorage().page(dispatch.page));
    bindRange(skinning::kRows, rowBuffer_.id(), dispatch.rows, sizeof(glm::vec4));
    bindRange(skinning::kBlendWeights, weightBuffer_.id(), dispatch.blendWeights, sizeof(float));
    bindRange(skinning::kSkinned, skinned_.id(), dispatch.vertices, sizeof(SkinnedVertex));
    program.set(skinning::kFirstDraw, dispatch.firstDraw);
    program.set(skinning::kDrawCount, dispatch.drawCount);
    program.set(skinning::kGroupCount, dispatch.groupCount);
    glDispatchCompute(dispatch.gridWidth, dispatch.gridHeight, 1);
  }
  uploadedBytes += refineOnGpu(refinedDraws, shaders, diagnostics);
  glMemoryBarrier(GL_VERTEX_ATTRIB_ARRAY_BARRIER_BIT | GL_SHADER_STORAGE_BARRIER_BIT |
                  GL_BUFFER_UPDATE_BARRIER_BIT);
  return uploadedBytes;
}

std::size_t SkinningPass::refineOnGpu(std::span<const RefinedDraw> draws, ShaderLibrary& shaders,
                                      Diagnostics& diagnostics) {
  const std::size_t before = stencils_.uploadedBytes();
  stencils_.dropUnused();
  if (draws.empty()) return 0;
  const Program& program = shaders.program(refiningProgram(), diagnostics);
  if (!program) return 0;
  glMemoryBarrier(GL_SHADER_STORAGE_BARRIER_BIT);
  glUseProgram(program.id());
  // Binds whole steps of vertices, because the start of a range must be aligned. Returns the place
  // of the first vertex in the range.
  const auto bindVertices = [&](GLuint binding, std::size_t first, std::size_t count) {
    const std::size_t start = first / kAlignedVertices * kAlignedVertices;
    bindRange(binding, skinned_.id(), {start, first + count}, sizeof(SkinnedVertex));
    return static_cast<std::uint32_t>(first - start);
  };
  for (const RefinedDraw& draw : draws) {
    const RefinedCage& refined = *draw.item->skin->refined;
    const auto count = static_cast<std::uint32_t>(refined.vertexRows.size());
    if (count == 0) continue;
    glBindBufferBase(GL_SHADER_STORAGE_BUFFER, refining::kWords,
                     stencils_.of(draw.item->skin->refined).id());
    program.set(refining::kFirstCage,
                bindVertices(refining::kCage, draw.firstCage, refined.cage->vertexCount()));
    program.set(refining::kFirstRefined,
                bindVertices(refining::kRefined, draw.firstRefined, count));
    program.set(refining::kVertexCount, count);
    program.set(refining::kRowCount, static_cast<std::uint32_t>(refined.stencils.rowCount()));
    program.set(refining::kSourceCount,
                static_cast<std::uint32_t>(refined.stencils.sources.size()));
    const std::uint32_t groups = (count + refining::kGroupSize - 1) / refining::kGroupSize;
    const std::uint32_t width = std::min(groups, maxGridWidth_);
    program.set(refining::kGroupWidth, width);
    glDispatchCompute(width, (groups + width - 1) / width, 1);
  }
  return stencils_.uploadedBytes() - before;
}

// Collapses the triangles of an item, so that nothing is drawn.
void SkinningPass::collapse(const SkinnedDraw& draw) {
  const GLuint zero = 0;
  glClearNamedBufferSubData(
      skinned_.id(), GL_R32UI, static_cast<GLintptr>(draw.firstVertex * sizeof(SkinnedVertex)),
      static_cast<GLsizeiptr>(draw.item->geometry->vertexCount() * sizeof(SkinnedVertex)),
      GL_RED_INTEGER, GL_UNSIGNED_INT, &zero);
}

std::vector<SkinnedVertex> SkinningPass::read(std::size_t first, std::size_t count) const {
  std::vector<SkinnedVertex> vertices(count);
  glGetNamedBufferSubData(buffer(), static_cast<GLintptr>(first * sizeof(SkinnedVertex)),
                          static_cast<GLsizeiptr>(count * sizeof(SkinnedVertex)), vertices.data());
  return vertices;
}

}  // namespace usdscope
