// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <optional>

#include "app/session/view/DisplaySettings.h"
#include "app/session/view/NavigationStyle.h"
#include "app/session/view/PickSettings.h"
#include "engine/layer/Path.h"
#include "engine/render/Renderer.h"
#include "engine/report/rows/PropertyRows.h"
#include "engine/report/supply/SupplierPaint.h"
#include "engine/search/ShownPrims.h"
#include "engine/skel/SkelPose.h"

namespace usdscope {

/// How the viewport shows the scene, and the Properties pane its rows.
struct ViewSettings {
  Path camera;  ///< The camera of the scene to look through; empty for the free camera.
  ShadingMode shading = ShadingMode::SmoothShaded;
  bool showRender = false;
  bool showProxy = true;
  bool showGuides = false;
  bool showGrid = true;
  bool showHud = true;
  DisplaySettings display;
  BonesDisplay bones = BonesDisplay::Off;
  bool bonesOfSelected = false;  ///< Shows bones of selected rigs only.
  /// Shows the names of the joints whose bones are shown. `showJointAxes` shows their axes.
  bool showJointNames = false;
  bool showJointAxes = false;
  PoseStep pose = kAnimatedPose;
  bool showWeights = false;  ///< Shows weights of the chosen joint in place of materials.
  bool showOffsets = false;  ///< Shows offsets of the chosen blend shape in place of materials.
  /// Shows the supplier of this value in place of materials.
  std::optional<PaintedValue> paintedValue;
  bool showPrimvar = false;     ///< Shows numbers of the selected primvar in place of materials.
  bool showInfluences = false;  ///< Shows the influences of the vertex under the pointer.
  bool showRollover = false;    ///< Shows facts about the prim under the pointer.
  PickSettings picking;         ///< How the user selects in the picture.
  SkinningDevice skinning = SkinningDevice::Automatic;
  PropertyOrder propertyOrder = PropertyOrder::Composed;  ///< The order in the Properties pane.
  /// Value sources have colours that people with colour blindness can distinguish.
  bool safeColors = false;
  bool authoredOnly = false;  ///< The Properties pane lists only properties with an opinion.
  ShownPrims shownPrims;      ///< The prims in the prim tree.
  /// The columns of the prim tree that the user has chosen: a bit for each PrimColumn. 0 if the
  /// user has not chosen; see shownColumns().
  std::uint32_t treeColumns = 0;
  bool hasClips = false;  ///< The scene has value clips, so that their column is a usual one.
  NavigationStyle navigation = NavigationStyle::Usdscope;
  bool operator==(const ViewSettings&) const = default;
};

}  // namespace usdscope
