// SPDX-License-Identifier: Apache-2.0
#pragma once

namespace usdscope {

/// The widths of both tangents of a Bézier segment, relative to its length.
struct BezierWidths {
  double post = 0.0;  ///< At the start of the segment.
  double pre = 0.0;   ///< At the end of the segment.
};

/// Scales both widths by the same factor if time would run backwards along the segment.
BezierWidths withoutRegression(BezierWidths widths);

/// The cubic Bézier polynomial of four points.
double bezierCubic(double u, double p0, double p1, double p2, double p3);

/// The parameter at which a non-decreasing cubic from 0 to 1, with inner points p1 and p2, reaches
/// `target`.
double bezierParameterAt(double target, double p1, double p2);

}  // namespace usdscope
