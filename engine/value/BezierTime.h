// SPDX-License-Identifier: Apache-2.0
#pragma once

namespace usdscope {

/// Widths of the two tangents of a Bézier segment, in parts of its length.
struct BezierWidths {
  double post = 0.0;  ///< Of the knot that starts it.
  double pre = 0.0;   ///< Of the knot that ends it.
};

/// Shortened by one factor where time would run backwards along the segment.
BezierWidths withoutRegression(BezierWidths widths);

/// The cubic Bézier polynomial of four points.
double bezierCubic(double u, double p0, double p1, double p2, double p3);

/// The parameter at which a cubic that does not fall, from 0 to 1 with inner points p1 and p2,
/// reaches `target`.
double bezierParameterAt(double target, double p1, double p2);

}  // namespace usdscope
