// SPDX-License-Identifier: Apache-2.0
#include "engine/scene/detail/Drawable.h"

#include <fmt/format.h>

#include "engine/scene/ImplicitShapes.h"
#include "engine/scene/LinesAndDots.h"
#include "engine/scene/MeshReader.h"
#include "engine/scene/SceneExtractor.h"
#include "engine/scene/SkinReader.h"
#include "engine/schema/AttributeValues.h"
#include "engine/schema/Primvars.h"

namespace usdscope {
namespace {

bool isVaryingHere(const Prim& prim, Token name) {
  const Attribute attribute = prim.attribute(name);
  return attribute && attribute.mightBeTimeVarying();
}

// Attributes that the drawing of a gprim depends on, primvars aside.
constexpr const char* kShapeAttributes[] = {"points",       "normals", "widths", "size",
                                            "radius",       "height",  "axis",   "radiusTop",
                                            "radiusBottom", "width",   "length"};
constexpr const char* kTopologyAttributes[] = {"faceVertexCounts", "faceVertexIndices",
                                               "holeIndices", "curveVertexCounts",
                                               "surfaceFaceVertexIndices"};

// What a shape that is not evaluated is drawn as; empty for all others.
std::string simplificationOf(const Prim& prim) {
  if (prim.isA(Token("NurbsPatch")))
    return "NURBS are not evaluated: its control points are drawn.";
  if (prim.isA(Token("NurbsCurves")))
    return "NURBS are not evaluated: its control polygon is drawn.";
  if (prim.isA(Token("HermiteCurves"))) return "Tangents are not used: lines join its points.";
  return {};
}

}  // namespace

Drawable::Drawable(const Prim& prim, std::uint32_t node, const DrawnPrimvars& primvars)
    : prim_(prim),
      node_(node),
      primvars_(primvars),
      isTetMesh_(prim.isA(Token("TetMesh"))),
      isMesh_(isTetMesh_ || prim.isA(Token("Mesh"))) {
  isDoubleSided = readValue<bool>(prim, Token("doubleSided")).value_or(false);
  for (const char* name : kTopologyAttributes) {
    isTopologyVarying_ |= isVaryingHere(prim, Token(name));
  }
  isVarying_ = isTopologyVarying_;
  for (const char* name : kShapeAttributes) isVarying_ |= isVaryingHere(prim, Token(name));
  for (const Token name : {primvars.texCoords, primvars.colors, Token("displayOpacity"),
                           Token("normals"), Token("widths")}) {
    isVarying_ |= mightBeTimeVarying(findPrimvarWithInheritance(prim, name));
  }
}

void Drawable::setParts(std::vector<int> partOfFace, std::vector<int> materials) {
  partOfFace_ = std::move(partOfFace);
  partMaterials_ = std::move(materials);
}

std::shared_ptr<const Geometry> Drawable::geometryAt(TimeCode time, EqualGeometry& known,
                                                     Diagnostics& diagnostics) {
  std::shared_ptr<const Geometry> geometry = still_;
  if (!isBuilt_ || isVarying_) {
    Diagnostics problems;
    geometry = build(time, known, problems);
    isBuilt_ = true;
    if (!isVarying_) still_ = geometry;
    stillProblems_ = std::move(problems);
  }
  diagnostics.append(stillProblems_);
  if (geometry && skinnedBy) updateSkin(geometry, time, known, diagnostics);
  return geometry;
}

// What was read stays while the vertices stand for the same points, wherever those are, and follow
// the same joints.
void Drawable::updateSkin(const std::shared_ptr<const Geometry>& geometry, TimeCode time,
                          EqualGeometry& known, Diagnostics& diagnostics) {
  const SkinningQuery& query = skinnedBy->query();
  const bool isSameGeometry = isSkinRead_ && skinGeometry_ == geometry;
  const bool isRead = isSkinRead_ && !skinnedBy->areInfluencesVarying &&
                      (isSameGeometry || (skinPointCount_ == pointCount_ &&
                                          skinGeometry_->vertexPoints == geometry->vertexPoints));
  if (!isRead) {
    skinProblems_ = {};
    // What does not vary may be asked for at a time at which nothing is sampled.
    const bool isVarying = skinnedBy->areInfluencesVarying || skinnedBy->isBindVarying;
    readSkin_ = readSkin(query, skinnedBy->skeleton(), *geometry, pointCount_,
                         isVarying ? time : TimeCode::earliest(), skinProblems_);
    if (readSkin_ && !isVarying_ && !isVarying) readSkin_ = known.skin(readSkin_, geometry);
  }
  diagnostics.append(skinProblems_);
  isSkinRead_ = true;
  skinPointCount_ = pointCount_;
  skinGeometry_ = geometry;
  skin = readSkin_;
  if (skin && skinnedBy->isBindVarying) skin = withBindTransformAt(skin, query, time, diagnostics);
  if (readSkin_ && (!isRead || !isSameGeometry)) reach = computeSkinReach(*readSkin_, *geometry);
}

std::shared_ptr<const Geometry> Drawable::buildMesh(MeshInput input, EqualGeometry& known,
                                                    std::string& problem) {
  input.partOfFace = partOfFace_;
  input.partCount = static_cast<int>(partMaterials_.size());
  if (const BuiltMesh* built = isVarying_ ? nullptr : known.findMesh(input)) {
    topology_ = built->topology;
    problem = built->problem;
    return built->geometry;
  }
  problem = input.problem;
  if (partOfFace_.size() > input.faceVertexCounts.size()) {
    problem = fmt::format("A geometry subset names face {}; there are {}.", partOfFace_.size() - 1,
                          input.faceVertexCounts.size());
  }
  if (!topology_ || isTopologyVarying_ || !isMesh_ || !fits(*topology_, input)) {
    topology_ = buildMeshTopology(input);
    if (problem.empty()) problem = topology_->problem;
  }
  std::shared_ptr<const Geometry> geometry;
  if (!topology_->parts.empty()) geometry = buildMeshGeometry(input, *topology_, problem);
  if (!isVarying_) known.addMesh(std::move(input), {*topology_, geometry, problem});
  return geometry;
}

std::shared_ptr<const Geometry> Drawable::build(TimeCode time, EqualGeometry& known,
                                                Diagnostics& diagnostics) {
  std::string problem;
  std::shared_ptr<const Geometry> geometry;
  std::optional<MeshInput> input;
  pointCount_ = 0;
  if (isMesh_) {
    input = isTetMesh_ ? readTetMesh(prim_, primvars_, time) : readMesh(prim_, primvars_, time);
    pointCount_ = input->points.size();
  } else if ((input = implicitShape(prim_, time))) {
    const auto normals = input->normals;
    readSharedPrimvars(prim_, primvars_, time, *input);
    input->normals = normals;
  }
  if (input) {
    geometry = buildMesh(std::move(*input), known, problem);
    parts_ = topology_->parts;
    for (std::size_t i = 0; i < parts_.size(); ++i) {
      parts_[i].material = partMaterials_[static_cast<std::size_t>(topology_->partOfParts[i])];
    }
  } else {
    geometry = buildLinesOrDots(prim_, primvars_, skinnedBy.has_value(), time, problem);
    if (geometry && !isVarying_) geometry = known.geometry(std::move(geometry));
    parts_.clear();
    if (geometry) {
      const auto points = readValue<Array<glm::vec3>>(prim_, Token("points"), time);
      pointCount_ = points ? points->size() : 0;
      parts_.push_back(
          {0, static_cast<std::uint32_t>(geometry->indices.size()), partMaterials_[0]});
    }
  }
  if (geometry && geometry->indices.empty()) geometry = nullptr;
  if (std::string remark = simplificationOf(prim_); geometry && !remark.empty()) {
    diagnostics.report(kSimplifiedGeometry, {.path = prim_.path().text()}, std::move(remark));
  }
  if (!problem.empty()) {
    diagnostics.report(kBadGeometry, {.path = prim_.path().text()}, std::move(problem));
  }
  return geometry;
}

}  // namespace usdscope
