// SPDX-License-Identifier: Apache-2.0
#include "engine/render/TriangleEdges.h"

#include <algorithm>
#include <tuple>

namespace usdscope {
namespace {

struct Edge {
  std::uint32_t low = 0;
  std::uint32_t high = 0;
  std::uint32_t bit = 0;  // Index among all bits of the result.
};

}  // namespace

std::vector<std::uint32_t> drawnEdges(std::span<const std::uint32_t> indices,
                                      std::span<const std::uint32_t> faces) {
  const std::size_t count = indices.size() / 3;
  std::vector<std::uint32_t> bits(count / 8 + 1, 0x77777777u);
  if (faces.size() != count) return bits;
  std::vector<Edge> edges;
  std::size_t first = 0;
  while (first < count) {
    std::size_t last = first + 1;
    while (last < count && faces[last] == faces[first]) ++last;
    // An edge that two triangles of one face share is a cut through the face.
    edges.clear();
    for (std::size_t t = first; t < last && last - first > 1; ++t) {
      for (std::uint32_t i = 0; i < 3; ++i) {
        const std::uint32_t a = indices[t * 3 + (i + 1) % 3];
        const std::uint32_t b = indices[t * 3 + (i + 2) % 3];
        edges.push_back({std::min(a, b), std::max(a, b), static_cast<std::uint32_t>(t * 4 + i)});
      }
    }
    std::ranges::sort(edges, {}, [](const Edge& e) { return std::tie(e.low, e.high, e.bit); });
    for (std::size_t i = 1; i < edges.size(); ++i) {
      if (edges[i].low != edges[i - 1].low || edges[i].high != edges[i - 1].high) continue;
      for (const Edge& edge : {edges[i - 1], edges[i]}) {
        bits[edge.bit / 32] &= ~(1u << (edge.bit % 32));
      }
    }
    first = last;
  }
  return bits;
}

std::vector<std::uint32_t> drawnEdges(const Geometry& geometry, bool ofCage) {
  if (geometry.trianglesPerFace == 0 || (ofCage && !geometry.primitiveFaces.empty())) {
    return drawnEdges(geometry.indices.span(), geometry.primitiveFaces.span());
  }
  std::vector<std::uint32_t> faces(geometry.indices.size() / 3);
  for (std::uint32_t i = 0; i < faces.size(); ++i) faces[i] = i / geometry.trianglesPerFace;
  return drawnEdges(geometry.indices.span(), faces);
}

}  // namespace usdscope
