// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <stop_token>

#include "app/viewport/PictureGuides.h"

namespace usdscope {

/// The corners of a box. Bit i of the index of a corner is set on the far side of axis i.
using BoxCorners = std::array<glm::dvec3, 8>;

/// Returns the corners in world space.
BoxCorners cornersOf(const Box& box, const glm::dmat4& worldFromBox);
/// Adds the twelve edges; nothing if a corner is not finite.
void addBox(const BoxCorners& corners, const glm::vec3& color, std::vector<GuideLine>& lines);

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

/// Adds the cameras of the scene as frustums of a size that suits the scene, with their names, but
/// not the one that is looked through. Adds to `cameras` and `names` of `picture`, whose lines will
/// be `lines`.
void addCameraOracles(const GuideSubject& subject, std::vector<GuideLine>& lines,
                      GuidePicture& picture);

}  // namespace usdscope
