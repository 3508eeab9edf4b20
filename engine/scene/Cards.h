// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string>

#include "engine/scene/MeshGeometry.h"
#include "engine/stage/Prim.h"

namespace usdscope {

/// The textured rectangles that the draw mode `cards` draws in place of a model. (UsdGeomModelAPI.)
struct Cards {
  static constexpr std::size_t kCount = 6;
  enum class Shape : std::uint8_t { Cross, Box, FromTexture };
  /// One direction of a card: an axis, and whether it runs against it.
  struct Direction {
    int axis = 0;
    bool isNegative = false;
  };

  Shape shape = Shape::Cross;
  /// Per card, in the order +X, -X, +Y, -Y, +Z, -Z.
  std::array<bool, kCount> isDrawn{};
  std::array<std::string, kCount> files;  ///< The texture of each card; empty if it has none.
  /// The corner of a card at (x, y) of the screen that its picture was made for, from -1 to 1.
  std::array<glm::dmat4, kCount> localFromScreen{};
  std::string problem;  ///< A sentence that says why cards are missing; empty if none is.

  static std::size_t opposite(std::size_t card) { return card ^ 1u; }
  /// The card whose texture a card shows: itself, else its opposite; empty if both have none.
  std::optional<std::size_t> textureOf(std::size_t card) const;
};

/// Reads the card attributes of a prim. Without textures, all cards are drawn in one colour.
Cards readCards(const Prim& prim);

/// Builds the rectangles of the drawn cards, one face each. `box` surrounds the model; cards
/// that their textures place do not use it.
MeshInput buildCards(const Cards& cards, const Box& box, const glm::vec3& color);

/// The material of a card with the texture `file`: opaque where its alpha is at least 0.1. `color`
/// is drawn when there is no such file.
Material cardMaterial(const std::string& file, const glm::vec3& color, Path prim);

}  // namespace usdscope
