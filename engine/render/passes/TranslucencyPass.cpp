// SPDX-License-Identifier: Apache-2.0
#include "engine/render/passes/TranslucencyPass.h"

#include <algorithm>

#include "engine/render/Programs.h"
#include "engine/render/ShaderInterface.h"
#include "engine/render/passes/SurfacePass.h"

namespace usdscope {
namespace {

constexpr std::size_t kBlockSize = 1u << 27;  // All devices offer blocks of this many bytes.
constexpr std::uint32_t kMostLayers = kBlockSize / sizeof(layers::Layer);
constexpr std::size_t kMostPixels = (kBlockSize - sizeof(layers::Counts)) / sizeof(std::uint32_t);
static_assert(kMostLayers < layers::kIndexMask);

}  // namespace

void TranslucencyPass::draw(const FrameContext& frame) {
  if (frame.list.calls.translucent.empty()) return;
  // Edges fetch their vertices from as many storage blocks as a device must have.
  if (isWireframe(frame.settings.shading)) return drawTranslucentSurfaces(frame);
  const int width = frame.settings.width;
  const int height = frame.settings.height;
  const auto rowSize = static_cast<std::size_t>(width);
  int rows = int(std::clamp<std::size_t>(kMostPixels / rowSize, 1, std::size_t(height)));
  glEnable(GL_SCISSOR_TEST);
  for (int first = 0; first < height;) {
    const int count = std::min(rows, height - first);
    glScissor(0, first, width, count);
    prepare(first, rowSize * static_cast<std::size_t>(count));
    drawTranslucentLayers(frame);
    if (frame.slices.isStopped()) break;
    const std::uint32_t needed = countLayers();
    if (needed > capacity_ && capacity_ < kMostLayers) {
      capacity_ = std::min(kMostLayers, std::max(needed, capacity_ * 2));
      continue;
    }
    if (needed > capacity_ && count > 1) {
      rows = std::max(1, int(0.8 * count * capacity_ / needed));
      continue;
    }
    if (needed > capacity_) {
      frame.diagnostics.report(kTooManyLayers, {},
                               "A row of the picture has more translucent layers than fit into "
                               "memory; some are not drawn.");
    }
    blend(frame);
    first += count;
    // The next band overwrites the lists, which some drivers do before they are read.
    if (first < height) glFinish();
  }
  glDisable(GL_SCISSOR_TEST);
}

// Empties the lists for a band.
void TranslucencyPass::prepare(int firstRow, std::size_t pixelCount) {
  const std::size_t byteSize = sizeof(layers::Counts) + pixelCount * sizeof(std::uint32_t);
  if (heads_.byteSize() < byteSize) heads_ = Buffer::withRoom(byteSize);
  capacity_ = std::max(capacity_,
                       static_cast<std::uint32_t>(std::min<std::size_t>(pixelCount, kMostLayers)));
  if (layers_.byteSize() < capacity_ * sizeof(layers::Layer)) {
    layers_ = {};
    layers_ = Buffer::withRoom(capacity_ * sizeof(layers::Layer));
  }
  const GLuint zero = 0;
  glClearNamedBufferData(heads_.id(), GL_R32UI, GL_RED_INTEGER, GL_UNSIGNED_INT, &zero);
  const layers::Counts counts{
      .used = 0, .capacity = capacity_, .firstRow = static_cast<std::uint32_t>(firstRow)};
  heads_.write(0, std::as_bytes(std::span(&counts, 1)));
  glBindBufferBase(GL_SHADER_STORAGE_BUFFER, layers::kHeads, heads_.id());
  glBindBufferBase(GL_SHADER_STORAGE_BUFFER, layers::kLayers, layers_.id());
}

// Returns the number of fragments that were drawn. The lists lack fragments beyond the
// capacity.
std::uint32_t TranslucencyPass::countLayers() const {
  glMemoryBarrier(GL_BUFFER_UPDATE_BARRIER_BIT | GL_SHADER_STORAGE_BARRIER_BIT);
  layers::Counts counts;
  heads_.read(0, std::as_writable_bytes(std::span(&counts, 1)));
  return counts.used;
}

void TranslucencyPass::blend(const FrameContext& frame) {
  const Program& program = frame.shaders.program(layersProgram(), frame.diagnostics);
  if (!program) return;
  glDisable(GL_DEPTH_TEST);
  glDisable(GL_CULL_FACE);
  glEnable(GL_BLEND);
  glUseProgram(program.id());
  glBindVertexArray(frame.noVertices.id());
  glDrawArrays(GL_TRIANGLES, 0, 3);
  glDisable(GL_BLEND);
  glEnable(GL_DEPTH_TEST);
}

}  // namespace usdscope
