// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cmath>
#include <span>
#include <string>
#include <vector>

#include "engine/base/Diagnostics.h"
#include "engine/math/Types.h"
#include "engine/stage/Prim.h"
#include "engine/value/Array.h"

namespace usdscope {

inline constexpr DiagnosticCode kSkelBadBlendShape{"skel.bad-blend-shape", Severity::Warning};

/// A primary shape or an in-between: how far each of its points moves at its full weight.
struct SubShape {
  std::uint32_t shape = 0;         ///< Into the mesh's blend shapes.
  float weight = 1.0f;             ///< At which it is reached; 1: the primary shape.
  Array<glm::vec3> offsets;        ///< Of the points, or of those that the shape names.
  Array<glm::vec3> normalOffsets;  ///< Empty, or as many.
};

/// How much of a sub-shape is in force.
struct SubShapeWeight {
  std::uint32_t subShape = 0;
  float weight = 0.0f;
};

/// Returns whether a weight is large enough for its shape to move anything; true for NaN.
inline bool isShapeApplied(float weight) { return !(std::abs(weight) < 1e-6f); }

/// The blend shapes of one mesh, in the order of `skel:blendShapeTargets`; none of them varies.
/// (UsdSkelBlendShapeQuery.) Immutable; any thread may ask.
class BlendShapeQuery {
 public:
  BlendShapeQuery() = default;
  BlendShapeQuery(const Prim& mesh, Diagnostics& diagnostics);

  std::size_t shapeCount() const { return shapes_.size(); }
  std::span<const SubShape> subShapes() const { return subShapes_; }
  Path target(std::size_t shape) const { return shapes_[shape].target; }
  /// What is wrong with a shape by itself, a sentence each; where nothing of it can be used too.
  const std::vector<std::string>& problems(std::size_t shape) const {
    return shapes_[shape].problems;
  }
  /// Why deform() cannot add a shape to that many points, a sentence; else empty.
  std::string fitProblem(std::size_t shape, std::size_t pointCount) const;
  /// Whether deform() can add a sub-shape to that many points.
  bool fits(const SubShape& subShape, std::size_t pointCount) const;
  /// Points that a shape moves; empty: all, in order.
  const Array<int>& pointIndices(std::size_t shape) const { return shapes_[shape].pointIndices; }

  /// Spreads one weight a shape over its sub-shapes: the two around the weight, and beyond the
  /// outermost ones the same line goes on. `weights` has shapeCount() elements.
  std::vector<SubShapeWeight> computeSubShapeWeights(std::span<const float> weights) const;

  /// Adds the weighted offsets to the points, in place. Stops, and says false, at a shape whose
  /// offsets or indices do not fit the points.
  bool deform(std::span<const SubShapeWeight> weights, std::span<glm::vec3> points) const;
  bool deform(std::span<const SubShapeWeight> weights, std::span<glm::dvec3> points) const;
  /// The same for normals, with the shapes' normal offsets; unit length afterwards.
  bool deformNormals(std::span<const SubShapeWeight> weights, std::span<glm::vec3> normals) const;

 private:
  struct Shape {
    Path target;
    std::vector<std::string> problems;
    Array<int> pointIndices;
    std::uint32_t first = 0;  ///< Into steps_.
    std::uint32_t count = 0;
  };
  /// A sub-shape in order of weight; kNull is the implied shape at weight 0 without offsets.
  struct Step {
    float weight = 0.0f;
    std::uint32_t subShape = kNull;
  };
  static constexpr std::uint32_t kNull = 0xFFFFFFFFu;

  template <typename Vector>
  bool addOffsets(std::span<const SubShapeWeight> weights, Array<glm::vec3> SubShape::*offsetsOf,
                  std::span<Vector> values) const;
  void addShape(const Prim& mesh, Path target, Diagnostics& diagnostics);
  void reportSizes(const Prim& shape, std::size_t firstInbetween, Diagnostics& diagnostics);
  void addInbetweens(const Prim& shape, std::vector<Step>& steps, Diagnostics& diagnostics);
  /// Of the shape that is being added.
  void report(Path site, std::string message, Diagnostics& diagnostics);

  std::vector<Shape> shapes_;
  std::vector<SubShape> subShapes_;
  std::vector<Step> steps_;
};

}  // namespace usdscope
