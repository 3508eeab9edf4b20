// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cmath>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "engine/base/Diagnostics.h"
#include "engine/math/Types.h"
#include "engine/stage/Prim.h"
#include "engine/value/Array.h"

namespace usdscope {

inline constexpr DiagnosticCode kSkelBadBlendShape{"skel.bad-blend-shape", Severity::Warning};

/// A primary shape or an in-between: the offsets of its points at one weight.
struct SubShape {
  std::uint32_t shape = 0;  ///< Index into the mesh's blend shapes.
  /// The weight of the shape at which these offsets apply in full; 1 for the primary shape.
  float weight = 1.0f;
  Array<glm::vec3> offsets;        ///< One per point, or one per point index of the shape.
  Array<glm::vec3> normalOffsets;  ///< Empty, or as many as `offsets`.
};

/// The weight of a sub-shape.
struct SubShapeWeight {
  std::uint32_t subShape = 0;
  float weight = 0.0f;
};

/// Shapes with smaller weights do not move points.
inline constexpr float kLeastShapeWeight = 1e-6f;
/// Returns whether a weight is large enough for its shape to move points; true for NaN.
inline bool isShapeApplied(float weight) { return !(std::abs(weight) < kLeastShapeWeight); }

/// The blend shapes of one mesh, in the order of `skel:blendShapeTargets`. They do not vary over
/// time. (UsdSkelBlendShapeQuery.) Immutable, so thread-safe.
class BlendShapeQuery {
 public:
  BlendShapeQuery() = default;
  BlendShapeQuery(const Prim& mesh, Diagnostics& diagnostics);

  std::size_t shapeCount() const { return shapes_.size(); }
  std::span<const SubShape> subShapes() const { return subShapes_; }
  Path target(std::size_t shape) const { return shapes_[shape].target; }
  /// The problems of a shape regardless of its mesh, as sentences.
  const std::vector<std::string>& problems(std::size_t shape) const {
    return shapes_[shape].problems;
  }
  /// Returns a sentence that says why deform() cannot add a shape to `pointCount` points; empty
  /// when it can, or when the numbers of offsets and point indices differ (see problems()).
  std::string fitProblem(std::size_t shape, std::size_t pointCount) const;
  /// Returns the text that reports a shape that does not fit `pointCount` points: the shape, the
  /// consequence while it has a weight, and the fitProblem().
  std::string sizeProblem(std::size_t shape, std::size_t pointCount,
                          std::string_view consequence = kNoShapeMoves) const;
  /// Like above, for the shape at which deform() stops. Requires: deform() returns false for these
  /// weights and `pointCount` points.
  std::string sizeProblem(std::span<const SubShapeWeight> weights, std::size_t pointCount,
                          std::string_view consequence = kNoShapeMoves) const;
  /// Like sizeProblem(), for deformNormals().
  std::string normalSizeProblem(std::span<const SubShapeWeight> weights,
                                std::size_t normalCount) const;
  /// Returns whether deform() can add a sub-shape to `pointCount` points.
  bool fits(const SubShape& subShape, std::size_t pointCount) const;
  /// The points that a shape moves; empty if it moves all points, in order.
  const Array<int>& pointIndices(std::size_t shape) const { return shapes_[shape].pointIndices; }

  /// Spreads the weight of each shape over the two sub-shapes that bracket it, linearly.
  /// Extrapolates beyond the outermost sub-shapes. Requires: `weights` has shapeCount() elements.
  std::vector<SubShapeWeight> computeSubShapeWeights(std::span<const float> weights) const;

  /// Adds the weighted offsets to the points, in place. Stops and returns false at a shape whose
  /// offsets or indices do not fit the points.
  bool deform(std::span<const SubShapeWeight> weights, std::span<glm::vec3> points) const;
  bool deform(std::span<const SubShapeWeight> weights, std::span<glm::dvec3> points) const;
  /// Like deform(), but adds normal offsets to normals and gives them unit length.
  bool deformNormals(std::span<const SubShapeWeight> weights, std::span<glm::vec3> normals) const;

 private:
  struct Shape {
    Path target;
    std::vector<std::string> problems;
    Array<int> pointIndices;
    std::uint32_t first = 0;  ///< Index into steps_.
    std::uint32_t count = 0;
  };
  /// The sub-shapes of a shape by weight; kNull is the implied shape without offsets at weight 0.
  struct Step {
    float weight = 0.0f;
    std::uint32_t subShape = kNull;
  };
  static constexpr std::uint32_t kNull = 0xFFFFFFFFu;
  static constexpr std::string_view kNoShapeMoves = "no shape moves the points";

  template <typename Vector>
  bool addOffsets(std::span<const SubShapeWeight> weights, Array<glm::vec3> SubShape::* offsetsOf,
                  std::span<Vector> values) const;
  bool fits(const Array<glm::vec3>& offsets, std::size_t shape, std::size_t count) const;
  /// Returns the first shape with a weight whose offsets do not fit `count` values. Requires: there
  /// is one.
  std::size_t findWrongSize(std::span<const SubShapeWeight> weights,
                            Array<glm::vec3> SubShape::* offsetsOf, std::size_t count) const;
  void addShape(const Prim& mesh, Path target, Diagnostics& diagnostics);
  void reportSizes(const Prim& shape, std::size_t firstInbetween, Diagnostics& diagnostics);
  void addInbetweens(const Prim& shape, std::vector<Step>& steps, Diagnostics& diagnostics);
  /// Reports a problem of the shape that is being added.
  void report(Path site, std::string message, Diagnostics& diagnostics);

  std::vector<Shape> shapes_;
  std::vector<SubShape> subShapes_;
  std::vector<Step> steps_;
};

}  // namespace usdscope
