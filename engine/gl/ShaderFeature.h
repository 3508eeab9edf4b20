// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <initializer_list>
#include <string_view>

namespace usdscope {

/// A feature with which a shader is compiled. The list has every `#define` that shaders may test.
enum class ShaderFeature : std::uint8_t {
  Textured,      ///< Reads the material's textures.
  Cutout,        ///< Discards where opacity is below the material's threshold.
  Wireframe,     ///< Draws edges, with vertices fetched from storage buffers.
  Pick,          ///< Writes ids instead of colours.
  Preview,       ///< Shades a UsdPreviewSurface, not a surface without a material.
  SceneLights,   ///< Has other lights than that of the camera.
  LightMaps,     ///< Has lights with shadows.
  Layers,        ///< Writes translucent fragments into the list of their pixel.
  Multisampled,  ///< Reads a picture with several samples in a pixel.
  Inspect,       ///< Shows a property of the surface instead of shading it.
  Clipped,       ///< Cuts at the clipping planes of the camera.
  Displaced,     ///< Moves the surface along its normals.
  DisplayTable,  ///< Finds the colours of the display in a table.
};
inline constexpr std::uint32_t kShaderFeatureCount = 13;

/// The `#define` of a feature: `USDSCOPE_TEXTURED`.
std::string_view defineOf(ShaderFeature feature);

/// A set of features.
class ShaderFeatures {
 public:
  constexpr ShaderFeatures() = default;
  constexpr ShaderFeatures(std::initializer_list<ShaderFeature> features) {
    for (const ShaderFeature feature : features) bits_ |= bit(feature);
  }
  constexpr bool has(ShaderFeature feature) const { return (bits_ & bit(feature)) != 0; }
  constexpr ShaderFeatures with(ShaderFeature feature) const {
    ShaderFeatures result = *this;
    result.bits_ |= bit(feature);
    return result;
  }
  constexpr std::uint32_t bits() const { return bits_; }
  bool operator==(const ShaderFeatures&) const = default;

 private:
  static constexpr std::uint32_t bit(ShaderFeature feature) {
    return 1u << static_cast<std::uint32_t>(feature);
  }
  std::uint32_t bits_ = 0;
};

}  // namespace usdscope
