// SPDX-License-Identifier: Apache-2.0
#include "engine/render/passes/VolumePass.h"

#include <algorithm>
#include <span>

#include "engine/render/Programs.h"
#include "engine/render/ShaderInterface.h"
#include "engine/render/passes/SurfaceDrawing.h"

namespace usdscope {
namespace {

constexpr std::uint64_t kKeptVolumeFrames = 4;
constexpr float kMostSteps = 1024.0f;
// The CPU draws no more than it can in a moment.
constexpr float kMostSoftwareSteps = 96.0f;
constexpr int kSoftwareRows = 16;

void setRows(const Program& program, GLint first, const glm::dmat4& matrix) {
  const glm::mat4 rows = glm::transpose(glm::mat4(matrix));
  for (int row = 0; row < 3; ++row) program.set(first + row, rows[row]);
}

// Whether a volume is drawn before the translucent surfaces.
bool isBehind(const DrawCall& volume, std::span<const DrawCall> translucent) {
  return !translucent.empty() && volume.depth > translucent.back().depth;
}

}  // namespace

void VolumePass::beginFrame() {
  ++frame_;
  uploadedBytes_ = 0;
  std::erase_if(textures_, [&](const auto& each) {
    return each.second.lastFrame + kKeptVolumeFrames < frame_;
  });
}

void VolumePass::draw(const FrameContext& frame, const RenderTargets& targets, bool isSoftware,
                      Part part) {
  const DrawCalls& calls = frame.list.calls;
  if (frame.settings.inspection != InspectionView::None) return;
  const bool isWantedBehind = part == Part::BehindTranslucent;
  const auto isWanted = [&](const DrawCall& call) {
    return isBehind(call, calls.translucent) == isWantedBehind;
  };
  if (std::ranges::none_of(calls.volumes, isWanted)) return;
  const Program& program = frame.shaders.program(
      volumeProgram(targets.isMultisampled(), frame.hasSceneLights), frame.diagnostics);
  if (!program) return;
  // Depths are read, so they are not attached.
  const Framebuffer colors = Framebuffer::make({&targets.color()}, nullptr);
  glBindFramebuffer(GL_FRAMEBUFFER, colors.id());
  glDisable(GL_DEPTH_TEST);
  glEnable(GL_DEPTH_CLAMP);  // The far side of the box may lie behind the far plane.
  glEnable(GL_BLEND);
  glBindTextureUnit(volume::kDepthUnit, targets.depth().id());
  for (const DrawCall& call : calls.volumes) {
    if (frame.slices.isStopped()) break;
    if (isWanted(call)) drawVolume(frame, call, program, isSoftware);
  }
  for (const GLuint unit : {volume::kDensityUnit, volume::kEmissionUnit, volume::kDepthUnit}) {
    glBindTextureUnit(unit, 0);
  }
  glDisable(GL_BLEND);
  glDisable(GL_DEPTH_CLAMP);
  glEnable(GL_DEPTH_TEST);
  glBindFramebuffer(GL_FRAMEBUFFER, targets.framebuffer());
}

void VolumePass::drawVolume(const FrameContext& frame, const DrawCall& call, const Program& program,
                            bool isSoftware) {
  const VolumeFields& fields = *call.volume;
  setRows(program, volume::kBoxFromLocal, glm::inverse(fields.localFromBox));
  setRows(program, volume::kDensityFromBox, fields.densityFromBox);
  setRows(program, volume::kEmissionFromBox, fields.emissionFromBox);
  program.set(volume::kMarch, glm::vec4(glm::vec3(fields.voxelCounts),
                                        isSoftware ? kMostSoftwareSteps : kMostSteps));
  program.set(
      volume::kFields,
      glm::uvec4(fields.density ? 1u : 0u,
                 fields.emission ? std::uint32_t(fields.emission->channelCount) : 0u, 0u, 0u));
  if (fields.density) glBindTextureUnit(volume::kDensityUnit, textureOf(fields.density));
  if (fields.emission) glBindTextureUnit(volume::kEmissionUnit, textureOf(fields.emission));
  FrameContext whole = frame;
  whole.clippingPlaneCount = 0;  // The shader cuts the ray, not the box.
  // A software device draws bands, between which a stop is noticed.
  const int height = frame.settings.height;
  const int rows = isSoftware ? kSoftwareRows : height;
  glEnable(GL_SCISSOR_TEST);
  for (int y = 0; y < height && !frame.slices.isStopped(); y += rows) {
    if (isSoftware && !frame.slices.next(frame.slices.most())) break;
    // llvmpipe scissors samples instead of pixels, so the shader keeps to the rows of the band.
    program.set(volume::kRows, glm::vec4(float(y), float(y + rows), 0.0f, 0.0f));
    glScissor(0, std::max(y - 1, 0), frame.settings.width, rows + 2);
    drawSurfaces(whole, std::span(&call, 1), program, FaceCulling::Fronts, false);
  }
  glDisable(GL_SCISSOR_TEST);
}

GLuint VolumePass::textureOf(const std::shared_ptr<const DenseGrid>& grid) {
  GridTexture& entry = textures_[grid.get()];
  entry.lastFrame = frame_;
  if (!entry.grid) {
    entry.grid = grid;
    const bool isVector = grid->channelCount == 3;
    entry.texture = Texture::make3d(isVector ? GL_RGB16F : GL_R16F, grid->size);
    entry.texture.write3d(isVector ? GL_RGB : GL_RED, grid->size, grid->values.data());
    uploadedBytes_ += grid->values.size() * sizeof(float);
  }
  return entry.texture.id();
}

}  // namespace usdscope
