// SPDX-License-Identifier: Apache-2.0
#include "engine/scene/Lights.h"

#include <algorithm>
#include <cmath>
#include <glm/gtc/matrix_transform.hpp>
#include <numbers>

#include "engine/math/Finite.h"
#include "engine/scene/IesProfile.h"
#include "engine/schema/AttributeValues.h"
#include "engine/schema/SchemaNames.h"
#include "engine/stage/Stage.h"

namespace usdscope {
namespace {

// The reference limits exposures as well, so that their power stays finite.
constexpr float kMostExposure = 50.0f;

struct KindOfType {
  Token type;
  LightKind kind;
};

std::optional<LightKind> kindOf(const Prim& prim) {
  static const KindOfType kKinds[] = {
      {types::kDistantLight, LightKind::Distant},   {types::kSphereLight, LightKind::Sphere},
      {types::kDiskLight, LightKind::Disk},         {types::kRectLight, LightKind::Rect},
      {types::kCylinderLight, LightKind::Cylinder}, {types::kDomeLight, LightKind::Dome},
      {types::kDomeLight1, LightKind::Dome}};
  for (const KindOfType& known : kKinds) {
    if (prim.isA(known.type)) return known.kind;
  }
  return std::nullopt;
}

/// Reads the inputs of a light. Numbers that are not finite are reported and keep their defaults.
class Reader {
 public:
  Reader(const Prim& prim, TimeCode time, Diagnostics& diagnostics)
      : prim_(prim), time_(time), diagnostics_(diagnostics) {}

  void number(Token name, float& value) {
    const auto read = readValue<float>(prim_, name, time_);
    if (!read) return;
    if (std::isfinite(*read)) {
      value = *read;
    } else {
      note(std::string(name.text()) + " is not finite; it is ignored.");
    }
  }
  void length(Token name, float& value) {
    number(name, value);
    value = std::max(value, 0.0f);
  }
  void color(Token name, glm::vec3& value) {
    const auto read = readValue<glm::vec3>(prim_, name, time_);
    if (read && isFinite(*read)) value = *read;
  }
  bool isOn(Token name) { return readValue<bool>(prim_, name, time_).value_or(false); }
  bool isAuthored(Token name) {
    const Attribute attribute = prim_.attribute(name);
    return attribute && !attribute.value(time_).isEmpty();
  }
  void note(const std::string& text) { report(kSimplifiedLight, text); }
  void report(const DiagnosticCode& code, const std::string& text) {
    diagnostics_.report(code, {.path = prim_.path().text()}, text);
  }

 private:
  const Prim& prim_;
  TimeCode time_;
  Diagnostics& diagnostics_;
};

// Intensity, exposure, colour and temperature together; empty if the product is not finite.
std::optional<glm::vec3> emittedColor(const Prim& prim, TimeCode time) {
  const float intensity = readValue<float>(prim, lux::kIntensity, time).value_or(1.0f);
  const float exposure = readValue<float>(prim, lux::kExposure, time).value_or(0.0f);
  glm::vec3 color = readValue<glm::vec3>(prim, lux::kColor, time).value_or(glm::vec3(1.0f));
  if (readValue<bool>(prim, lux::kEnableColorTemperature, time).value_or(false)) {
    const float kelvin = readValue<float>(prim, lux::kColorTemperature, time).value_or(6500.0f);
    if (std::isnan(kelvin)) return std::nullopt;
    color *= blackbodyColor(kelvin);
  }
  if (std::isnan(exposure)) return std::nullopt;
  color *= intensity * std::exp2(std::clamp(exposure, -kMostExposure, kMostExposure));
  if (!isFinite(color)) return std::nullopt;
  return glm::max(color, glm::vec3(0.0f));
}

void readShaping(const Prim& prim, TimeCode time, Reader& reader, SceneLight& light) {
  if (!prim.hasApi(types::kShapingApi)) return;
  light.hasShaping = true;
  reader.number(lux::kConeAngle, light.coneAngleDegrees);
  reader.number(lux::kConeSoftness, light.coneSoftness);
  reader.number(lux::kFocus, light.focus);
  reader.color(lux::kFocusTint, light.focusTint);
  if (const auto file = readValue<AssetPath>(prim, lux::kIesFile, time)) {
    // A file that is not found must not be looked for in the folder where the program was started.
    light.iesFile = file->resolved;
    if (file->resolved.empty() && !file->path().empty()) {
      reader.report(kBadProfile, "The profile " + file->path() +
                                     " is not found, and the light shines without it.");
    }
  }
  reader.number(lux::kIesAngleScale, light.iesAngleScale);
  light.isIesNormalized = reader.isOn(lux::kIesNormalize);
}

void readShadows(const Prim& prim, TimeCode time, Reader& reader, SceneLight& light) {
  light.castsShadows = readValue<bool>(prim, lux::kShadowEnable, time).value_or(true);
  reader.color(lux::kShadowColor, light.shadowColor);
  if (readValue<float>(prim, lux::kShadowDistance, time).value_or(-1.0f) >= 0.0f) {
    reader.note("The shadows are as long as the scene; inputs:shadow:distance is ignored.");
  }
}

void readDome(const Prim& prim, TimeCode time, Reader& reader, SceneLight& light) {
  if (const auto file = readValue<AssetPath>(prim, lux::kTextureFile, time)) {
    light.textureFile = file->resolved.empty() ? file->path() : file->resolved;
  }
  const Token format = readValue<Token>(prim, lux::kTextureFormat, time).value_or(lux::kLatLong);
  if (!light.textureFile.empty() && format != lux::kAutomatic && format != lux::kLatLong) {
    reader.note("The texture's format " + format.string() + " is read as latlong.");
  }
  if (!prim.isA(types::kDomeLight1)) return;
  const Token axis = readValue<Token>(prim, lux::kPoleAxis).value_or(Token());
  if (axis == geom::kZ || (axis != geom::kY && prim.stage().upAxis() == geom::kZ)) {
    light.worldFromLight =
        glm::rotate(glm::dmat4(1.0), std::numbers::pi / 2.0, glm::dvec3(1.0, 0.0, 0.0));
  }
}

// Makes a sphere of the mean projected area of a prim's extent.
bool readGeometry(const Prim& prim, TimeCode time, SceneLight& light) {
  const auto extent = readValue<Array<glm::vec3>>(prim, geom::kExtent, time);
  if (!extent || extent->size() != 2 || !isFinite((*extent)[0]) || !isFinite((*extent)[1])) {
    return false;
  }
  const glm::vec3 size = glm::max((*extent)[1] - (*extent)[0], glm::vec3(0.0f));
  const float surface = 2.0f * (size.x * size.y + size.y * size.z + size.z * size.x);
  light.kind = LightKind::Sphere;
  light.radius = std::sqrt(surface / (4.0f * std::numbers::pi_v<float>));
  light.hull = glm::length(size) * 0.5f;
  light.worldFromLight =
      glm::translate(glm::dmat4(1.0), glm::dvec3((*extent)[0] + (*extent)[1]) * 0.5);
  return true;
}

// Approximations of the colour matching functions by Gaussian lobes. (Wyman et al., "Simple
// analytic approximations to the CIE XYZ color matching functions", 2013.)
glm::dvec3 matchingAt(double nanometers) {
  const auto lobe = [&](double peak, double below, double above) {
    const double t = (nanometers - peak) * (nanometers < peak ? below : above);
    return std::exp(-0.5 * t * t);
  };
  return {1.056 * lobe(599.8, 0.0264, 0.0323) + 0.362 * lobe(442.0, 0.0624, 0.0374) -
              0.065 * lobe(501.1, 0.0490, 0.0382),
          0.821 * lobe(568.8, 0.0213, 0.0247) + 0.286 * lobe(530.9, 0.0613, 0.0322),
          1.217 * lobe(437.0, 0.0845, 0.0278) + 0.681 * lobe(459.0, 0.0385, 0.0725)};
}

}  // namespace

glm::vec3 blackbodyColor(float kelvin) {
  constexpr double kSecondRadiationConstant = 1.438777e7;  // Nanometre kelvin.
  const double temperature = std::clamp(double(kelvin), 1000.0, 10000.0);
  glm::dvec3 xyz(0.0);
  for (double wavelength = 380.0; wavelength <= 780.0; wavelength += 5.0) {
    const double micrometers = wavelength * 1e-3;
    const double radiance =
        1.0 / (std::pow(micrometers, 5.0) *
               std::expm1(kSecondRadiationConstant / (wavelength * temperature)));
    xyz += matchingAt(wavelength) * radiance;
  }
  glm::dvec3 rgb(3.2406 * xyz.x - 1.5372 * xyz.y - 0.4986 * xyz.z,
                 -0.9689 * xyz.x + 1.8758 * xyz.y + 0.0415 * xyz.z,
                 0.0557 * xyz.x - 0.2040 * xyz.y + 1.0570 * xyz.z);
  rgb = glm::max(rgb, glm::dvec3(0.0));
  return glm::vec3(rgb / glm::dot(rgb, glm::dvec3(0.2126, 0.7152, 0.0722)));
}

bool isLight(const Prim& prim) { return kindOf(prim) || prim.hasApi(types::kLightApi); }

std::optional<SceneLight> readLight(const Prim& prim, TimeCode time, Diagnostics& diagnostics) {
  Reader reader(prim, time, diagnostics);
  SceneLight light;
  light.path = prim.path();
  const auto fail = [&](const char* why) {
    diagnostics.report(kBadLight, {.path = prim.path().text()}, why);
    return std::nullopt;
  };
  const std::optional<LightKind> kind = kindOf(prim);
  if (kind) {
    light.kind = *kind;
  } else if (prim.isA(types::kPortalLight)) {
    reader.note("Portals are ignored; their domes shine from all directions.");
    return std::nullopt;
  } else if (readGeometry(prim, time, light)) {
    reader.note("The light shines like a sphere of about the size of the prim.");
  } else {
    return fail("Lights of this kind cannot be drawn.");
  }
  const std::optional<glm::vec3> color = emittedColor(prim, time);
  if (!color) return fail("The intensity, exposure or colour is not finite; the light is off.");
  light.color = *color;
  if (std::abs(readValue<float>(prim, lux::kExposure, time).value_or(0.0f)) > kMostExposure) {
    reader.note("inputs:exposure is beyond 50 stops, to which it is limited.");
  }
  light.isNormalized = reader.isOn(lux::kNormalize);
  reader.length(lux::kDiffuse, light.diffuse);
  reader.length(lux::kSpecular, light.specular);
  if (kind) reader.length(lux::kRadius, light.radius);
  reader.length(lux::kWidth, light.width);
  reader.length(lux::kHeight, light.height);
  reader.length(lux::kLength, light.length);
  reader.length(lux::kAngle, light.angleDegrees);
  readShaping(prim, time, reader, light);
  readShadows(prim, time, reader, light);
  if (light.kind == LightKind::Dome) readDome(prim, time, reader, light);
  if (const Relationship filters = prim.relationship(lux::kFilters);
      filters && !filters.targets().empty()) {
    reader.note("The filters of the light are ignored.");
  }
  if (light.kind == LightKind::Rect && reader.isAuthored(lux::kTextureFile)) {
    reader.note("The texture of the light is ignored; it shines in its colour.");
  }
  return light;
}

}  // namespace usdscope
