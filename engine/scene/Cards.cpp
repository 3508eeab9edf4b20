// SPDX-License-Identifier: Apache-2.0
#include "engine/scene/Cards.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "engine/image/ScreenMatrix.h"
#include "engine/schema/AttributeValues.h"
#include "engine/schema/DrawMode.h"
#include "engine/schema/SchemaNames.h"
#include "engine/stage/Stage.h"

namespace usdscope {
namespace {

const Token kTextures[Cards::kCount] = {
    Token("model:cardTextureXPos"), Token("model:cardTextureXNeg"), Token("model:cardTextureYPos"),
    Token("model:cardTextureYNeg"), Token("model:cardTextureZPos"), Token("model:cardTextureZNeg")};

constexpr float kOpacityThreshold = 0.1f;
// The two cards of a cross lie this far apart, relative to the box, so that they do not flicker.
constexpr double kGap = 1e-4;

// The directions in which s and t of a texture run along each card.
struct Mapping {
  Cards::Direction s;
  Cards::Direction t;
};
constexpr Mapping kMappings[Cards::kCount] = {{{1, false}, {2, false}}, {{1, true}, {2, false}},
                                              {{0, true}, {2, false}},  {{0, false}, {2, false}},
                                              {{0, false}, {1, false}}, {{0, false}, {1, true}}};

// Corners of a card in counter-clockwise order, as s and t.
constexpr glm::dvec2 kCorners[4] = {{0.0, 0.0}, {1.0, 0.0}, {1.0, 1.0}, {0.0, 1.0}};

double along(const Cards::Direction& direction, double amount) {
  return direction.isNegative ? 1.0 - amount : amount;
}

// A corner of a card in the unit cube; `mapping` is that of the card.
glm::dvec3 cornerOf(const Mapping& mapping, std::size_t card, double depth, std::size_t corner) {
  glm::dvec3 point(depth);
  point[mapping.s.axis] = along(mapping.s, kCorners[corner].x);
  point[mapping.t.axis] = along(mapping.t, kCorners[corner].y);
  point[static_cast<int>(card / 2)] = depth;
  return point;
}

/// Collects cards as faces of a mesh.
struct CardMesh {
  std::vector<glm::vec3> points;
  std::vector<glm::vec2> texCoords;

  void addBoxed(const Cards& cards, std::size_t card, const Box& box) {
    const bool isPositive = card % 2 == 0;
    const bool isBox = cards.shape == Cards::Shape::Box;
    const double depth = isBox ? (isPositive ? 1.0 : 0.0) : 0.5;
    const glm::dvec3 size = box.max - box.min;
    const double largest = std::max({size.x, size.y, size.z});
    const double gap = isBox ? 0.0 : kGap * largest * (isPositive ? 0.5 : -0.5);
    const Mapping& texture = kMappings[cards.textureOf(card).value_or(card)];
    for (std::size_t corner = 0; corner < 4; ++corner) {
      const glm::dvec3 unit = cornerOf(kMappings[card], card, depth, corner);
      glm::dvec3 point = box.min + unit * size;
      point[static_cast<int>(card / 2)] += gap;
      points.emplace_back(point);
      texCoords.emplace_back(along(texture.s, unit[texture.s.axis]),
                             along(texture.t, unit[texture.t.axis]));
    }
  }

  void addPlaced(const glm::dmat4& localFromScreen) {
    for (std::size_t corner = 0; corner < 4; ++corner) {
      const glm::dvec2 at = kCorners[corner];
      const glm::dvec4 place =
          localFromScreen * glm::dvec4(at.x * 2.0 - 1.0, at.y * 2.0 - 1.0, 0.0, 1.0);
      points.emplace_back(glm::dvec3(place) / place.w);
      // As in the reference, the first row of such a picture is at the bottom of the screen.
      texCoords.emplace_back(at.x, 1.0 - at.y);
    }
  }
};

void placeFromTexture(const Prim& prim, std::size_t card, Cards& cards) {
  const auto matrix = readScreenMatrix(prim.stage().resolver(), cards.files[card]);
  if (matrix) {
    // Rows of the file are columns here, because points stand before the matrix there.
    glm::dmat4 screenFromLocal;
    for (std::size_t i = 0; i < matrix->size(); ++i) {
      screenFromLocal[static_cast<int>(i / 4)][static_cast<int>(i % 4)] = (*matrix)[i];
    }
    cards.localFromScreen[card] = glm::inverse(screenFromLocal);
    cards.isDrawn[card] = true;
  } else if (cards.problem.empty()) {
    cards.problem = fmt::format(
        "The card of the texture {} is not drawn: the file has no matrix `worldtoscreen`.",
        cards.files[card]);
  }
}

}  // namespace

std::optional<std::size_t> Cards::textureOf(std::size_t card) const {
  if (!files[card].empty()) return card;
  const std::size_t other = opposite(card);
  return files[other].empty() ? std::nullopt : std::optional(other);
}

Cards readCards(const Prim& prim) {
  Cards cards;
  const Token shape = readValue<Token>(prim, model::kCardGeometry).value_or(Token());
  if (shape == model::kBox) cards.shape = Cards::Shape::Box;
  if (shape == model::kFromTexture) cards.shape = Cards::Shape::FromTexture;
  for (std::size_t card = 0; card < Cards::kCount; ++card) {
    const auto path = readValue<AssetPath>(prim, kTextures[card]);
    if (path) cards.files[card] = path->resolved.empty() ? path->path() : path->resolved;
  }
  for (std::size_t card = 0; card < Cards::kCount; ++card) {
    if (cards.shape != Cards::Shape::FromTexture) {
      cards.isDrawn[card] = cards.textureOf(card).has_value();
    } else if (!cards.files[card].empty()) {
      placeFromTexture(prim, card, cards);
    }
  }
  const bool isNoneDrawn = std::ranges::none_of(cards.isDrawn, [](bool is) { return is; });
  if (isNoneDrawn && cards.shape != Cards::Shape::FromTexture) cards.isDrawn.fill(true);
  return cards;
}

MeshInput buildCards(const Cards& cards, const Box& box, const glm::vec3& color) {
  CardMesh mesh;
  for (std::size_t card = 0; card < Cards::kCount; ++card) {
    if (!cards.isDrawn[card]) continue;
    if (cards.shape == Cards::Shape::FromTexture) {
      mesh.addPlaced(cards.localFromScreen[card]);
    } else {
      mesh.addBoxed(cards, card, box);
    }
  }
  MeshInput input;
  std::vector<int> indices(mesh.points.size());
  for (std::size_t i = 0; i < indices.size(); ++i) indices[i] = static_cast<int>(i);
  input.faceVertexCounts = Array<int>(std::vector<int>(mesh.points.size() / 4, 4));
  input.faceVertexIndices = Array<int>(std::move(indices));
  input.points = Array<glm::vec3>(std::move(mesh.points));
  input.texCoords = {Array<glm::vec2>(std::move(mesh.texCoords)), Interpolation::Vertex, {}};
  input.colors = {Array<glm::vec3>{color}, Interpolation::Constant, {}};
  input.isFlat = true;
  input.problem = cards.problem;
  return input;
}

Material cardMaterial(const std::string& file, const glm::vec3& color, Path prim) {
  Material material;
  material.path = prim;
  material.opacityThreshold = kOpacityThreshold;
  TextureUse& texture = material.diffuseTexture;
  texture.isUsed = true;
  texture.file = file;
  texture.wrapS = TextureWrap::Clamp;
  texture.wrapT = TextureWrap::Clamp;
  texture.fallback = glm::vec4(color, 1.0f);
  texture.channel = -1;
  material.opacityTexture = texture;
  material.opacityTexture.channel = 3;
  return material;
}

}  // namespace usdscope
