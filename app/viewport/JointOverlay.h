// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "app/session/RigFocus.h"
#include "app/session/ViewSettings.h"
#include "app/viewport/Hud.h"
#include "engine/render/CameraFrustum.h"
#include "engine/scene/Scene.h"

namespace usdscope {

/// The skeletons that have bones in the picture, beside the one of the chosen joint.
std::vector<PosedSkeleton> skeletonsWithBones(const Scene& scene, const RenderSettings& settings);

/// Adds what is written and drawn at the joints of a scene: names and axes as the settings say, and
/// always the chosen joint. Names that would lie over others are left out.
void addJointOverlay(const Scene& scene, const CameraFrustum& frustum, const ViewSettings& view,
                     const RenderSettings& settings, const ChosenJoint& chosen, HudState& hud);

/// Adds what the colours of bones mean, where some of those shown start at joints that no animation
/// moves.
void addBoneLegend(const Scene& scene, const RenderSettings& settings, HudState& hud);

}  // namespace usdscope
