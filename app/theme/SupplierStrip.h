// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QRectF>

#include "engine/math/Types.h"

class QPainter;

namespace usdscope::theme {

/// Returns the height of the strip of a layer or clip, in pixels for the present look.
double supplierStripHeight();

/// Draws the strip of a layer or clip along the upper edge of a box, so that the eye finds it again
/// in legends and trails. `color` has display values; see LegendColors. The rest of the box may
/// have the colour of the value source.
void paintSupplierStrip(QPainter& painter, const QRectF& box, const glm::vec3& color);

}  // namespace usdscope::theme
