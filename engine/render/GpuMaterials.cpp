// SPDX-License-Identifier: Apache-2.0
#include "engine/render/GpuMaterials.h"

#include <algorithm>
#include <span>

#include "engine/render/UdimTiles.h"

namespace usdscope {
namespace {

GLenum glWrap(TextureWrap wrap) {
  switch (wrap) {
    case TextureWrap::Black:
      return GL_CLAMP_TO_BORDER;
    case TextureWrap::Clamp:
      return GL_CLAMP_TO_EDGE;
    case TextureWrap::Repeat:
      return GL_REPEAT;
    case TextureWrap::Mirror:
      return GL_MIRRORED_REPEAT;
  }
  return GL_REPEAT;
}

Texture upload(const TexturePixels& pixels, std::size_t& uploadedBytes) {
  const struct {
    GLenum internal, type;
  } formats[] = {{pixels.isSrgb ? GLenum{GL_SRGB8_ALPHA8} : GLenum{GL_RGBA8}, GL_UNSIGNED_BYTE},
                 {GL_RGBA16, GL_UNSIGNED_SHORT},
                 {GL_RGBA16F, GL_HALF_FLOAT},
                 {GL_RGBA16F, GL_FLOAT}};
  const auto& format = formats[static_cast<std::size_t>(pixels.type)];
  const int levelCount = mipLevelCount(pixels.width, pixels.height);
  Texture texture = Texture::make2d(format.internal, pixels.width, pixels.height, levelCount);
  for (std::size_t i = 0; i < pixels.levels.size(); ++i) {
    texture.write(static_cast<int>(i), GL_RGBA, format.type, pixels.levels[i].data());
    uploadedBytes += pixels.levels[i].size();
  }
  if (pixels.levels.size() == 1 && levelCount > 1) texture.generateMipmaps();
  return texture;
}

MaterialBlock blockWithoutTextures(const Material& material) {
  MaterialBlock block;
  block.baseColor = glm::vec4(material.diffuseColor, material.opacity);
  block.emission = glm::vec4(material.emissiveColor, material.opacityThreshold);
  block.surface =
      glm::vec4(material.roughness, material.metallic, material.ior, material.occlusion);
  block.specular = glm::vec4(material.specularColor, material.clearcoat);
  block.coat = glm::vec4(material.clearcoatRoughness, material.displacement, 0.0f, 0.0f);
  if (material.usesDisplayColor) block.flags.x |= kMaterialUsesDisplayColor;
  if (material.usesDisplayOpacity) block.flags.x |= kMaterialUsesDisplayOpacity;
  if (material.usesSpecularWorkflow) block.flags.x |= kMaterialUsesSpecularWorkflow;
  if (material.isPresence) block.flags.x |= kMaterialIsPresence;
  return block;
}

Coverage coverageOf(const Material& material, bool isOpacityVarying, float minOpacity) {
  if (material.opacityThreshold > 0.0f) {
    if (isOpacityVarying) return Coverage::Cutout;
    return material.opacity < material.opacityThreshold ? Coverage::Invisible : Coverage::Opaque;
  }
  return minOpacity < 0.999f ? Coverage::Translucent : Coverage::Opaque;
}

}  // namespace

void GpuMaterials::update(const Scene& scene, Diagnostics& diagnostics) {
  const Array<Material>& materials = scene.materials;
  const bool isOtherSource = scene.source != source_;
  uploadedBytes_ = 0;
  if (isOtherSource) isFilled_ = false;  // Unreadable textures are reported again.
  if (isFilled_ && materials.sharesStorageWith(current_)) return;
  // Time samples make a new array for each frame, so equal materials are found by comparing values.
  if (isFilled_ && materials == current_) {
    current_ = materials;
    return;
  }
  if (isOtherSource) {
    std::erase_if(textures_, [this](const auto& entry) {
      return entry.second.revision != store_->revisionOf(entry.first);
    });
  }
  for (auto& [key, texture] : textures_) texture.isUsed = false;
  source_ = scene.source;
  images_ = scene.images;
  current_ = materials;
  isFilled_ = true;
  materials_.assign(1, {.usesDisplayOpacity = true});
  std::vector<MaterialBlock> blocks(1);
  blocks[0].flags.x = kMaterialUsesDisplayColor | kMaterialUsesDisplayOpacity;
  for (const Material& material : materials) {
    GpuMaterial& drawn = materials_.emplace_back();
    MaterialBlock& block = blocks.emplace_back(blockWithoutTextures(material));
    drawn.usesDisplayOpacity = material.usesDisplayOpacity;
    drawn.isPreview = !material.isUnknown;
    float minOpacity = material.opacity;
    const struct {
      GLuint unit;
      const TextureUse& use;
      TextureRecord& record;
    } inputs[] = {
        {kDiffuseUnit, material.diffuseTexture, block.diffuse},
        {kOpacityUnit, material.opacityTexture, block.opacity},
        {kEmissiveUnit, material.emissiveTexture, block.emissive},
        {kRoughnessUnit, material.roughnessTexture, block.roughness},
        {kMetallicUnit, material.metallicTexture, block.metallic},
        {kNormalUnit, material.normalTexture, block.normal},
        {kSpecularColorUnit, material.specularTexture, block.specularColor},
        {kClearcoatUnit, material.clearcoatTexture, block.clearcoat},
        {kClearcoatRoughnessUnit, material.clearcoatRoughnessTexture, block.clearcoatRoughness},
        {kOcclusionUnit, material.occlusionTexture, block.occlusion},
    };
    for (const auto& [unit, use, record] : inputs) {
      float minimum = minOpacity;
      drawn.textures[unit] = bind(use, record, minimum, material.path, diagnostics);
      if (unit == kOpacityUnit) minOpacity = minimum;
      drawn.isTextured |= record.state.x != 0;
    }
    float unused = 0.0f;
    drawn.displacement =
        bind(material.displacementTexture, block.displacement, unused, material.path, diagnostics);
    drawn.isDisplaced = material.displacement != 0.0f || block.displacement.state.x != 0;
    const bool isOpacityVarying = block.opacity.state.x != 0 || material.usesDisplayOpacity;
    drawn.coverage = coverageOf(material, isOpacityVarying, minOpacity);
  }
  GLint alignment = 1;
  glGetIntegerv(GL_UNIFORM_BUFFER_OFFSET_ALIGNMENT, &alignment);
  const auto unit = static_cast<std::size_t>(std::max(alignment, 1));
  blockStride_ = (sizeof(MaterialBlock) + unit - 1) / unit * unit;
  std::vector<std::byte> bytes(blocks.size() * blockStride_);
  for (std::size_t i = 0; i < blocks.size(); ++i) {
    const auto block = std::as_bytes(std::span(&blocks[i], 1));
    std::ranges::copy(block, bytes.data() + i * blockStride_);
  }
  blocks_.assignBytes(bytes);
  uploadedBytes_ += bytes.size();
  std::erase_if(textures_, [this](const auto& entry) {
    return !entry.second.isUsed && store_->release(entry.first);
  });
}

void GpuMaterials::bindBlock(std::uint32_t block) const {
  glBindBufferRange(GL_UNIFORM_BUFFER, kMaterialBinding, blocks_.id(),
                    static_cast<GLintptr>(block * blockStride_), sizeof(MaterialBlock));
}

BoundTexture GpuMaterials::bind(const TextureUse& use, TextureRecord& record, float& minValue,
                                Path material, Diagnostics& diagnostics) {
  if (!use.isUsed && use.file.empty()) return {};
  static const GpuTexture kNoTexture;
  const GpuTexture& found =
      use.file.empty() ? kNoTexture : texture({use.file, use.colorSpace}, material, diagnostics);
  record.scale = use.scale;
  record.bias = use.bias;
  record.fallback = use.fallback;
  // Maps coordinates in which each tile is a unit square to coordinates of the joined texture.
  const glm::vec2 first(found.tiles.x, found.tiles.y);
  const glm::vec2 count(found.tiles.z, found.tiles.w);
  for (int c = 0; c < 3; ++c) {
    const glm::vec2 shift = c == 2 ? first : glm::vec2(0.0f);
    record.texCoordRow0[c] = (use.texCoordFromSt[c].x - shift.x) / count.x;
    record.texCoordRow1[c] = (use.texCoordFromSt[c].y - shift.y) / count.y;
  }
  record.state = glm::ivec4(found.texture ? 1 : 2, use.channel, 0, 0);
  const int channel = std::clamp(use.channel, 0, 3);
  if (!found.texture) {
    minValue = use.fallback[channel];
    return {};
  }
  // A negative scale turns the smallest value into the largest.
  const float scale = use.scale[channel];
  minValue = scale < 0.0f
                 ? 0.0f
                 : found.minimum[static_cast<std::size_t>(channel)] * scale + use.bias[channel];
  if (isUdim(use.file))
    return {found.texture.id(), sampler(TextureWrap::Clamp, TextureWrap::Clamp)};
  if (use.wrapS == TextureWrap::Black || use.wrapT == TextureWrap::Black) minValue = 0.0f;
  return {found.texture.id(), sampler(use.wrapS, use.wrapT)};
}

const GpuMaterials::GpuTexture& GpuMaterials::texture(const TextureKey& key, Path material,
                                                      Diagnostics& diagnostics) {
  const auto [place, isNew] = textures_.try_emplace(key);
  GpuTexture& entry = place->second;
  const bool isFirstUse = isNew || !entry.isUsed;
  entry.isUsed = true;
  if (isNew) {
    const auto [pixels, revision] = store_->take(key, images_.get());
    entry.revision = revision;
    entry.problem = pixels->problem;
    if (!pixels->levels.empty()) {
      entry.texture = upload(*pixels, uploadedBytes_);
      entry.minimum = pixels->minimum;
      entry.tiles = pixels->tiles;
    }
  }
  if (isFirstUse && !entry.problem.empty()) {
    const bool isPart = static_cast<bool>(entry.texture);
    diagnostics.report(kUnreadableTexture, {.path = material.text()},
                       (isPart ? "A part of the texture " : "The texture ") + key.file +
                           " cannot be read: " + entry.problem);
  }
  return entry;
}

GLuint GpuMaterials::sampler(TextureWrap wrapS, TextureWrap wrapT) {
  const auto [place, isNew] = samplers_.try_emplace({wrapS, wrapT});
  if (isNew) place->second = Sampler::make(glWrap(wrapS), glWrap(wrapT), anisotropy_);
  return place->second.id();
}

}  // namespace usdscope
