// SPDX-License-Identifier: Apache-2.0
#include "engine/scene/TrimCurves.h"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <numeric>
#include <optional>

#include "engine/scene/NurbsBasis.h"

namespace usdscope {
namespace {

constexpr std::size_t kPartsPerSegment = 6;
constexpr std::size_t kMostEdges = 1u << 14;

// Returns the elements from `first` on, at most `count`.
template <typename T>
std::span<const T> slice(std::span<const T> all, std::size_t first, std::size_t count) {
  first = std::min(first, all.size());
  return all.subspan(first, std::min(count, all.size() - first));
}

// Adds the points of a curve, without its last one, with which the next curve begins.
bool addCurve(const NurbsKnots& knots, std::span<const glm::dvec3> points, std::size_t parts,
              std::vector<glm::dvec2>& polygon) {
  const std::vector<NurbsSample> samples = sampleWholeNurbs(knots, parts);
  for (const NurbsSample& sample : samples) {
    glm::dvec3 sum(0.0);
    for (std::size_t i = 0; i < sample.basis.size(); ++i) {
      sum += points[sample.first + i] * sample.basis[i];
    }
    const glm::dvec2 point = glm::dvec2(sum) / sum.z;
    if (!std::isfinite(point.x) || !std::isfinite(point.y)) return false;
    polygon.push_back(point);
  }
  return true;
}

double uAt(const TrimLoops::Edge& edge, double v) {
  const double share = (v - edge.from.y) / (edge.to.y - edge.from.y);
  return edge.from.x + (edge.to.x - edge.from.x) * share;
}

bool crosses(const TrimLoops::Edge& edge, double v) { return (edge.from.y > v) != (edge.to.y > v); }

void addBetween(double value, double low, double high, std::vector<double>& values) {
  if (value > low && value < high) values.push_back(value);
}

// Adds the v at which an edge crosses a line along v.
void addCrossing(const TrimLoops::Edge& edge, double u, double low, double high,
                 std::vector<double>& values) {
  if ((edge.from.x > u) == (edge.to.x > u)) return;
  const double share = (u - edge.from.x) / (edge.to.x - edge.from.x);
  addBetween(edge.from.y + (edge.to.y - edge.from.y) * share, low, high, values);
}

// Adds the v at which two edges cross.
void addCrossing(const TrimLoops::Edge& a, const TrimLoops::Edge& b, double low, double high,
                 std::vector<double>& values) {
  const glm::dvec2 p = a.to - a.from;
  const glm::dvec2 q = b.to - b.from;
  const double area = p.x * q.y - p.y * q.x;
  if (area == 0.0) return;
  const glm::dvec2 between = b.from - a.from;
  const double s = (between.x * q.y - between.y * q.x) / area;
  const double t = (between.x * p.y - between.y * p.x) / area;
  if (s <= 0.0 || s >= 1.0 || t <= 0.0 || t >= 1.0) return;
  addBetween(a.from.y + p.y * s, low, high, values);
}

// Returns the edges of all loops; none, and a problem, when a curve is not valid.
std::vector<TrimLoops::Edge> edgesOf(const TrimCurvesInput& curves, Complexity complexity,
                                     std::string& problem) {
  std::vector<TrimLoops::Edge> edges;
  const std::size_t parts = refined(kPartsPerSegment, complexity);
  std::size_t curve = 0;
  std::size_t firstPoint = 0;
  std::size_t firstKnot = 0;
  const auto refuse = [&](const char* reason) {
    if (problem.empty()) problem = reason;
    return std::vector<TrimLoops::Edge>();
  };
  for (const int count : curves.counts) {
    std::vector<glm::dvec2> polygon;
    for (int i = 0; i < count; ++i, ++curve) {
      if (curve >= curves.vertexCounts.size() || curve >= curves.orders.size()) {
        return refuse("The loops need more trim curves than there are; the patch is not trimmed.");
      }
      const auto size = static_cast<std::size_t>(std::max(curves.vertexCounts[curve], 0));
      const int order = curves.orders[curve];
      const std::size_t knotCount = size + static_cast<std::size_t>(std::max(order, 0));
      const auto points = slice(curves.points, firstPoint, size);
      const auto range =
          curve < curves.ranges.size() ? std::optional(curves.ranges[curve]) : std::nullopt;
      const auto knots = checkedKnots(slice(curves.knots, firstKnot, knotCount), order, size, range,
                                      "the patch is not trimmed", problem);
      if (!knots || points.size() < size || !addCurve(*knots, points, parts, polygon)) {
        return refuse("The trim curves are not valid; the patch is not trimmed.");
      }
      firstPoint += size;
      firstKnot += knotCount;
    }
    if (edges.size() + polygon.size() > kMostEdges) {
      return refuse("There are too many trim curves; the patch is not trimmed.");
    }
    for (std::size_t i = 0; i < polygon.size(); ++i) {
      edges.push_back({polygon[i], polygon[(i + 1) % polygon.size()]});
    }
  }
  return edges;
}

}  // namespace

TrimLoops::TrimLoops(const TrimCurvesInput& curves, Complexity complexity, std::string& problem)
    : edges_(edgesOf(curves, complexity, problem)) {}

std::vector<TrimLoops::Edge> TrimLoops::edgesBetween(double lowV, double highV) const {
  std::vector<Edge> found;
  for (const Edge& edge : edges_) {
    const auto [low, high] = std::minmax(edge.from.y, edge.to.y);
    if (low < highV && high > lowV && low < high) found.push_back(edge);
  }
  return found;
}

std::vector<TrimLoops::Piece> trimmedCell(const glm::dvec2& low, const glm::dvec2& high,
                                          std::span<const TrimLoops::Edge> stripe) {
  // The cell falls into strips along u in which no edge ends, crosses another or leaves the cell.
  std::vector<TrimLoops::Edge> inside;
  std::vector<double> levels{low.y, high.y};
  for (const TrimLoops::Edge& edge : stripe) {
    const auto [left, right] = std::minmax(edge.from.x, edge.to.x);
    if (left >= high.x) continue;
    addBetween(edge.from.y, low.y, high.y, levels);
    addBetween(edge.to.y, low.y, high.y, levels);
    if (right <= low.x) continue;
    inside.push_back(edge);
    addCrossing(edge, low.x, low.y, high.y, levels);
    addCrossing(edge, high.x, low.y, high.y, levels);
  }
  constexpr std::size_t kMostCrossed = 64;  // Comparing all edges of a cell must not take long.
  for (std::size_t i = 0; i < std::min(inside.size(), kMostCrossed); ++i) {
    for (std::size_t k = 0; k < i; ++k) {
      addCrossing(inside[i], inside[k], low.y, high.y, levels);
    }
  }
  std::ranges::sort(levels);
  levels.erase(std::unique(levels.begin(), levels.end()), levels.end());
  std::vector<TrimLoops::Piece> pieces;
  std::vector<const TrimLoops::Edge*> crossed;
  bool isLastWhole = false;  // The last piece reaches from side to side, so the next may extend it.
  for (std::size_t i = 0; i + 1 < levels.size(); ++i) {
    const double bottom = levels[i];
    const double top = levels[i + 1];
    const double middle = (bottom + top) * 0.5;
    bool isInside = false;
    crossed.clear();
    for (const TrimLoops::Edge& edge : stripe) {
      if (!crosses(edge, middle)) continue;
      const double u = uAt(edge, middle);
      if (u <= low.x) {
        isInside = !isInside;
      } else if (u < high.x) {
        crossed.push_back(&edge);
      }
    }
    if (crossed.empty() && isInside && isLastWhole) {
      pieces.back()[2].y = top;
      pieces.back()[3].y = top;
      continue;
    }
    isLastWhole = crossed.empty() && isInside;
    std::ranges::sort(crossed, {}, [&](const auto* edge) { return uAt(*edge, middle); });
    const auto place = [&](const TrimLoops::Edge* edge, double v) {
      return glm::dvec2(std::clamp(uAt(*edge, v), low.x, high.x), v);
    };
    glm::dvec2 bottomLeft(low.x, bottom);
    glm::dvec2 topLeft(low.x, top);
    for (std::size_t k = 0; k <= crossed.size(); ++k) {
      const bool isLast = k == crossed.size();
      const glm::dvec2 bottomRight =
          isLast ? glm::dvec2(high.x, bottom) : place(crossed[k], bottom);
      const glm::dvec2 topRight = isLast ? glm::dvec2(high.x, top) : place(crossed[k], top);
      if (isInside) pieces.push_back({bottomLeft, bottomRight, topRight, topLeft});
      bottomLeft = bottomRight;
      topLeft = topRight;
      isInside = !isInside;
    }
  }
  return pieces;
}

}  // namespace usdscope
