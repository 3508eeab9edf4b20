// SPDX-License-Identifier: Apache-2.0
#include "engine/render/passes/ShadowPass.h"

#include <algorithm>

#include "engine/render/Programs.h"
#include "engine/render/passes/SurfaceDrawing.h"

namespace usdscope {
namespace {

bool isSame(const ShadowMap& a, const ShadowMap& b) {
  return a.link == b.link && a.frustum.position == b.frustum.position &&
         a.frustum.clipFromRelative == b.frustum.clipFromRelative;
}

CameraBlock cameraOf(const ShadowMap& map) {
  CameraBlock block;
  block.clipFromRelative = glm::mat4(map.frustum.clipFromRelative);
  block.viewFromRelative = glm::mat4(map.frustum.viewFromRelative);
  const HighLow position(map.frustum.position);
  block.positionHigh = glm::vec4(position.high, 0.0f);
  block.positionLow = glm::vec4(position.low, 0.0f);
  return block;
}

}  // namespace

void ShadowPass::makeRoom(std::size_t mapCount, int size) {
  if (depths_.width() == size && targets_.size() >= mapCount) return;
  drawn_.clear();
  targets_.clear();
  depths_ = Texture::makeArray(GL_DEPTH_COMPONENT32F, size, size, static_cast<int>(mapCount));
  depths_.setFilter(GL_LINEAR, GL_LINEAR);
  if (!plain_.id()) {
    plain_ = Sampler::make(GL_CLAMP_TO_EDGE, GL_CLAMP_TO_EDGE, 1.0f);
    glSamplerParameteri(plain_.id(), GL_TEXTURE_MIN_FILTER, GL_NEAREST);
    glSamplerParameteri(plain_.id(), GL_TEXTURE_MAG_FILTER, GL_NEAREST);
  }
  const GLuint id = depths_.id();
  glTextureParameteri(id, GL_TEXTURE_WRAP_S, GL_CLAMP_TO_EDGE);
  glTextureParameteri(id, GL_TEXTURE_WRAP_T, GL_CLAMP_TO_EDGE);
  glTextureParameteri(id, GL_TEXTURE_COMPARE_MODE, GL_COMPARE_REF_TO_TEXTURE);
  glTextureParameteri(id, GL_TEXTURE_COMPARE_FUNC, GL_GEQUAL);
  for (std::size_t i = 0; i < mapCount; ++i) {
    targets_.push_back(Framebuffer::makeDepthLayer(depths_, static_cast<int>(i)));
  }
}

void ShadowPass::draw(const FrameContext& frame, const ShadowPlan& plan) {
  if (plan.maps.empty()) return;
  const int size = plan.mapSize;
  makeRoom(plan.maps.size(), size);
  if (table_ == frame.list.table && std::ranges::equal(plan.maps, drawn_, isSame)) return;
  drawn_.clear();
  glEnable(GL_DEPTH_TEST);
  glViewport(0, 0, size, size);
  for (std::size_t i = 0; i < plan.maps.size(); ++i) {
    const ShadowMap& map = plan.maps[i];
    glBindFramebuffer(GL_FRAMEBUFFER, targets_[i].id());
    const float farthest = 0.0f;
    glClearBufferfv(GL_DEPTH, 0, &farthest);
    const CameraBlock block = cameraOf(map);
    camera_.assign(std::span<const CameraBlock>(&block, 1));
    glBindBufferBase(GL_UNIFORM_BUFFER, kCameraBinding, camera_.id());
    const std::vector<ObjectRecord>& objects = frame.list.table->objects;
    const DrawCalls calls = selectCalls(
        frame.list, SampleGrid::ofCenters(map.frustum, size, size),
        [&](std::uint32_t object) { return (objects[object].flags.w & map.link) != 0; });
    frame.idOrder.assign(std::span<const std::uint32_t>(calls.order));
    glBindBufferBase(GL_SHADER_STORAGE_BUFFER, kOrderBinding, frame.idOrder.id());
    for (const auto* surfaces : {&calls.opaque, &calls.cutout}) {
      drawSurfacesWith(frame, *surfaces, [&](bool isDisplaced) {
        return shadowProgram(surfaces == &calls.cutout, isDisplaced);
      });
    }
    if (frame.slices.isStopped()) return;
  }
  drawn_ = plan.maps;
  table_ = frame.list.table;
}

void ShadowPass::bind() const {
  glBindTextureUnit(kShadowUnit, depths_.id());
  glBindSampler(kShadowUnit, 0);
  glBindTextureUnit(kShadowDepthUnit, depths_.id());
  glBindSampler(kShadowDepthUnit, plain_.id());
}

}  // namespace usdscope
