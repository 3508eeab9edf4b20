// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QRect>

#include "engine/report/plot/AttributePlot.h"

class QPainter;

namespace usdscope {

/// Draws a plot without scales in one row of a table, from `from` to `to`, with the playhead. All
/// curves share one range of values. Values that are not numbers are bands that end where they
/// change.
void paintSparkline(QPainter& painter, const QRect& area, const AttributePlot& plot, double from,
                    double to, double playhead);

}  // namespace usdscope
