// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>

#include "engine/base/Diagnostics.h"
#include "engine/scene/SceneLight.h"
#include "engine/stage/Prim.h"
#include "engine/value/TimeCode.h"

namespace usdscope {

/// Reported for a light that cannot be drawn at all.
inline constexpr DiagnosticCode kBadLight{"scene.bad-light", Severity::Warning};
/// Reported for a property of a light that is not drawn.
inline constexpr DiagnosticCode kSimplifiedLight{"scene.simplified-light", Severity::Note};

/// Whether a prim is a light: one of UsdLux's types, or a prim with LightAPI.
bool isLight(const Prim& prim);

/// Reads a light. SceneLight::worldFromLight is relative to the prim's own space, and
/// SceneLight::ies is null. Empty, with a problem, if the light cannot be drawn or its colour is
/// not finite.
std::optional<SceneLight> readLight(const Prim& prim, TimeCode time, Diagnostics& diagnostics);

/// Returns the linear colour of a black body, of luminance 1. The temperature is limited to the
/// range from 1000 to 10000 kelvin. (UsdLuxBlackbodyTemperatureAsRgb.)
glm::vec3 blackbodyColor(float kelvin);

}  // namespace usdscope
