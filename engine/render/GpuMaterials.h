// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <map>
#include <memory>
#include <vector>

#include "engine/base/Diagnostics.h"
#include "engine/gl/Buffer.h"
#include "engine/gl/Texture.h"
#include "engine/render/ShaderInterface.h"
#include "engine/render/TextureStore.h"

namespace usdscope {

inline constexpr DiagnosticCode kUnreadableTexture{"render.unreadable-texture", Severity::Warning};

/// How a surface covers the geometry behind it.
enum class Coverage : std::uint8_t { Opaque, Cutout, Translucent, Invisible };

/// A texture with its sampler. Both are 0 when there is no texture.
struct BoundTexture {
  GLuint texture = 0;
  GLuint sampler = 0;
};

/// A material with its textures on the GPU.
struct GpuMaterial {
  Coverage coverage = Coverage::Opaque;
  bool usesDisplayOpacity = false;  ///< The material is translucent if the geometry's colours are.
  bool isTextured = false;
  bool isPreview = false;    ///< A UsdPreviewSurface, not an unknown material or none.
  bool isDisplaced = false;  ///< Moves surfaces along their normals.
  std::array<BoundTexture, kMaterialTextureCount> textures;  ///< By texture unit.
  BoundTexture displacement;
};

/// The materials of a scene on the GPU: uniform blocks and textures. Requires: the context is
/// current.
class GpuMaterials {
 public:
  GpuMaterials(std::shared_ptr<TextureStore> store, float anisotropy)
      : store_(std::move(store)), anisotropy_(anisotropy) {}

  /// Uploads a scene's materials. Does nothing when they equal those of the last call. An
  /// unreadable texture is reported as kUnreadableTexture for the first material that uses it, and
  /// is drawn as its fallback value. A scene of another source replaces stale textures. Touches no
  /// file if the scene has been prepared in the store; otherwise reads the textures one by one.
  void update(const Scene& scene, Diagnostics& diagnostics);

  /// Returns the block number of a material. Block 0 is for items without a material.
  static std::uint32_t blockOf(std::int32_t material, std::size_t materialCount) {
    return material >= 0 && static_cast<std::size_t>(material) < materialCount
               ? static_cast<std::uint32_t>(material) + 1
               : 0;
  }
  const GpuMaterial& material(std::uint32_t block) const { return materials_[block]; }
  std::size_t materialCount() const { return materials_.size() - 1; }
  /// Binds a block as the material that shaders read.
  void bindBlock(std::uint32_t block) const;
  /// Bytes that the last update() has uploaded.
  std::size_t uploadedBytes() const { return uploadedBytes_; }

 private:
  struct GpuTexture {
    Texture texture;
    std::uint64_t revision = 0;  ///< As the store counts them.
    std::string problem;         ///< A sentence that says why the file cannot be read; else empty.
    std::array<float, 4> minimum{1.0f, 1.0f, 1.0f, 1.0f};
    glm::ivec4 tiles{0, 0, 1, 1};
    bool isUsed = true;
  };

  BoundTexture bind(const TextureUse& use, TextureRecord& record, float& minValue, Path material,
                    Diagnostics& diagnostics);
  const GpuTexture& texture(const TextureKey& key, Path material, Diagnostics& diagnostics);
  GLuint sampler(TextureWrap wrapS, TextureWrap wrapT);

  std::shared_ptr<TextureStore> store_;
  float anisotropy_;
  Array<Material> current_;
  std::shared_ptr<const void> source_;
  std::shared_ptr<const ImageSource> images_;
  bool isFilled_ = false;
  std::vector<GpuMaterial> materials_;
  StreamBuffer blocks_;
  std::size_t blockStride_ = 0;
  std::map<TextureKey, GpuTexture> textures_;
  std::map<std::pair<TextureWrap, TextureWrap>, Sampler> samplers_;
  std::size_t uploadedBytes_ = 0;
};

}  // namespace usdscope
