// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <map>
#include <memory>
#include <optional>
#include <vector>

#include "engine/base/Diagnostics.h"
#include "engine/gl/Buffer.h"
#include "engine/gl/Texture.h"
#include "engine/render/CameraFrustum.h"
#include "engine/render/EnvironmentMap.h"
#include "engine/render/Renderer.h"
#include "engine/render/ShaderInterface.h"
#include "engine/render/ShadowPlan.h"
#include "engine/render/TextureStore.h"

namespace usdscope {

/// Reported when a scene has more lights than the renderer draws.
inline constexpr DiagnosticCode kTooManyLights{"render.too-many-lights", Severity::Warning};

/// Reported when more lights of a scene cast shadows than the renderer draws.
inline constexpr DiagnosticCode kTooManyShadows{"render.too-many-shadows", Severity::Warning};

/// The dome that is seen behind the scene. `texture` is 0 if there is none.
struct DomeBackground {
  GLuint texture = 0;
  GLuint sampler = 0;
  glm::mat3 mapFromWorld{1.0f};
};

/// Makes the record of a light that is not a dome, relative to a position. (UsdLux.)
LightRecord lightRecord(const SceneLight& light, const glm::dvec3& origin);

/// The lights of a scene on the GPU: the camera light, the lights of the scene, and the light of
/// all domes as one environment. Requires: the context is current.
class SceneLighting {
 public:
  /// Computes the lights of a frame. Reads the textures of domes from the store; an unreadable one
  /// is reported as kUnreadableTexture, and its dome is off.
  void update(const Scene& scene, const CameraFrustum& frustum, const RenderSettings& settings,
              const ShadowPlan& shadows, TextureStore& store, Diagnostics& diagnostics);
  /// Binds the block and the texture that shaders/mesh/lights.glsl reads.
  void bind() const;
  /// Whether the last update() has found other lights than that of the camera.
  bool hasSceneLights() const;
  /// Whether lights of the last update() have shadows.
  bool hasLightMaps() const { return hasLightMaps_; }
  /// The background of the last update().
  const DomeBackground& background() const { return background_; }
  /// Bytes of the block that the last update() has uploaded; 0 if nothing has changed.
  std::size_t uploadedBytes() const { return uploadedBytes_; }

 private:
  /// A dome, or the default dome of the renderer.
  struct Source {
    std::shared_ptr<const EnvironmentMap> map;  ///< Null: one colour.
    glm::mat3 mapFromWorld{1.0f};
    glm::vec3 diffuse{1.0f};
    glm::vec3 specular{1.0f};
    bool operator==(const Source&) const = default;
  };
  struct ReadDome {
    std::shared_ptr<const EnvironmentMap> map;
    Texture background;  // In full size; empty if it has not been shown.
    std::uint64_t revision = 0;
    std::string problem;
    /// The Scene::source for which the problem was reported.
    std::optional<std::shared_ptr<const void>> reportedFor;
  };

  std::optional<Source> sourceOf(const SceneLight& light, const Scene& scene, TextureStore& store,
                                 bool isShown, Diagnostics& diagnostics);
  void show(const Texture& texture, const glm::mat3& mapFromWorld);
  void updateDomes(std::vector<Source> sources, LightingBlock& block);
  void updateProfiles(std::vector<std::shared_ptr<const IesProfile>> profiles);

  StreamBuffer block_;
  LightingBlock current_;  // The contents of `block_`; it has no padding.
  std::size_t uploadedBytes_ = 0;
  Texture environment_;
  Sampler sampler_;
  std::map<TextureKey, ReadDome> read_;
  bool hasLightMaps_ = false;
  DomeBackground background_;
  // As ReadDome::reportedFor.
  std::optional<std::shared_ptr<const void>> tooManyFor_;
  std::optional<std::shared_ptr<const void>> tooManyShadowsFor_;
  std::shared_ptr<const EnvironmentMap> defaultDome_;
  bool isDefaultDomeZUp_ = false;
  Texture defaultBackground_;
  Sampler backgroundSampler_;
  std::vector<std::shared_ptr<const IesProfile>> profiles_;
  Texture profileTexture_;       // A layer for each profile.
  std::vector<Source> sources_;  // The domes that `environment_` shows.
  std::array<glm::vec4, 9> harmonics_{};
};

}  // namespace usdscope
