// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "app/session/view/RigFocus.h"
#include "app/session/view/ViewSettings.h"
#include "app/viewport/Hud.h"
#include "engine/render/CameraFrustum.h"
#include "engine/scene/Scene.h"

namespace usdscope {

/// Returns the skeletons whose bones the settings show.
std::vector<PosedSkeleton> skeletonsWithBones(const Scene& scene, const RenderSettings& settings);

/// Adds names and axes of joints: for all joints if the settings show them, and always for the
/// chosen joint. Hud omits labels that would cover others.
void addJointOverlay(const Scene& scene, const CameraFrustum& frustum, const ViewSettings& view,
                     const RenderSettings& settings, const ChosenJoint& chosen, HudState& hud);

/// Adds a legend for the colours of bones, if some of the shown bones start at joints at rest.
void addBoneLegend(const Scene& scene, const RenderSettings& settings, HudState& hud);

}  // namespace usdscope
