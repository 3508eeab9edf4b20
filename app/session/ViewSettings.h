// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/layer/Path.h"
#include "engine/render/Renderer.h"
#include "engine/skel/SkelPose.h"

namespace usdscope {

/// How the viewport shows the scene. A value.
struct ViewSettings {
  Path camera;  ///< A scene camera; empty: the free camera.
  ShadingMode shading = ShadingMode::SmoothShaded;
  bool showRender = false;
  bool showProxy = true;
  bool showGuides = false;
  bool showGrid = true;
  bool showHud = true;
  BonesDisplay bones = BonesDisplay::Off;
  bool bonesOfSelected = false;  ///< Bones of selected rigs only.
  bool showJointNames = false;   ///< At bones that are shown; axes too.
  bool showJointAxes = false;
  PoseStep pose = kAnimatedPose;
  bool showWeights = false;     ///< Weights of the chosen joint replace materials.
  bool showOffsets = false;     ///< Offsets of the chosen blend shape replace materials.
  bool showInfluences = false;  ///< For the vertex under the pointer.
  SkinningDevice skinning = SkinningDevice::Automatic;
  bool operator==(const ViewSettings&) const = default;
};

}  // namespace usdscope
