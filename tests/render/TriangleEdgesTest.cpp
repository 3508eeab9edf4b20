// SPDX-License-Identifier: Apache-2.0
#include "engine/render/TriangleEdges.h"

#include <gtest/gtest.h>

namespace usdscope {
namespace {

std::uint32_t edgesOf(const std::vector<std::uint32_t>& bits, std::size_t triangle) {
  return bits[triangle / 8] >> (triangle % 8 * 4) & 7u;
}

}  // namespace

TEST(TriangleEdges, CutsThroughFacesAreNotDrawn) {
  // A quad of two triangles, a triangle beside it that shares an edge, and a pentagon of three.
  const std::vector<std::uint32_t> indices{0, 1, 2, 0, 2, 3, 2, 1, 4, 5, 6, 7, 5, 7, 8, 5, 8, 9};
  const std::vector<std::uint32_t> faces{0, 0, 1, 2, 2, 2};
  const auto bits = drawnEdges(indices, faces);
  EXPECT_EQ(edgesOf(bits, 0), 0b101u) << "across from corner 1 lies 2-0";
  EXPECT_EQ(edgesOf(bits, 1), 0b011u);
  EXPECT_EQ(edgesOf(bits, 2), 0b111u) << "edges between faces stay";
  EXPECT_EQ(edgesOf(bits, 3), 0b101u);
  EXPECT_EQ(edgesOf(bits, 4), 0b001u);
  EXPECT_EQ(edgesOf(bits, 5), 0b011u);
}

TEST(TriangleEdges, WithoutFacesAllAreDrawn) {
  const std::vector<std::uint32_t> indices{0, 1, 2, 0, 2, 3};
  for (const auto& faces : {std::vector<std::uint32_t>{}, {0}}) {
    const auto bits = drawnEdges(indices, faces);
    EXPECT_EQ(edgesOf(bits, 0), 7u);
    EXPECT_EQ(edgesOf(bits, 1), 7u);
  }
}

TEST(TriangleEdges, RefinedFacesHaveOutlines) {
  Geometry geometry;  // Two quads of one face.
  geometry.indices = {0, 1, 2, 0, 2, 3, 1, 4, 5, 1, 5, 2};
  geometry.primitiveFaces = {7, 7, 7, 7};
  EXPECT_EQ(edgesOf(drawnEdges(geometry), 0), 0b100u) << "1-2 and 2-0 lie inside the face";
  geometry.trianglesPerFace = 2;
  EXPECT_EQ(edgesOf(drawnEdges(geometry), 0), 0b101u);
  EXPECT_EQ(edgesOf(drawnEdges(geometry), 3), 0b011u);
  EXPECT_EQ(edgesOf(drawnEdges(geometry, true), 0), 0b100u) << "the cage's face";
  geometry.trianglesPerFace = 1;
  EXPECT_EQ(edgesOf(drawnEdges(geometry), 0), 0b111u);
}

}  // namespace usdscope
