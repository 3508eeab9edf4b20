// SPDX-License-Identifier: Apache-2.0
#include "engine/render/SceneLighting.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <cstring>
#include <glm/gtc/matrix_transform.hpp>
#include <numbers>
#include <span>

#include "engine/render/GpuMaterials.h"
#include "engine/scene/IesProfile.h"

namespace usdscope {
namespace {

constexpr double kLightPi = std::numbers::pi;
constexpr int kMapWidth = 256;
constexpr int kLevelCount = 6;
constexpr int kBackgroundWidth = 4096;
// Samples of the lights in soft shadows.
constexpr std::uint32_t kSoftSamples = 24;
constexpr std::uint32_t kFineSamples = 64;
// A light without a size keeps its power when it is normalised.
constexpr double kLeastSize = 1e-3;

// The default dome, in linear colours.
constexpr glm::vec3 kSky(0.34f, 0.36f, 0.39f);
constexpr glm::vec3 kGround(0.12f, 0.115f, 0.11f);

std::shared_ptr<const EnvironmentMap> makeDefaultDome(bool isZUp) {
  EnvironmentMap map{64, 32, std::vector<glm::vec3>(64 * 32)};
  for (int y = 0; y < map.height; ++y) {
    for (int x = 0; x < map.width; ++x) {
      const glm::vec3 direction = map.directionOf(x, y);
      map.pixels[std::size_t(y * map.width + x)] =
          glm::mix(kGround, kSky, 0.5f + 0.5f * (isZUp ? direction.z : direction.y));
    }
  }
  return std::make_shared<const EnvironmentMap>(std::move(map));
}

glm::dvec3 unitOr(const glm::dvec3& v, const glm::dvec3& fallback) {
  const double size = glm::length(v);
  return size > 0.0 && std::isfinite(size) ? v / size : fallback;
}

// Turns without scale: the columns are unit vectors.
glm::mat3 turnOf(const glm::dmat4& worldFromLight) {
  return glm::mat3(glm::vec3(unitOr(glm::dvec3(worldFromLight[0]), {1, 0, 0})),
                   glm::vec3(unitOr(glm::dvec3(worldFromLight[1]), {0, 1, 0})),
                   glm::vec3(unitOr(glm::dvec3(worldFromLight[2]), {0, 0, 1})));
}

float finite(double value) {
  constexpr double kMost = 1e30;
  return std::isfinite(value) ? float(std::clamp(value, -kMost, kMost)) : 0.0f;
}

// Returns the pixels in rows from the bottom to the top.
std::vector<glm::vec3> rowsFromBottom(const EnvironmentMap& map) {
  std::vector<glm::vec3> rows;
  rows.reserve(map.pixels.size());
  for (int y = map.height - 1; y >= 0; --y) {
    const auto first = map.pixels.begin() + std::ptrdiff_t(y) * map.width;
    rows.insert(rows.end(), first, first + map.width);
  }
  return rows;
}

Texture textureOf(const EnvironmentMap& map) {
  Texture texture = Texture::make2d(GL_RGB16F, map.width, map.height);
  std::vector<glm::vec3> rows = rowsFromBottom(map);
  // Infinite numbers would spread when the texture is filtered.
  constexpr float kLargestHalf = 65504.0f;
  for (glm::vec3& pixel : rows) pixel = glm::min(pixel, glm::vec3(kLargestHalf));
  texture.write(0, GL_RGB, GL_FLOAT, rows.data());
  return texture;
}

ShadowRecord shadowRecord(const ShadowMap& map, int mapSize, const glm::dvec3& origin) {
  const glm::dmat4 mapFromClip(glm::dvec4(0.5, 0, 0, 0), glm::dvec4(0, 0.5, 0, 0),
                               glm::dvec4(0, 0, 1, 0), glm::dvec4(0.5, 0.5, 0, 1));
  const glm::dmat4 clipFromRelative =
      map.frustum.clipFromRelative * glm::translate(glm::dmat4(1.0), origin - map.frustum.position);
  ShadowRecord record;
  record.mapFromRelative = glm::mat4(mapFromClip * clipFromRelative);
  record.texel.x = finite(map.width / mapSize);
  const double range = map.frustum.farPlane - map.frustum.nearPlane;
  if (map.frustum.isOrthographic) {
    record.depth = glm::vec4(0.0f, finite(range), 1.0f, 0.0f);
  } else {
    const double nearest = map.frustum.nearPlane / range;
    record.depth = glm::vec4(finite(nearest), finite(nearest * map.frustum.farPlane), 0.0f, 0.0f);
  }
  return record;
}

// Half the size that a light has for its shadows, relative to its distance if it is distant: that
// of a disk with the area of the light.
double sizeForShadows(const LightRecord& record) {
  const double side = glm::length(glm::vec3(record.axisX));
  const double other = glm::length(glm::vec3(record.axisY));
  switch (record.flags.x) {
    case kLightDistant:
      return std::tan(std::asin(std::min(std::sqrt(double(record.axisY.w)), 0.999)));
    case kLightRect:
      return std::sqrt(4.0 * side * other / kLightPi);
    case kLightCylinder:
      return std::sqrt(4.0 * side * double(record.axisX.w) / kLightPi);
    default:
      return double(record.axisX.w);
  }
}

// Returns the number of a light's profile, from 1; 0 without one. Lights share profiles.
std::uint32_t profileNumber(const SceneLight& light,
                            std::vector<std::shared_ptr<const IesProfile>>& profiles) {
  if (!light.ies) return 0;
  auto known = std::ranges::find(profiles, light.ies);
  if (known == profiles.end()) {
    if (profiles.size() == LightingBlock::kMost) return 0;
    known = profiles.insert(known, light.ies);
  }
  return static_cast<std::uint32_t>(known - profiles.begin()) + 1;
}

LightRecord cameraRecord() {
  LightRecord record;
  record.diffuse = record.specular = glm::vec4(1.0f);
  record.flags = glm::uvec4(kLightCamera, kAllLights, 0u, 0u);
  return record;
}

}  // namespace

LightRecord lightRecord(const SceneLight& light, const glm::dvec3& origin) {
  LightRecord record;
  const glm::dmat4& world = light.worldFromLight;
  const glm::dvec3 axes[] = {glm::dvec3(world[0]), glm::dvec3(world[1]), glm::dvec3(world[2])};
  const double scale = (glm::length(axes[0]) + glm::length(axes[1]) + glm::length(axes[2])) / 3.0;
  const glm::dvec3 emission = -unitOr(axes[2], {0, 0, 1});
  const auto set = [](glm::vec4& to, const glm::dvec3& v) {
    for (int i = 0; i < 3; ++i) to[i] = finite(v[i]);
  };
  set(record.position, glm::dvec3(world[3]) - origin);
  set(record.axisX, unitOr(axes[0], {1, 0, 0}));
  set(record.axisY, unitOr(axes[1], {0, 1, 0}));
  set(record.axisZ, emission);
  double radius = double(light.radius) * scale;
  double area = 1.0;  // By which a normalised light is divided.
  record.flags.y = light.link;
  switch (light.kind) {
    case LightKind::Distant: {
      record.flags.x = kLightDistant;
      const double half = std::clamp(double(light.angleDegrees), 0.0, 180.0) * kLightPi / 360.0;
      const bool isPoint = std::sin(half) < kLeastSize;
      const double sinSquared = std::pow(std::max(std::sin(half), kLeastSize), 2.0);
      record.axisY.w = float(sinSquared);
      if (light.isNormalized || half == 0.0) {
        area = kLightPi * sinSquared;
      } else if (isPoint) {
        area = sinSquared / std::pow(std::sin(half), 2.0);  // Keeps the irradiance.
      }
      break;
    }
    case LightKind::Sphere:
      record.flags.x = kLightSphere;
      if (light.isNormalized) radius = std::max(radius, kLeastSize);
      area = 4.0 * kLightPi * radius * radius;
      break;
    case LightKind::Disk:
      record.flags.x = kLightDisk;
      if (light.isNormalized) radius = std::max(radius, kLeastSize);
      area = kLightPi * radius * radius;
      break;
    case LightKind::Rect: {
      record.flags.x = kLightRect;
      glm::dvec3 x = axes[0] * (0.5 * double(light.width));
      glm::dvec3 y = axes[1] * (0.5 * double(light.height));
      if (light.isNormalized) {
        x = unitOr(axes[0], {1, 0, 0}) * std::max(glm::length(x), kLeastSize);
        y = unitOr(axes[1], {0, 1, 0}) * std::max(glm::length(y), kLeastSize);
      }
      set(record.axisX, x);
      set(record.axisY, y);
      area = 4.0 * glm::length(x) * glm::length(y);
      break;
    }
    case LightKind::Cylinder: {
      record.flags.x = kLightCylinder;
      glm::dvec3 x = axes[0] * (0.5 * double(light.length));
      if (light.isNormalized) {
        x = unitOr(axes[0], {1, 0, 0}) * std::max(glm::length(x), kLeastSize);
        radius = std::max(radius, kLeastSize);
      }
      set(record.axisX, x);
      area = 4.0 * kLightPi * radius * glm::length(x);
      break;
    }
    case LightKind::Dome:
      break;
  }
  if (light.kind != LightKind::Distant && !light.isNormalized) area = 1.0;
  record.axisX.w = finite(radius);
  if (light.ies && light.isIesNormalized) area *= double(light.ies->power);
  for (int c = 0; c < 3; ++c) {
    const double radiance = double(light.color[c]) / area;
    record.diffuse[c] = finite(radiance * double(light.diffuse));
    record.specular[c] = finite(radiance * double(light.specular));
  }
  if (light.hasShaping) {
    record.shaping =
        glm::vec4(glm::radians(std::clamp(light.coneAngleDegrees, 0.0f, 180.0f)),
                  std::clamp(light.coneSoftness, 0.0f, 1.0f), std::max(light.focus, 0.0f), 1.0f);
    record.tint = glm::vec4(light.focusTint, light.iesAngleScale);
  }
  record.shadow = glm::vec4(light.shadowColor, finite(sizeForShadows(record)));
  return record;
}

void SceneLighting::update(const Scene& scene, const CameraFrustum& frustum,
                           const RenderSettings& settings, const ShadowPlan& shadows,
                           TextureStore& store, Diagnostics& diagnostics) {
  LightingBlock block;
  std::vector<Source> sources;
  std::vector<std::shared_ptr<const IesProfile>> profiles;
  std::size_t omitted = 0;
  const auto add = [&](const LightRecord& record) {
    if (block.counts.x < LightingBlock::kMost) {
      block.lights[block.counts.x++] = record;
    } else {
      ++omitted;
    }
  };
  background_ = {};
  if (settings.hasCameraLight) add(cameraRecord());
  if (settings.hasSkyLight) {
    if (!defaultDome_ || isDefaultDomeZUp_ != scene.isZUp) {
      defaultDome_ = makeDefaultDome(scene.isZUp);
      isDefaultDomeZUp_ = scene.isZUp;
      defaultBackground_ = {};
    }
    sources.push_back({defaultDome_});
  }
  if (settings.usesSceneLights) {
    for (std::size_t i = 0; i < scene.lights.size(); ++i) {
      const SceneLight& light = scene.lights[i];
      if (light.color == glm::vec3(0.0f)) continue;
      if (light.kind == LightKind::Dome) {
        const bool isShown = settings.showsDome && background_.texture == 0;
        auto source = sourceOf(light, scene, store, isShown, diagnostics);
        if (source) sources.push_back(*std::move(source));
      } else {
        LightRecord record = lightRecord(light, frustum.position);
        record.maps = glm::uvec4(shadows.lights[i].first, shadows.lights[i].count,
                                 profileNumber(light, profiles), 0u);
        add(record);
      }
    }
  }
  if (settings.hasSkyLight && settings.showsDome && background_.texture == 0) {
    if (!defaultBackground_) defaultBackground_ = textureOf(*defaultDome_);
    show(defaultBackground_, glm::mat3(1.0f));
  }
  for (std::size_t i = 0; i < shadows.maps.size(); ++i) {
    block.shadows[i] = shadowRecord(shadows.maps[i], shadows.mapSize, frustum.position);
  }
  hasLightMaps_ = !shadows.maps.empty();
  if (settings.shadowEdges != ShadowEdges::Hard) {
    block.counts.z = settings.shadowEdges == ShadowEdges::Fine ? kFineSamples : kSoftSamples;
  }
  updateProfiles(std::move(profiles));
  if (shadows.omitted > 0 && tooManyShadowsFor_ != scene.source) {
    tooManyShadowsFor_ = scene.source;
    diagnostics.report(kTooManyShadows, {},
                       fmt::format("{} lights cast no shadows: there are too many lights with "
                                   "shadows.",
                                   shadows.omitted));
  }
  if (omitted > 0 && tooManyFor_ != scene.source) {
    tooManyFor_ = scene.source;
    diagnostics.report(
        kTooManyLights, {},
        fmt::format("At most {} lights are drawn; others are off.", LightingBlock::kMost));
  }
  updateDomes(std::move(sources), block);
  uploadedBytes_ = 0;
  if (block_.byteSize() > 0 && std::memcmp(&block, &current_, sizeof block) == 0) return;
  current_ = block;
  block_.assign(std::span<const LightingBlock>(&block, 1));
  uploadedBytes_ = sizeof block;
}

bool SceneLighting::hasSceneLights() const {
  const std::uint32_t count = current_.counts.x;
  return current_.counts.y > 0 || count > 1 ||
         (count == 1 && current_.lights[0].flags.x != kLightCamera);
}

std::optional<SceneLighting::Source> SceneLighting::sourceOf(const SceneLight& light,
                                                             const Scene& scene,
                                                             TextureStore& store, bool isShown,
                                                             Diagnostics& diagnostics) {
  Source source;
  source.mapFromWorld = glm::transpose(turnOf(light.worldFromLight));
  source.diffuse = light.color * light.diffuse;
  source.specular = light.color * light.specular;
  if (light.textureFile.empty()) return source;
  const TextureKey key = domeTextureKey(light);
  const auto [place, isNew] = read_.try_emplace(key);
  ReadDome& dome = place->second;
  const bool isCurrent = !isNew && dome.revision == store.revisionOf(key);
  if (!isCurrent || (isShown && dome.map && !dome.background)) {
    const auto [pixels, revision] = store.take(key, scene.images.get());
    if (!isCurrent || revision != dome.revision) {
      EnvironmentMap map = environmentOf(*pixels, kMapWidth);
      dome.map = map.isEmpty() ? nullptr : std::make_shared<const EnvironmentMap>(std::move(map));
      dome.problem = pixels->levels.empty() ? pixels->problem : std::string();
    }
    dome.revision = revision;
    dome.background = {};
    if (dome.map && isShown && !pixels->levels.empty()) {
      dome.background = textureOf(environmentOf(*pixels, kBackgroundWidth));
    }
  }
  source.map = dome.map;
  if (!dome.map) {
    if (dome.reportedFor != scene.source) {
      diagnostics.report(kUnreadableTexture, {.path = light.path.text()},
                         "The texture " + light.textureFile + " cannot be read: " + dome.problem);
    }
    dome.reportedFor = scene.source;
    return std::nullopt;
  }
  if (isShown && dome.background) show(dome.background, source.mapFromWorld);
  return source;
}

void SceneLighting::show(const Texture& texture, const glm::mat3& mapFromWorld) {
  if (!backgroundSampler_.id()) {
    backgroundSampler_ = Sampler::make(GL_REPEAT, GL_CLAMP_TO_EDGE, 1.0f);
  }
  background_ = {texture.id(), backgroundSampler_.id(), mapFromWorld};
}

// A single map is turned and tinted by the shader, so that it is blurred once. Several maps are
// added up in world space.
void SceneLighting::updateDomes(std::vector<Source> sources, LightingBlock& block) {
  if (sources.empty()) return;
  block.counts.y = kLevelCount;
  block.domeDiffuse = block.domeSpecular = glm::vec4(1.0f);
  if (sources.size() == 1) {
    Source& only = sources[0];
    block.environmentFromRelative = glm::mat4(only.mapFromWorld);
    block.domeDiffuse = glm::vec4(only.diffuse, 0.0f);
    block.domeSpecular = glm::vec4(only.specular, 0.0f);
    only = Source{only.map};
  }
  if (sources != sources_ || !environment_) {
    EnvironmentMap diffuse{kMapWidth, kMapWidth / 2, {}};
    diffuse.pixels.assign(std::size_t(kMapWidth) * kMapWidth / 2, glm::vec3(0.0f));
    EnvironmentMap specular = diffuse;
    for (int y = 0; y < diffuse.height; ++y) {
      for (int x = 0; x < diffuse.width; ++x) {
        const auto at = std::size_t(y * diffuse.width + x);
        for (const Source& source : sources) {
          const glm::vec3 light =
              source.map ? source.map->at(source.mapFromWorld * diffuse.directionOf(x, y))
                         : glm::vec3(1.0f);
          diffuse.pixels[at] += light * source.diffuse;
          specular.pixels[at] += light * source.specular;
        }
      }
    }
    const std::array<glm::vec3, 9> harmonics = irradianceOf(diffuse);
    for (std::size_t i = 0; i < harmonics.size(); ++i) {
      harmonics_[i] = glm::vec4(harmonics[i], 0.0f);
    }
    if (!environment_) {
      environment_ = Texture::make2d(GL_RGB32F, kMapWidth, kMapWidth / 2, kLevelCount);
      sampler_ = Sampler::make(GL_REPEAT, GL_CLAMP_TO_EDGE, 1.0f);
    }
    const std::vector<EnvironmentMap> levels = reflectionsOf(specular, kMapWidth, kLevelCount);
    for (std::size_t i = 0; i < levels.size(); ++i) {
      environment_.write(int(i), GL_RGB, GL_FLOAT, rowsFromBottom(levels[i]).data());
    }
    sources_ = std::move(sources);
  }
  block.harmonics = harmonics_;
}

void SceneLighting::updateProfiles(std::vector<std::shared_ptr<const IesProfile>> profiles) {
  if (profiles == profiles_) return;
  profiles_ = std::move(profiles);
  profileTexture_ = {};
  if (profiles_.empty()) return;
  constexpr int kAcross = IesProfile::kColumns;
  constexpr int kUp = IesProfile::kRows;
  profileTexture_ = Texture::makeArray(GL_R32F, kAcross, kUp, static_cast<int>(profiles_.size()));
  profileTexture_.setFilter(GL_LINEAR, GL_LINEAR);
  glTextureParameteri(profileTexture_.id(), GL_TEXTURE_WRAP_S, GL_REPEAT);
  glTextureParameteri(profileTexture_.id(), GL_TEXTURE_WRAP_T, GL_CLAMP_TO_EDGE);
  for (std::size_t i = 0; i < profiles_.size(); ++i) {
    glTextureSubImage3D(profileTexture_.id(), 0, 0, 0, static_cast<GLint>(i), kAcross, kUp, 1,
                        GL_RED, GL_FLOAT, profiles_[i]->candelas.data());
  }
}

void SceneLighting::bind() const {
  glBindTextureUnit(kProfilesUnit, profileTexture_.id());
  glBindSampler(kProfilesUnit, 0);
  glBindBufferBase(GL_UNIFORM_BUFFER, kLightingBinding, block_.id());
  glBindTextureUnit(kEnvironmentUnit, environment_.id());
  glBindSampler(kEnvironmentUnit, sampler_.id());
}

}  // namespace usdscope
