// SPDX-License-Identifier: Apache-2.0
#include "engine/scene/MeshReader.h"

#include <fmt/format.h>

#include "engine/scene/SubdivisionReader.h"
#include "engine/schema/AttributeValues.h"
#include "engine/schema/Primvars.h"
#include "engine/schema/SchemaNames.h"

namespace usdscope {
namespace {

Interpolation interpolationOf(Token name) {
  if (name == geom::kUniform) return Interpolation::Uniform;
  if (name == geom::kVarying) return Interpolation::Varying;
  if (name == geom::kVertex) return Interpolation::Vertex;
  if (name == geom::kFaceVarying) return Interpolation::FaceVarying;
  return Interpolation::Constant;
}

template <typename T, typename From>
Array<T> converted(const Array<From>& items) {
  std::vector<T> out;
  out.reserve(items.size());
  for (const From& item : items) out.emplace_back(item);
  return Array<T>(std::move(out));
}

Array<glm::vec2> asTexCoords(const Value& value) {
  if (const auto* items = value.find<Array<glm::vec2>>()) return *items;
  if (const auto* items = value.find<Array<glm::dvec2>>()) return converted<glm::vec2>(*items);
  if (const auto* items = value.find<Array<glm::vec3>>()) return converted<glm::vec2>(*items);
  if (const auto* items = value.find<Array<HalfVec2>>()) {
    std::vector<glm::vec2> out;
    for (const HalfVec2& h : *items) out.emplace_back(float(h[0]), float(h[1]));
    return Array<glm::vec2>(std::move(out));
  }
  if (const auto* single = value.find<glm::vec2>()) return Array<glm::vec2>{*single};
  return {};
}

Array<glm::vec3> asVectors(const Value& value) {
  if (const auto* items = value.find<Array<glm::vec3>>()) return *items;
  if (const auto* items = value.find<Array<glm::dvec3>>()) return converted<glm::vec3>(*items);
  if (const auto* single = value.find<glm::vec3>()) return Array<glm::vec3>{*single};
  return {};
}

Array<float> asNumbers(const Value& value) {
  if (const auto* items = value.find<Array<float>>()) return *items;
  if (const auto* single = value.find<float>()) return Array<float>{*single};
  return {};
}

template <typename Convert>
auto readPrimvar(const Prim& prim, Token name, TimeCode time, Convert convert,
                 std::string& problem) {
  MeshPrimvar<typename std::decay_t<decltype(convert(Value()))>::value_type> result;
  const Primvar primvar = findPrimvarWithInheritance(prim, name);
  if (!primvar.attribute) return result;
  const Value flattened = flattenedPrimvar(primvar, time);
  result.values = convert(flattened);
  result.interpolation = interpolationOf(primvar.interpolation);
  if (result.interpolation == Interpolation::FaceVarying) {
    result.corners = primvarIndices(primvar, time);
  }
  const std::size_t wrong = countIndicesOutOfRange(primvar, time);
  if (wrong > 0 && problem.empty()) {
    problem = fmt::format("{} of the indices of {} are out of range.", wrong, name.text());
  }
  if (flattened.isEmpty() && primvar.elementSize > 1 && problem.empty()) {
    problem =
        fmt::format("The elements of {} are too large for its values or indices.", name.text());
  }
  return result;
}

// A primvar is stronger than the attribute of the same name.
template <typename Convert>
auto readPrimvarOrAttribute(const Prim& prim, Token name, TimeCode time, Convert convert,
                            std::string& problem) {
  auto result = readPrimvar(prim, name, time, convert, problem);
  if (!result.isEmpty()) return result;
  const Attribute attribute = prim.attribute(name);
  if (!attribute) return result;
  result.values = convert(attribute.value(time));
  result.interpolation =
      interpolationOf(metadataOrFallback(attribute, fields::kInterpolation).valueOr(geom::kVertex));
  return result;
}

}  // namespace

MeshPrimvar<float> readWidths(const Prim& prim, TimeCode time, std::string& problem) {
  return readPrimvarOrAttribute(prim, geom::kWidths, time, asNumbers, problem);
}

MeshPrimvar<glm::vec3> readNormals(const Prim& prim, TimeCode time, std::string& problem) {
  return readPrimvarOrAttribute(prim, geom::kNormals, time, asVectors, problem);
}

void readSharedPrimvars(const Prim& prim, const DrawnPrimvars& names, TimeCode time,
                        MeshInput& input) {
  input.texCoords = readPrimvar(prim, names.texCoords, time, asTexCoords, input.problem);
  input.colors = readPrimvar(prim, names.colors, time, asVectors, input.problem);
  input.opacities = readPrimvar(prim, names.opacities, time, asNumbers, input.problem);
}

MeshInput readTetMesh(const Prim& mesh, const DrawnPrimvars& names, TimeCode time) {
  MeshInput input;
  input.points = readArray<glm::vec3>(mesh, geom::kPoints, time);
  const auto faces = readArray<glm::ivec3>(mesh, geom::kSurfaceFaceVertexIndices, time);
  std::vector<int> indices;
  for (const glm::ivec3& face : faces) indices.insert(indices.end(), {face.x, face.y, face.z});
  input.faceVertexCounts = Array<int>(std::vector<int>(faces.size(), 3));
  input.faceVertexIndices = Array<int>(std::move(indices));
  input.isLeftHanded = readValue<Token>(mesh, geom::kOrientation, time) == geom::kLeftHanded;
  input.isFlat = true;
  readSharedPrimvars(mesh, names, time, input);
  return input;
}

MeshInput readMesh(const Prim& mesh, const DrawnPrimvars& names, TimeCode time) {
  MeshInput input;
  input.points = readArray<glm::vec3>(mesh, geom::kPoints, time);
  input.faceVertexCounts = readArray<int>(mesh, geom::kFaceVertexCounts, time);
  input.faceVertexIndices = readArray<int>(mesh, geom::kFaceVertexIndices, time);
  input.holeIndices = readArray<int>(mesh, geom::kHoleIndices, time);
  input.isLeftHanded = readValue<Token>(mesh, geom::kOrientation, time) == geom::kLeftHanded;
  input.subdivision = readSubdivision(mesh, time);
  if (!input.subdivision.isSmooth()) {
    input.normals = readPrimvarOrAttribute(mesh, geom::kNormals, time, asVectors, input.problem);
    input.isFlat = input.normals.isEmpty();
  }
  readSharedPrimvars(mesh, names, time, input);
  return input;
}

}  // namespace usdscope
