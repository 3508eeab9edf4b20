// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/layer/Path.h"
#include "engine/render/Renderer.h"
#include "engine/skel/SkelPose.h"

namespace usdscope {

/// How the viewport shows the scene. A value.
struct ViewSettings {
  Path camera;  ///< Of a scene camera; empty: the free camera.
  ShadingMode shading = ShadingMode::SmoothShaded;
  bool showRender = false;
  bool showProxy = true;
  bool showGuides = false;
  bool showGrid = true;
  bool showHud = true;
  BonesDisplay bones = BonesDisplay::Off;
  bool bonesOfSelected = false;  ///< Of the rigs that are selected, else of all.
  bool showJointNames = false;   ///< At bones that are shown; axes too.
  bool showJointAxes = false;
  PoseStep pose = kAnimatedPose;
  bool showWeights = false;     ///< Of the chosen joint, in place of materials.
  bool showOffsets = false;     ///< Of the chosen blend shape, in place of materials.
  bool showInfluences = false;  ///< Of the vertex under the pointer.
  SkinningDevice skinning = SkinningDevice::Automatic;
  bool operator==(const ViewSettings&) const = default;
};

}  // namespace usdscope
