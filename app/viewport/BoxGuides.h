// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <stop_token>

#include "app/viewport/PictureGuides.h"

namespace usdscope {

/// Adds the world-aligned and the oriented bounding box of all selected prims, as far as `subject`
/// wants them. A box that equals the other one is added once. Says in the legend when nothing is
/// selected or nothing has a box.
void addSelectionBoxes(const GuideSubject& subject, std::vector<GuideLine>& lines,
                       HudLegend& legend);

/// Adds the authored and the computed extent of each prim at or below the selected prims whose
/// authored extent differs from the computed one; of all prims when nothing is selected. The legend
/// counts them. Ignores skinned prims, because their extents follow from their skeleton.
void addExtents(const GuideSubject& subject, const std::stop_token& stop,
                std::vector<GuideLine>& lines, HudLegend& legend);

/// Adds the cameras of a scene as frustums of a size that suits the scene, with their names, but
/// not the one that is looked through.
void addCameraOracles(const Scene& scene, Path lookedThrough, std::vector<GuideLine>& lines,
                      std::vector<PlacedText>& names);

}  // namespace usdscope
