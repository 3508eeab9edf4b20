// SPDX-License-Identifier: Apache-2.0
#include "engine/render/passes/DisplayPass.h"

#include <algorithm>
#include <cmath>

#include "engine/render/Programs.h"
#include "engine/render/ShaderInterface.h"

namespace usdscope {

namespace {

// A table makes display values, which linear pictures do not have.
bool looksUpDisplay(const RenderSettings& settings) {
  return settings.displayTable && !settings.writesLinear;
}

}  // namespace

bool adjustsDisplay(const RenderSettings& settings) {
  // The other inspection views show data.
  const bool showsColors =
      settings.inspection == InspectionView::None || settings.inspection == InspectionView::Albedo;
  return showsColors &&
         (settings.exposure != 0.0f || settings.gamma != 1.0f || looksUpDisplay(settings));
}

void DisplayPass::upload(const std::shared_ptr<const DisplayTable>& table) {
  if (table == table_) return;
  constexpr int kSize = DisplayTable::kSize;
  if (!texture_) texture_ = Texture::make3d(GL_RGB16F, {kSize, kSize, kSize});
  texture_.write3d(GL_RGB, {kSize, kSize, kSize}, table->colors.data());
  uploadedBytes_ = table->colors.size() * sizeof(float);
  table_ = table;
}

void DisplayPass::draw(const FrameContext& frame, const RenderTargets& targets, GLuint target) {
  uploadedBytes_ = 0;
  const std::size_t samples = targets.samplePositions().size();
  const RenderSettings& settings = frame.settings;
  const bool hasTable = looksUpDisplay(settings);
  const Program& program =
      frame.shaders.program(displayProgram(targets.isMultisampled(), hasTable), frame.diagnostics);
  if (!program) return targets.resolveTo(target);
  if (hasTable) {
    upload(settings.displayTable);
    program.set(display::kTable, glm::vec4(float(DisplayTable::kSize), float(DisplayTable::kWhite),
                                           DisplayTable::kStepsPerStop, DisplayTable::offset()));
    glBindTextureUnit(display::kTableUnit, texture_.id());
    glBindSampler(display::kTableUnit, 0);
  }
  const bool isEncoded = settings.encodesSrgb && !settings.writesLinear && !hasTable;
  program.set(display::kDisplay,
              glm::vec4(std::exp2(settings.exposure), 1.0f / std::max(settings.gamma, 1e-3f),
                        isEncoded ? 1.0f : 0.0f, float(samples)));
  glBindFramebuffer(GL_FRAMEBUFFER, target);
  glDisable(GL_FRAMEBUFFER_SRGB);
  glDisable(GL_DEPTH_TEST);
  glDisable(GL_CULL_FACE);
  glDisable(GL_BLEND);
  glBindTextureUnit(display::kSceneUnit, targets.color().id());
  glBindSampler(display::kSceneUnit, 0);
  glUseProgram(program.id());
  glBindVertexArray(frame.noVertices.id());
  glDrawArrays(GL_TRIANGLES, 0, 3);
}

}  // namespace usdscope
