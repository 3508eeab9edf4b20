// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "engine/stage/Property.h"
#include "engine/value/Array.h"

namespace usdscope {

/// Relates the elements of an array attribute to the points of its mesh, curves or points: elements
/// of `points` and of primvars with vertex interpolation to one point, those with uniform
/// interpolation to the points of a face or curve, those with faceVarying interpolation to the
/// point of a face corner, indices of a GeomSubset to its faces or points. Immutable and
/// thread-safe.
class ElementPoints {
 public:
  ElementPoints() = default;
  /// Reads the topology at a time.
  ElementPoints(const Attribute& attribute, TimeCode time);

  /// Whether elements have points.
  explicit operator bool() const { return kind_ != Kind::None; }
  /// The prim that has the points: the attribute's own, or the parent of a subset.
  Path prim() const { return prim_; }

  /// Returns the points of elements, ascending and each once. Ignores elements and points that do
  /// not exist.
  std::vector<std::uint32_t> pointsOf(std::span<const std::size_t> elements) const;
  /// Returns the first element of a point; empty if it has none.
  std::optional<std::size_t> elementOf(std::uint32_t point) const;

 private:
  /// The part of the geometry that an element belongs to, after the indices of a primvar.
  enum class Kind {
    None,
    Point,
    Corner,     ///< A face corner; its point is in corners_.
    Run,        ///< A face or curve: consecutive corners, or points if corners_ is empty.
    FaceIndex,  ///< The element is the index of a face.
    PointIndex  ///< The element is the index of a point.
  };

  Kind kindOfInterpolation(Token interpolation) const;
  void readTopology(const Prim& prim, TimeCode time);
  void addPoints(std::size_t item, std::vector<std::uint32_t>& points) const;
  void addRun(std::size_t run, std::vector<std::uint32_t>& points) const;
  std::optional<std::size_t> itemOf(std::uint32_t point) const;
  std::optional<std::size_t> runOf(std::uint32_t point) const;

  Kind kind_ = Kind::None;
  Path prim_;
  std::size_t pointCount_ = 0;
  std::size_t elementSize_ = 1;        ///< Consecutive elements that make one value.
  std::optional<Array<int>> indices_;  ///< The indices of a primvar.
  Array<int> values_;                  ///< The elements themselves, if they are indices.
  Array<int> corners_;                 ///< faceVertexIndices.
  std::vector<std::size_t> runs_;  ///< The start of each face or curve, and the end of the last.
};

}  // namespace usdscope
