// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <unordered_set>

#include "engine/scene/MeshGeometry.h"

namespace usdscope {

/// Iterates over the faces that can be drawn.
class FaceWalk {
 public:
  explicit FaceWalk(const MeshInput& input)
      : input_(input), holes_(input.holeIndices.begin(), input.holeIndices.end()) {}

  /// Calls `visit(face, firstCorner, count)` for each usable face.
  template <typename Visit>
  void run(Visit visit) {
    std::size_t corner = 0;
    for (std::size_t face = 0; face < input_.faceVertexCounts.size(); ++face) {
      const int count = input_.faceVertexCounts[face];
      if (count < 0 || static_cast<std::size_t>(count) > input_.faceVertexIndices.size() - corner) {
        ++badFaces_;
        return;
      }
      const std::size_t first = corner;
      corner += static_cast<std::size_t>(count);
      if (holes_.contains(static_cast<int>(face))) continue;
      if (count < 3 || !hasPoints(first, corner)) {
        ++badFaces_;
        continue;
      }
      visit(face, first, static_cast<std::size_t>(count));
    }
  }
  std::size_t badFaces() const { return badFaces_; }

 private:
  bool hasPoints(std::size_t first, std::size_t last) const {
    for (std::size_t i = first; i < last; ++i) {
      const int point = input_.faceVertexIndices[i];
      if (point < 0 || static_cast<std::size_t>(point) >= input_.points.size()) return false;
    }
    return true;
  }

  const MeshInput& input_;
  std::unordered_set<int> holes_;
  std::size_t badFaces_ = 0;
};

}  // namespace usdscope
