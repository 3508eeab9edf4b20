// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <span>
#include <string>
#include <vector>

#include "engine/math/Types.h"
#include "engine/scene/Complexity.h"

namespace usdscope {

/// The trim curves of a NURBS patch; flat lists over all curves. (UsdGeomNurbsPatch.)
struct TrimCurvesInput {
  std::span<const int> counts;  ///< The number of curves of each loop.
  std::span<const int> orders;
  std::span<const int> vertexCounts;
  std::span<const double> knots;
  std::span<const glm::dvec2> ranges;
  std::span<const glm::dvec3> points;  ///< Homogeneous: u·w, v·w, w.
};

/// Closed polygons in the parameters of a patch. The patch keeps what an odd number of them
/// surrounds.
class TrimLoops {
 public:
  struct Edge {
    glm::dvec2 from;
    glm::dvec2 to;
  };
  /// A trapezoid with sides along v: its corners in counter-clockwise order.
  using Piece = std::array<glm::dvec2, 4>;

  TrimLoops() = default;
  /// Evaluates the curves. If they are not valid, there are no loops, and `problem` says why.
  TrimLoops(const TrimCurvesInput& curves, Complexity complexity, std::string& problem);

  bool isEmpty() const { return edges_.empty(); }

  /// The edges that meet the stripe of the patch between two values of v. Edges along u are
  /// omitted, because no line along u crosses them.
  std::vector<Edge> edgesBetween(double lowV, double highV) const;

 private:
  std::vector<Edge> edges_;
};

/// Cuts a cell of a patch: returns the pieces that stay, or one that is the whole cell. `stripe`
/// has the edges between `low.y` and `high.y`.
std::vector<TrimLoops::Piece> trimmedCell(const glm::dvec2& low, const glm::dvec2& high,
                                          std::span<const TrimLoops::Edge> stripe);

}  // namespace usdscope
