// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <memory>
#include <string>

#include "engine/layer/Path.h"
#include "engine/math/Types.h"

namespace usdscope {

struct IesProfile;

inline constexpr std::uint32_t kAllLights = 0xFFFFFFFFu;

/// The shape of a light. Rects, disks and shaped lights shine along -z of their space.
enum class LightKind : std::uint8_t { Distant, Sphere, Disk, Rect, Cylinder, Dome };

/// A light of the scene. (UsdLux.)
struct SceneLight {
  Path path;
  LightKind kind = LightKind::Distant;
  glm::dmat4 worldFromLight{1.0};
  /// Intensity, exposure, colour and colour temperature together, linear and finite. The radiance,
  /// except that `isNormalized` divides it by the size of the light.
  glm::vec3 color{1.0f};
  bool isNormalized = false;
  float diffuse = 1.0f;   ///< Multiplies diffuse reflections.
  float specular = 1.0f;  ///< Multiplies reflections of the light itself.

  float radius = 0.5f;         ///< Sphere, disk, cylinder.
  float hull = 0.0f;           ///< Surfaces nearer to the middle are the lamp itself. Mesh lights.
  float width = 1.0f;          ///< Rect, along x.
  float height = 1.0f;         ///< Rect, along y.
  float length = 1.0f;         ///< Cylinder, along x.
  float angleDegrees = 0.53f;  ///< Distant: the angle at which the light appears.

  bool hasShaping = false;
  float coneAngleDegrees = 90.0f;  ///< From the axis to the rim of the cone.
  float coneSoftness = 0.0f;
  float focus = 0.0f;
  glm::vec3 focusTint{0.0f};
  std::string iesFile;  ///< The resolved path of a profile; empty if there is none.
  /// The profile in that file; null if it cannot be read.
  std::shared_ptr<const IesProfile> ies;
  float iesAngleScale = 0.0f;    ///< See IesProfile::at().
  bool isIesNormalized = false;  ///< The profile keeps the power of the light.

  bool castsShadows = true;
  glm::vec3 shadowColor{0.0f};  ///< The light that shines in shadows, as a factor of the light.

  /// Dome: the resolved path of a texture of longitudes and latitudes. Its middle is in direction
  /// +z and its top in direction +y. Empty if the dome shines in one colour.
  std::string textureFile;
  std::uint32_t link = kAllLights;  ///< Lights the items whose Item::lights share a bit with this.
  /// The items whose Item::shadows share a bit with this cast shadows of the light.
  std::uint32_t shadowLink = kAllLights;
  bool operator==(const SceneLight&) const = default;
};

}  // namespace usdscope
