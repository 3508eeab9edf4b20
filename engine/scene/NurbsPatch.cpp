// SPDX-License-Identifier: Apache-2.0
#include "engine/scene/NurbsPatch.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>

#include "engine/scene/NurbsBasis.h"
#include "engine/scene/TrimCurves.h"
#include "engine/scene/detail/PointNormals.h"
#include "engine/schema/AttributeValues.h"

namespace usdscope {
namespace {

const Token kUKnots("uKnots");
const Token kVKnots("vKnots");
const Token kUOrder("uOrder");
const Token kVOrder("vOrder");
const Token kURange("uRange");
const Token kVRange("vRange");
const Token kUVertexCount("uVertexCount");
const Token kVVertexCount("vVertexCount");

// Divisions of a whole direction at low complexity, and limits for one interval between knots.
constexpr std::size_t kDivisions = 32;
constexpr std::size_t kFewestPerSegment = 2;
constexpr std::size_t kMostPerSegment = 16;
constexpr std::size_t kMostFaces = 1u << 21;
constexpr std::size_t kMostWeights = 1u << 26;
// A normal at a pole is taken this far away from it, relative to the range of parameters.
constexpr double kBesidePole = 1e-3;

/// The control points of a patch; u varies fastest.
struct ControlGrid {
  Array<glm::vec3> points;
  Array<double> weights;  // Empty if all are 1.
  std::size_t uCount = 0;

  std::size_t vCount() const { return uCount == 0 ? 0 : points.size() / uCount; }
  double weightAt(std::size_t point) const { return weights.empty() ? 1.0 : weights[point]; }
};

/// A position on the surface, and its derivatives.
struct SurfacePoint {
  glm::dvec3 position{0.0};
  glm::dvec3 alongU{0.0};
  glm::dvec3 alongV{0.0};
};

SurfacePoint surfaceAt(const ControlGrid& grid, const NurbsSample& u, const NurbsSample& v) {
  glm::dvec4 sum(0.0);
  glm::dvec4 sumU(0.0);
  glm::dvec4 sumV(0.0);
  for (std::size_t j = 0; j < v.basis.size(); ++j) {
    for (std::size_t i = 0; i < u.basis.size(); ++i) {
      const std::size_t at = (v.first + j) * grid.uCount + u.first + i;
      const double weight = grid.weightAt(at);
      const glm::dvec4 point(glm::dvec3(grid.points[at]) * weight, weight);
      sum += point * (u.basis[i] * v.basis[j]);
      sumU += point * (u.slope[i] * v.basis[j]);
      sumV += point * (u.basis[i] * v.slope[j]);
    }
  }
  SurfacePoint result;
  result.position = glm::dvec3(sum) / sum.w;
  result.alongU = (glm::dvec3(sumU) - result.position * sumU.w) / sum.w;
  result.alongV = (glm::dvec3(sumV) - result.position * sumV.w) / sum.w;
  return result;
}

/// Samples of a patch in both directions.
struct PatchSamples {
  Array<double> uValues;  // The storage of the knots.
  Array<double> vValues;
  NurbsKnots uKnots;
  NurbsKnots vKnots;
  std::vector<NurbsSample> u;
  std::vector<NurbsSample> v;

  std::size_t size() const { return u.size() * v.size(); }
};

glm::dvec3 normalAt(const ControlGrid& grid, const PatchSamples& samples, const NurbsSample& u,
                    const NurbsSample& v) {
  const auto crossOf = [](const SurfacePoint& at) { return glm::cross(at.alongU, at.alongV); };
  const SurfacePoint at = surfaceAt(grid, u, v);
  const glm::dvec3 cross = crossOf(at);
  const double scale = glm::length(at.alongU) + glm::length(at.alongV);
  if (glm::length(cross) > 1e-9 * scale * scale) return glm::normalize(cross);
  const auto beside = [](const NurbsKnots& knots, double t) {
    const double step = (knots.end - knots.begin) * kBesidePole;
    return sampleNurbs(knots, t + (t * 2.0 > knots.begin + knots.end ? -step : step));
  };
  const glm::dvec3 near = crossOf(
      surfaceAt(grid, beside(samples.uKnots, u.parameter), beside(samples.vKnots, v.parameter)));
  const double length = glm::length(near);
  return length > 0.0 && std::isfinite(length) ? near / length : glm::dvec3(0.0, 0.0, 1.0);
}

std::size_t perSegment(const NurbsKnots& knots, Complexity complexity) {
  std::size_t segments = 0;
  for (auto i = static_cast<std::size_t>(knots.order) - 1; i < knots.pointCount; ++i) {
    if (knots.knots[i] < knots.knots[i + 1]) ++segments;
  }
  return refined(std::clamp(kDivisions / segments, kFewestPerSegment, kMostPerSegment), complexity);
}

/// Evaluates a primvar of the patch at its samples.
template <typename T>
class PatchValues {
 public:
  PatchValues(const MeshPrimvar<T>& primvar, const ControlGrid& grid, const PatchSamples& samples)
      : primvar_(primvar), grid_(grid), uSegments_(samples.uKnots.segmentCount()) {
    const std::size_t vSegments = samples.vKnots.segmentCount();
    const std::size_t count = primvar.values.size();
    if (count == uSegments_ * vSegments && primvar.interpolation == Interpolation::Uniform) {
      way_ = Way::Segments;
    } else if (count == (uSegments_ + 1) * (vSegments + 1) &&
               primvar.interpolation != Interpolation::Vertex) {
      way_ = Way::Corners;
    } else if (count == grid.points.size()) {
      way_ = Way::Points;
    }
  }

  bool isUsable() const { return way_ != Way::None; }

  T at(const NurbsSample& u, const NurbsSample& v) const {
    if (way_ == Way::Segments) return primvar_.values[v.segment * uSegments_ + u.segment];
    if (way_ == Way::Corners) {
      const auto corner = [&](std::size_t i, std::size_t j) {
        return primvar_.values[(v.segment + j) * (uSegments_ + 1) + u.segment + i];
      };
      const T low = corner(0, 0) * (1.0f - u.between) + corner(1, 0) * u.between;
      const T high = corner(0, 1) * (1.0f - u.between) + corner(1, 1) * u.between;
      return low * (1.0f - v.between) + high * v.between;
    }
    T sum(0.0f);
    double weights = 0.0;
    for (std::size_t j = 0; j < v.basis.size(); ++j) {
      for (std::size_t i = 0; i < u.basis.size(); ++i) {
        const std::size_t at = (v.first + j) * grid_.uCount + u.first + i;
        const double weight = u.basis[i] * v.basis[j] * grid_.weightAt(at);
        weights += weight;
        sum += primvar_.values[at] * static_cast<float>(weight);
      }
    }
    return sum / static_cast<float>(weights);
  }

 private:
  enum class Way : std::uint8_t { None, Segments, Corners, Points };
  const MeshPrimvar<T>& primvar_;
  const ControlGrid& grid_;
  std::size_t uSegments_ = 1;
  Way way_ = Way::None;
};

// Replaces a primvar of the patch by its values at the samples.
template <typename T>
void evaluatePrimvar(MeshPrimvar<T>& primvar, const ControlGrid& grid, const PatchSamples& samples,
                     std::string_view name, std::string& problem) {
  if (primvar.isEmpty()) return;
  if (primvar.values.size() == 1 || primvar.interpolation == Interpolation::Constant) {
    primvar.interpolation = Interpolation::Constant;
    primvar.corners = {};
    return;
  }
  const PatchValues<T> values(primvar, grid, samples);
  if (!values.isUsable()) {
    if (problem.empty()) {
      problem = fmt::format("{} has {} values, which do not fit the patch; it is ignored.", name,
                            primvar.values.size());
    }
    primvar = {};
    return;
  }
  std::vector<T> evaluated;
  evaluated.reserve(samples.size());
  for (const NurbsSample& v : samples.v) {
    for (const NurbsSample& u : samples.u) evaluated.push_back(values.at(u, v));
  }
  primvar = {Array<T>(std::move(evaluated)), Interpolation::Vertex, {}};
}

/// Collects the faces of a patch, and points between its samples where trim curves cut.
class PatchFaces {
 public:
  PatchFaces(const PatchSamples& samples, const TrimLoops& loops)
      : samples_(samples), loops_(loops) {}

  /// A point in a cell: the sample at its lower corner, and its place from 0 to 1.
  struct Between {
    std::uint32_t corner = 0;
    glm::dvec2 place;
  };

  /// Returns false if cutting would take too long: then nothing is cut.
  bool run() {
    constexpr std::size_t kMostWork = 1u << 28;  // Steps; seconds of work.
    std::size_t work = 0;
    for (std::size_t j = 0; j + 1 < samples_.v.size(); ++j) {
      if (!loops_.isEmpty()) {
        stripe_ = loops_.edgesBetween(samples_.v[j].parameter, samples_.v[j + 1].parameter);
        // Each edge may end a strip of each cell, and each strip looks at all edges.
        work += samples_.u.size() * (stripe_.size() * stripe_.size() + 1);
        if (work > kMostWork) {
          indices.clear();
          added.clear();
          return false;
        }
      }
      for (std::size_t i = 0; i + 1 < samples_.u.size(); ++i) addCell(i, j);
    }
    return true;
  }

  std::vector<int> indices;
  std::vector<Between> added;

 private:
  void addCell(std::size_t i, std::size_t j) {
    const std::size_t width = samples_.u.size();
    const auto corner = static_cast<int>(j * width + i);
    const auto above = static_cast<int>(corner + static_cast<int>(width));
    const std::array<int, 4> whole{corner, corner + 1, above + 1, above};
    if (loops_.isEmpty()) {
      indices.insert(indices.end(), whole.begin(), whole.end());
      return;
    }
    const glm::dvec2 low(samples_.u[i].parameter, samples_.v[j].parameter);
    const glm::dvec2 high(samples_.u[i + 1].parameter, samples_.v[j + 1].parameter);
    for (const TrimLoops::Piece& piece : trimmedCell(low, high, stripe_)) {
      for (const glm::dvec2& point : piece) {
        const glm::dvec2 place = (point - low) / (high - low);
        indices.push_back(indexOf(place, whole));
      }
    }
  }

  int indexOf(const glm::dvec2& place, const std::array<int, 4>& whole) {
    constexpr glm::dvec2 kPlaces[] = {{0.0, 0.0}, {1.0, 0.0}, {1.0, 1.0}, {0.0, 1.0}};
    for (std::size_t k = 0; k < 4; ++k) {
      if (place == kPlaces[k]) return whole[k];
    }
    added.push_back({static_cast<std::uint32_t>(whole[0]), place});
    return static_cast<int>(samples_.size() + added.size() - 1);
  }

  const PatchSamples& samples_;
  const TrimLoops& loops_;
  std::vector<TrimLoops::Edge> stripe_;
};

// Appends the values of points between samples, interpolated from the corners of their cells, so
// that cells with and without cuts meet.
template <typename T>
Array<T> withPointsBetween(const Array<T>& values, const PatchFaces& faces, std::size_t width) {
  if (faces.added.empty()) return values;
  std::vector<T> all(values.begin(), values.end());
  for (const PatchFaces::Between& point : faces.added) {
    const auto x = static_cast<float>(point.place.x);
    const auto y = static_cast<float>(point.place.y);
    const T low = values[point.corner] * (1.0f - x) + values[point.corner + 1] * x;
    const std::size_t above = point.corner + width;
    const T high = values[above] * (1.0f - x) + values[above + 1] * x;
    all.push_back(low * (1.0f - y) + high * y);
  }
  return Array<T>(std::move(all));
}

TrimLoops readTrimLoops(const Prim& patch, TimeCode time, Complexity complexity,
                        std::string& problem) {
  const auto counts = readArray<int>(patch, Token("trimCurve:counts"), time);
  const auto orders = readArray<int>(patch, Token("trimCurve:orders"), time);
  const auto vertexCounts = readArray<int>(patch, Token("trimCurve:vertexCounts"), time);
  const auto knots = readArray<double>(patch, Token("trimCurve:knots"), time);
  const auto ranges = readArray<glm::dvec2>(patch, Token("trimCurve:ranges"), time);
  const auto points = readArray<glm::dvec3>(patch, Token("trimCurve:points"), time);
  return TrimLoops({counts.span(), orders.span(), vertexCounts.span(), knots.span(), ranges.span(),
                    points.span()},
                   complexity, problem);
}

/// The attributes of one direction of a patch.
struct DirectionNames {
  Token knots;
  Token order;
  Token range;
};

// Returns the samples of a patch; empty when it cannot be evaluated.
std::optional<PatchSamples> sampleGridOf(const Prim& patch, const ControlGrid& grid, TimeCode time,
                                         Complexity complexity, std::string& problem) {
  PatchSamples samples;
  const auto checked = [&](const DirectionNames& names, std::size_t count, Array<double>& values) {
    values = readArray<double>(patch, names.knots, time);
    return checkedKnots(values.span(), readValue<int>(patch, names.order, time).value_or(0), count,
                        readValue<glm::dvec2>(patch, names.range, time),
                        "the control points are drawn as a mesh", problem);
  };
  const auto u = checked({kUKnots, kUOrder, kURange}, grid.uCount, samples.uValues);
  const auto v = checked({kVKnots, kVOrder, kVRange}, grid.vCount(), samples.vValues);
  if (!u || !v) return std::nullopt;
  samples.uKnots = *u;
  samples.vKnots = *v;
  const auto mayHave = [&](std::size_t uParts, std::size_t vParts) {
    const std::size_t uSize = u->segmentCount() * uParts + 1;
    const std::size_t vSize = v->segmentCount() * vParts + 1;
    // Skinned points have a weight for each control point of their interval.
    const auto weights = static_cast<std::size_t>(u->order) * static_cast<std::size_t>(v->order);
    return uSize <= kMostFaces && vSize <= kMostFaces && uSize * vSize <= kMostFaces &&
           uSize * vSize * weights <= kMostWeights;
  };
  std::size_t uParts = perSegment(*u, complexity);
  std::size_t vParts = perSegment(*v, complexity);
  if (!mayHave(uParts, vParts)) uParts = vParts = 1;
  if (!mayHave(uParts, vParts)) {
    if (problem.empty()) problem = "The patch has too many intervals between knots.";
    return std::nullopt;
  }
  samples.u = sampleWholeNurbs(*u, uParts);
  samples.v = sampleWholeNurbs(*v, vParts);
  return samples;
}

// Returns the control points; without points when their number does not fit the patch.
ControlGrid readControlGrid(const Prim& patch, TimeCode time, std::string& problem) {
  ControlGrid grid;
  grid.points = readArray<glm::vec3>(patch, geom::kPoints, time);
  grid.weights = readArray<double>(patch, geom::kPointWeights, time);
  const int uCount = readValue<int>(patch, kUVertexCount, time).value_or(0);
  const int vCount = readValue<int>(patch, kVVertexCount, time).value_or(0);
  const bool isFit =
      uCount > 0 && vCount > 0 && std::int64_t(uCount) * vCount == std::int64_t(grid.points.size());
  if (!isFit) {
    if (!grid.points.empty()) {
      problem =
          fmt::format("A patch of {} by {} vertices cannot have {} points; they are drawn as dots.",
                      uCount, vCount, grid.points.size());
    }
    return {};
  }
  grid.uCount = static_cast<std::size_t>(uCount);
  if (!grid.weights.empty() && grid.weights.size() != grid.points.size()) {
    problem = fmt::format("pointWeights has {} values for {} points; it is ignored.",
                          grid.weights.size(), grid.points.size());
    grid.weights = {};
  }
  return grid;
}

void addGridFaces(std::size_t uCount, std::size_t vCount, std::vector<int>& indices) {
  for (std::size_t j = 0; j + 1 < vCount; ++j) {
    for (std::size_t i = 0; i + 1 < uCount; ++i) {
      const auto corner = static_cast<int>(j * uCount + i);
      const auto above = static_cast<int>((j + 1) * uCount + i);
      indices.insert(indices.end(), {corner, corner + 1, above + 1, above});
    }
  }
}

void setQuads(std::vector<int> indices, MeshInput& input) {
  input.faceVertexCounts = Array<int>(std::vector<int>(indices.size() / 4, 4));
  input.faceVertexIndices = Array<int>(std::move(indices));
}

/// Weights of control points, collected row by row.
struct StencilRows {
  bool keepsWeights = true;  // If not, only the heaviest control points are kept.
  std::vector<std::uint32_t> firsts{0};
  std::vector<std::uint32_t> sources;
  std::vector<float> weights;
  std::vector<std::uint32_t> heaviest;

  void add(const ControlGrid& grid, const NurbsSample& u, const NurbsSample& v) {
    const std::size_t first = sources.size();
    double sum = 0.0;
    double most = -1.0;
    heaviest.push_back(0);
    for (std::size_t j = 0; j < v.basis.size(); ++j) {
      for (std::size_t i = 0; i < u.basis.size(); ++i) {
        const std::size_t at = (v.first + j) * grid.uCount + u.first + i;
        const double weight = u.basis[i] * v.basis[j] * grid.weightAt(at);
        sum += weight;
        sources.push_back(static_cast<std::uint32_t>(at));
        weights.push_back(static_cast<float>(weight));
        if (weight <= most) continue;
        most = weight;
        heaviest.back() = static_cast<std::uint32_t>(at);
      }
    }
    if (!keepsWeights) {
      sources.resize(first);
      weights.resize(first);
    }
    for (std::size_t i = first; i < weights.size(); ++i) {
      weights[i] = sum != 0.0 ? static_cast<float>(weights[i] / sum) : 0.0f;
    }
    firsts.push_back(static_cast<std::uint32_t>(sources.size()));
  }

  void addBetween(const PatchFaces::Between& point, std::size_t width) {
    const double shares[] = {(1.0 - point.place.x) * (1.0 - point.place.y),
                             point.place.x * (1.0 - point.place.y),
                             (1.0 - point.place.x) * point.place.y, point.place.x * point.place.y};
    const std::size_t rows[] = {point.corner, point.corner + 1, point.corner + width,
                                point.corner + width + 1};
    std::size_t nearest = 0;
    for (std::size_t k = 0; k < 4; ++k) {
      if (shares[k] > shares[nearest]) nearest = k;
      for (std::uint32_t i = firsts[rows[k]]; i < firsts[rows[k] + 1]; ++i) {
        sources.push_back(sources[i]);
        weights.push_back(weights[i] * static_cast<float>(shares[k]));
      }
    }
    heaviest.push_back(heaviest[rows[nearest]]);
    firsts.push_back(static_cast<std::uint32_t>(sources.size()));
  }
};

// Sets the control points from which the points of the mesh are made.
void setControl(const ControlGrid& grid, const PatchSamples& samples, const PatchFaces& faces,
                bool isSkinned, MeshInput& input) {
  StencilRows rows;
  rows.keepsWeights = isSkinned;
  for (const NurbsSample& v : samples.v) {
    for (const NurbsSample& u : samples.u) rows.add(grid, u, v);
  }
  for (const PatchFaces::Between& point : faces.added) rows.addBetween(point, samples.u.size());
  input.primPoints = Array<std::uint32_t>(std::move(rows.heaviest));
  if (!isSkinned) return;
  MeshInput cage;
  cage.points = grid.points;
  cage.isLeftHanded = input.isLeftHanded;
  std::vector<int> indices;
  addGridFaces(grid.uCount, grid.vCount(), indices);
  setQuads(std::move(indices), cage);
  input.control.points = grid.points;
  input.control.normals = Array<glm::vec3>(computePointNormals(cage));
  input.control.stencils.firsts = Array<std::uint32_t>(std::move(rows.firsts));
  input.control.stencils.sources = Array<std::uint32_t>(std::move(rows.sources));
  input.control.stencils.weights = Array<float>(std::move(rows.weights));
}

void evaluatePatch(const ControlGrid& grid, const PatchSamples& samples, const TrimLoops& loops,
                   bool isSkinned, MeshInput& input) {
  PatchFaces faces(samples, loops);
  if (!faces.run()) {
    const TrimLoops noLoops;
    PatchFaces whole(samples, noLoops);
    whole.run();
    faces.indices = std::move(whole.indices);
    if (input.problem.empty()) {
      input.problem = "The trim curves are too complex; the patch is not trimmed.";
    }
  }
  std::vector<glm::vec3> points;
  std::vector<glm::vec3> normals;
  points.reserve(samples.size());
  normals.reserve(samples.size());
  for (const NurbsSample& v : samples.v) {
    for (const NurbsSample& u : samples.u) {
      points.emplace_back(surfaceAt(grid, u, v).position);
      const glm::vec3 normal(normalAt(grid, samples, u, v));
      normals.push_back(input.isLeftHanded ? -normal : normal);
    }
  }
  evaluatePrimvar(input.texCoords, grid, samples, "st", input.problem);
  evaluatePrimvar(input.colors, grid, samples, "displayColor", input.problem);
  evaluatePrimvar(input.opacities, grid, samples, "displayOpacity", input.problem);
  const std::size_t width = samples.u.size();
  const auto extend = [&](auto& primvar) {
    if (primvar.interpolation == Interpolation::Vertex) {
      primvar.values = withPointsBetween(primvar.values, faces, width);
    }
  };
  input.points = withPointsBetween(Array<glm::vec3>(std::move(points)), faces, width);
  input.normals = {withPointsBetween(Array<glm::vec3>(std::move(normals)), faces, width),
                   Interpolation::Vertex,
                   {}};
  extend(input.texCoords);
  extend(input.colors);
  extend(input.opacities);
  setControl(grid, samples, faces, isSkinned, input);
  setQuads(std::move(faces.indices), input);
}

}  // namespace

MeshInput readNurbsPatch(const Prim& patch, const DrawnPrimvars& names, TimeCode time,
                         Complexity complexity, bool isSkinned) {
  MeshInput input;
  input.isLeftHanded = readValue<Token>(patch, geom::kOrientation, time) == geom::kLeftHanded;
  const ControlGrid grid = readControlGrid(patch, time, input.problem);
  if (grid.points.empty()) return input;
  std::string primvarProblem;
  std::swap(primvarProblem, input.problem);
  readSharedPrimvars(patch, names, time, input);
  if (!primvarProblem.empty()) input.problem = std::move(primvarProblem);
  const auto samples = sampleGridOf(patch, grid, time, complexity, input.problem);
  if (samples) {
    const TrimLoops loops = readTrimLoops(patch, time, complexity, input.problem);
    evaluatePatch(grid, *samples, loops, isSkinned, input);
    return input;
  }
  std::vector<int> indices;
  addGridFaces(grid.uCount, grid.vCount(), indices);
  setQuads(std::move(indices), input);
  input.points = grid.points;
  return input;
}

}  // namespace usdscope
