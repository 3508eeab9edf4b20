// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QPainter>
#include <QString>

#include "app/widgets/PlotScale.h"
#include "engine/report/clips/ClipLanes.h"

namespace usdscope {

/// Draws the holes of a lane that are in view over its blocks, hatched in red, with the name of the
/// first missing file where it fits. At a distance a hole is a red line. `top` and `height` are
/// those of the lane in pixels.
void paintClipHoles(QPainter& painter, const ClipLane& lane, const PlotScale& scale, double top,
                    double height);

/// Returns what a hole is, for people: "walk.0017.usd is missing".
QString clipHoleText(const ClipHole& hole);

}  // namespace usdscope
