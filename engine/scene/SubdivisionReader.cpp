// SPDX-License-Identifier: Apache-2.0
#include "engine/scene/SubdivisionReader.h"

#include <array>
#include <string_view>
#include <utility>

#include "engine/schema/AttributeValues.h"
#include "engine/schema/SchemaNames.h"

namespace usdscope {
namespace {

const Token kInterpolateBoundary("interpolateBoundary");
const Token kFaceVaryingLinear("faceVaryingLinearInterpolation");
const Token kTriangleRule("triangleSubdivisionRule");
const Token kCreaseIndices("creaseIndices");
const Token kCreaseLengths("creaseLengths");
const Token kCreaseSharpnesses("creaseSharpnesses");
const Token kCornerIndices("cornerIndices");
const Token kCornerSharpnesses("cornerSharpnesses");

template <typename Rule, std::size_t kCount>
Rule ruleOf(const Prim& mesh, Token name, TimeCode time,
            const std::pair<std::string_view, Rule> (&rules)[kCount], Rule fallback) {
  const auto word = readValue<Token>(mesh, name, time);
  if (!word) return fallback;
  for (const auto& [text, rule] : rules) {
    if (word->text() == text) return rule;
  }
  return fallback;
}

template <typename T>
Array<T> arrayOf(const Prim& mesh, Token name, TimeCode time) {
  return readValue<Array<T>>(mesh, name, time).value_or(Array<T>());
}

}  // namespace

SubdivisionScheme readSubdivisionScheme(const Prim& mesh, TimeCode time) {
  using enum SubdivisionScheme;
  return ruleOf<SubdivisionScheme>(
      mesh, geom::kSubdivisionScheme, time,
      {{"catmullClark", CatmullClark}, {"loop", Loop}, {"bilinear", Bilinear}, {"none", None}},
      CatmullClark);
}

Subdivision readSubdivision(const Prim& mesh, TimeCode time) {
  Subdivision result;
  result.scheme = readSubdivisionScheme(mesh, time);
  if (result.scheme == SubdivisionScheme::None) return result;
  result.boundary =
      ruleOf<BoundaryInterpolation>(mesh, kInterpolateBoundary, time,
                                    {{"none", BoundaryInterpolation::None},
                                     {"edgeOnly", BoundaryInterpolation::EdgeOnly},
                                     {"edgeAndCorner", BoundaryInterpolation::EdgeAndCorner}},
                                    result.boundary);
  result.faceVarying =
      ruleOf<LinearInterpolation>(mesh, kFaceVaryingLinear, time,
                                  {{"none", LinearInterpolation::None},
                                   {"cornersOnly", LinearInterpolation::CornersOnly},
                                   {"cornersPlus1", LinearInterpolation::CornersPlus1},
                                   {"cornersPlus2", LinearInterpolation::CornersPlus2},
                                   {"boundaries", LinearInterpolation::Boundaries},
                                   {"all", LinearInterpolation::All}},
                                  result.faceVarying);
  result.hasSmoothTriangles = ruleOf<bool>(mesh, kTriangleRule, time, {{"smooth", true}}, false);
  result.creaseIndices = arrayOf<int>(mesh, kCreaseIndices, time);
  result.creaseLengths = arrayOf<int>(mesh, kCreaseLengths, time);
  result.creaseSharpnesses = arrayOf<float>(mesh, kCreaseSharpnesses, time);
  result.cornerIndices = arrayOf<int>(mesh, kCornerIndices, time);
  result.cornerSharpnesses = arrayOf<float>(mesh, kCornerSharpnesses, time);
  return result;
}

std::span<const Token> subdivisionAttributes() {
  static const std::array<Token, 8> kNames{
      kInterpolateBoundary, kFaceVaryingLinear, kTriangleRule,  kCreaseIndices,
      kCreaseLengths,       kCreaseSharpnesses, kCornerIndices, kCornerSharpnesses};
  return kNames;
}

}  // namespace usdscope
