// SPDX-License-Identifier: Apache-2.0
#include "engine/render/passes/SurfaceDrawing.h"

#include <algorithm>

#include "engine/render/ClipDistances.h"

namespace usdscope {
namespace {

constexpr std::size_t kVec2 = sizeof(glm::vec2);
constexpr std::size_t kVec3 = sizeof(glm::vec3);
constexpr std::size_t kVec4 = sizeof(glm::vec4);

bool isSkinned(const DrawCall& call) { return call.firstSkinnedVertex != DrawCall::kNotSkinned; }

void bindAttributes(const FrameContext& frame, const DrawCall& call) {
  const VertexArray& vertices = frame.surfaceVertices;
  GpuGeometry& g = *call.geometry;
  // A stride of 0 gives every vertex the same zeros.
  const auto set = [&](GLuint attribute, bool isThere, auto buffer, std::size_t stride) {
    vertices.setBuffer(attribute, isThere ? buffer().id() : frame.zeros, 0, isThere ? stride : 0);
  };
  if (isSkinned(call)) {
    const std::size_t first = std::size_t{call.firstSkinnedVertex} * 2 * kVec3;
    vertices.setBuffer(kPositionAttribute, frame.skinnedVertices, first, 2 * kVec3);
    vertices.setBuffer(kNormalAttribute, frame.skinnedVertices, first + kVec3, 2 * kVec3);
  } else {
    set(kPositionAttribute, true, [&]() -> auto& { return frame.cache.positions(g); }, kVec3);
    set(
        kNormalAttribute, !g.geometry->normals.empty(),
        [&]() -> auto& { return frame.cache.normals(g); }, kVec3);
  }
  set(
      kTexCoordAttribute, !g.geometry->texCoords.empty(),
      [&]() -> auto& { return frame.cache.texCoords(g); }, kVec2);
  set(
      kColorAttribute, !g.geometry->colors.empty(),
      [&]() -> auto& { return frame.cache.colors(g); }, kVec4);
  vertices.setIndexBuffer(frame.cache.indices(g).id());
}

void bindMaterial(const GpuMaterials& materials, std::uint32_t block) {
  materials.bindBlock(block);
  const GpuMaterial& material = materials.material(block);
  for (GLuint unit = 0; unit < kMaterialTextureCount; ++unit) {
    glBindTextureUnit(unit, material.textures[unit].texture);
    glBindSampler(unit, material.textures[unit].sampler);
  }
  if (material.isDisplaced) {
    glBindTextureUnit(kDisplacementUnit, material.displacement.texture);
    glBindSampler(kDisplacementUnit, material.displacement.sampler);
  }
}

void setCulling(const FrameContext& frame, const DrawCall& call, FaceCulling culling) {
  const bool cullsBacks = frame.settings.cullBackfaces && !call.isDoubleSided;
  if (culling == FaceCulling::AsSettings && !cullsBacks) {
    glDisable(GL_CULL_FACE);
    return;
  }
  glEnable(GL_CULL_FACE);
  glCullFace(culling == FaceCulling::Fronts ? GL_FRONT : GL_BACK);
  glFrontFace(call.isMirrored ? GL_CW : GL_CCW);
}

// Draws the objects of a call, a slice after the other. Returns false when the drawing is stopped.
bool drawObjects(const FrameContext& frame, const DrawCall& call, bool isWireframe) {
  const std::size_t triangles = call.indexCount / 3;
  return drawInSlices(
      frame.slices, triangles, 1, call.objectCount,
      [&](std::size_t triangle, std::size_t count, std::uint32_t object, std::uint32_t objects) {
        const std::size_t first = call.firstIndex + triangle * 3;
        const auto indices = static_cast<GLsizei>(count * 3);
        if (isWireframe) {
          glDrawArraysInstancedBaseInstance(GL_TRIANGLES, static_cast<GLint>(first), indices,
                                            static_cast<GLsizei>(objects),
                                            call.firstObject + object);
        } else {
          const std::size_t offset = first * sizeof(std::uint32_t);
          glDrawElementsInstancedBaseInstance(
              GL_TRIANGLES, indices, GL_UNSIGNED_INT, reinterpret_cast<const void*>(offset),
              static_cast<GLsizei>(objects), call.firstObject + object);
        }
      });
}

}  // namespace

void bindFetchedVertices(const FrameContext& frame, const DrawCall& call, const Program& program) {
  GpuGeometry& g = *call.geometry;
  const auto bind = [](GLuint binding, GLuint buffer) {
    glBindBufferBase(GL_SHADER_STORAGE_BUFFER, binding, buffer);
  };
  glm::uvec4 layout(0u, 3u, 0u, 3u);
  if (isSkinned(call)) {
    layout = {call.firstSkinnedVertex * 6, 6u, call.firstSkinnedVertex * 6 + 3, 6u};
    bind(kPositionsBinding, frame.skinnedVertices);
    bind(kNormalsBinding, frame.skinnedVertices);
  } else {
    bind(kPositionsBinding, frame.cache.positions(g).id());
    bind(kNormalsBinding, g.geometry->normals.empty() ? frame.zeros : frame.cache.normals(g).id());
  }
  bind(kColorsBinding, g.geometry->colors.empty() ? frame.zeros : frame.cache.colors(g).id());
  bind(kTexCoordsBinding,
       g.geometry->texCoords.empty() ? frame.zeros : frame.cache.texCoords(g).id());
  bind(kWidthsBinding, g.geometry->widths.empty() ? frame.zeros : frame.cache.widths(g).id());
  bind(kIndicesBinding, frame.cache.indices(g).id());
  program.set(kLayoutUniform, layout);
}

void drawSurfacesWith(const FrameContext& frame, std::span<const DrawCall> calls,
                      const std::function<ProgramSource(bool isDisplaced)>& sourceOf) {
  const auto isDisplaced = [&](const DrawCall& call) {
    return frame.materials.material(call.material).isDisplaced;
  };
  while (!calls.empty()) {
    const bool isFirst = isDisplaced(calls.front());
    const auto end = std::ranges::find_if(
        calls, [&](const DrawCall& call) { return isDisplaced(call) != isFirst; });
    const auto count = static_cast<std::size_t>(end - calls.begin());
    drawSurfaces(frame, calls.first(count),
                 frame.shaders.program(sourceOf(isFirst), frame.diagnostics),
                 FaceCulling::AsSettings, false);
    calls = calls.subspan(count);
  }
}

void drawSurfaces(const FrameContext& frame, std::span<const DrawCall> calls,
                  const Program& program, FaceCulling culling, bool isWireframe) {
  if (calls.empty() || !program) return;
  const ClipDistances clip(frame.clippingPlaneCount);
  glUseProgram(program.id());
  glBindVertexArray(isWireframe ? frame.noVertices.id() : frame.surfaceVertices.id());
  const DrawCall* last = nullptr;
  for (const DrawCall& call : calls) {
    setCulling(frame, call, culling);
    program.set(kPartUniform, call.firstIndex + 1);
    if (!last || last->material != call.material) {
      bindMaterial(frame.materials, call.material);
    }
    const bool isSameGeometry = last && last->geometry == call.geometry &&
                                last->firstSkinnedVertex == call.firstSkinnedVertex;
    last = &call;
    if (!isSameGeometry && isWireframe) {
      bindFetchedVertices(frame, call, program);
      glBindBufferBase(GL_SHADER_STORAGE_BUFFER, kEdgesBinding,
                       frame.cache.edges(*call.geometry, frame.settings.outlinesCage).id());
    } else if (!isSameGeometry) {
      bindAttributes(frame, call);
    }
    if (!drawObjects(frame, call, isWireframe)) return;
  }
}

}  // namespace usdscope
