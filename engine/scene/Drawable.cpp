// SPDX-License-Identifier: Apache-2.0
#include "engine/scene/detail/Drawable.h"

#include <fmt/format.h>

#include <algorithm>

#include "engine/base/Counted.h"
#include "engine/scene/ImplicitShapes.h"
#include "engine/scene/LinesAndDots.h"
#include "engine/scene/MeshReader.h"
#include "engine/scene/NurbsPatch.h"
#include "engine/scene/SceneExtractor.h"
#include "engine/scene/SkinReader.h"
#include "engine/scene/SubdivisionReader.h"
#include "engine/schema/AttributeValues.h"
#include "engine/schema/Primvars.h"
#include "engine/schema/SchemaNames.h"

namespace usdscope {
namespace {

bool isVaryingHere(const Prim& prim, Token name) {
  const Attribute attribute = prim.attribute(name);
  return attribute && attribute.mightBeTimeVarying();
}

// Attributes that the geometry of a gprim depends on, besides primvars.
const Token kShapeAttributes[] = {geom::kPoints, geom::kNormals,   geom::kWidths,
                                  geom::kSize,   geom::kRadius,    geom::kHeight,
                                  geom::kAxis,   geom::kRadiusTop, geom::kRadiusBottom,
                                  geom::kWidth,  geom::kLength};
const Token kTopologyAttributes[] = {geom::kFaceVertexCounts, geom::kFaceVertexIndices,
                                     geom::kHoleIndices, geom::kCurveVertexCounts,
                                     geom::kSurfaceFaceVertexIndices};
// The attributes of NurbsCurves, NurbsPatch and HermiteCurves.
const Token kCurveAttributes[] = {Token("order"),          Token("knots"),
                                  Token("ranges"),         geom::kPointWeights,
                                  Token("tangents"),       Token("uKnots"),
                                  Token("vKnots"),         Token("uOrder"),
                                  Token("vOrder"),         Token("uRange"),
                                  Token("vRange"),         Token("uVertexCount"),
                                  Token("vVertexCount"),   Token("trimCurve:points"),
                                  Token("trimCurve:knots")};

const Token kRoundTypes[] = {types::kSphere,    types::kCone,    types::kCylinder,
                             types::kCylinder1, types::kCapsule, types::kCapsule1};

// Says which of Storm's hints on the widths of curves is ignored; empty if there is none.
std::string ignoredHintOf(const Prim& prim) {
  if (!prim.isA(types::kBasisCurves)) return {};
  const auto valueOf = [&](const char* name) {
    const Primvar primvar = findPrimvarWithInheritance(prim, Token(name));
    return primvar.attribute ? primvar.attribute.value(TimeCode::earliest()) : Value();
  };
  if (valueOf("screenSpaceWidths").valueOr(false)) {
    return "The primvar screenSpaceWidths is ignored: the widths are in units, not in pixels.";
  }
  if (valueOf("minScreenSpaceWidths").valueOr(0.0f) > 0.0f) {
    return "The primvar minScreenSpaceWidths is ignored: curves thinner than a pixel fade.";
  }
  return {};
}

// Says how a shape that is not evaluated is drawn instead; empty for all others.
std::string simplificationOf(const Prim& prim, bool isSkinned) {
  if (std::string hint = ignoredHintOf(prim); !hint.empty()) return hint;
  if (!isSkinned) return {};
  if (prim.isA(types::kNurbsCurves))
    return "NURBS that follow a skeleton are not evaluated: its control polygon is drawn.";
  if (prim.isA(types::kHermiteCurves))
    return "Curves that follow a skeleton do not use tangents: lines join its points.";
  return {};
}

// Shaders compute the normals of such a geometry from its posed triangles. Flat faces that bend
// have no others.
std::shared_ptr<const Geometry> withoutNormals(const Geometry& geometry) {
  auto result = std::make_shared<Geometry>(geometry);
  result->normals = {};
  return result;
}

bool isRefinable(const Prim& prim) {
  if (prim.isA(types::kMesh)) {
    return readSubdivisionScheme(prim, TimeCode::earliest()) != SubdivisionScheme::None;
  }
  if (prim.isA(types::kCurves) || prim.isA(types::kNurbsPatch)) return true;
  return std::ranges::any_of(kRoundTypes, [&](Token type) { return prim.isA(type); });
}

}  // namespace

Drawable::Drawable(const Prim& prim, const DrawnPrimvars& primvars)
    : prim_(prim),
      primvars_(primvars),
      isTetMesh_(prim.isA(types::kTetMesh)),
      isMesh_(isTetMesh_ || prim.isA(types::kMesh)),
      isPatch_(prim.isA(types::kNurbsPatch)),
      isRefinable_(isRefinable(prim)) {
  isDoubleSided = readValue<bool>(prim, geom::kDoubleSided).value_or(false);
  for (const Token name : kTopologyAttributes) isTopologyVarying_ |= isVaryingHere(prim, name);
  if (isMesh_ && isRefinable_) {
    for (const Token name : subdivisionAttributes()) isVarying_ |= isVaryingHere(prim, name);
  }
  isVarying_ |= isTopologyVarying_;
  for (const Token name : kShapeAttributes) isVarying_ |= isVaryingHere(prim, name);
  if (isPatch_ || prim.isA(types::kCurves)) {
    for (const Token name : kCurveAttributes) isVarying_ |= isVaryingHere(prim, name);
  }
  for (const Token name : {primvars.texCoords, primvars.colors, geom::kDisplayOpacity,
                           geom::kNormals, geom::kWidths}) {
    isVarying_ |= mightBeTimeVarying(findPrimvarWithInheritance(prim, name));
  }
}

Drawable::Drawable(const Prim& prim, StandIn standIn)
    : prim_(prim), standIn_(std::move(standIn)), isVarying_(standIn_->isVarying) {
  isDoubleSided = true;
}

void Drawable::setParts(std::vector<int> partOfFace, std::vector<int> materials) {
  partOfFace_ = std::move(partOfFace);
  partMaterials_ = std::move(materials);
}

void Drawable::setComplexity(Complexity complexity) {
  if (!isRefinable_ || complexity == complexity_) return;
  complexity_ = complexity;
  isBuilt_ = false;
}

bool Drawable::isStale() const {
  return !isBuilt_ || isVarying_ || (skinnedBy && skinnedBy->areInfluencesVarying);
}

void Drawable::readGeometry(TimeCode time, ShapeCache& shapes, FieldCache& grids) {
  if (isBuilt_ && !isVarying_) return;
  PendingGeometry& pending = pending_.emplace();
  std::optional<MeshInput> input;
  if (standIn_) {
    input = readStandIn(time, grids, pending);
    if (!input) return;
  } else if (isMesh_) {
    input = isTetMesh_ ? readTetMesh(prim_, primvars_, time) : readMesh(prim_, primvars_, time);
    if (isRefinable_) input->subdivision.level = refineLevel(complexity_);
    pending.pointCount = input->points.size();
  } else if (isPatch_) {
    input = readNurbsPatch(prim_, primvars_, time, complexity_, skinnedBy.has_value());
    if (input->faceVertexCounts.empty() && input->normals.isEmpty()) {
      pending.problem = input->problem;
      input.reset();
    }
    const auto points = readValue<Array<glm::vec3>>(prim_, geom::kPoints, time);
    pending.pointCount = points ? points->size() : 0;
  } else if (input = shapes.shapeOf(prim_, time, complexity_); input) {
    const auto normals = input->normals;
    readSharedPrimvars(prim_, primvars_, time, *input);
    input->normals = normals;
  }
  if (input) {
    opacity_ = 1.0f;
    if (instancer != kNoInstancer && input->colors.isEmpty() &&
        input->opacities.values.size() == 1) {
      opacity_ = input->opacities.values[0];
      input->opacities = {};
    }
    input->partOfFace = partOfFace_;
    input->partCount = static_cast<int>(partMaterials_.size());
    if (isBuilt_ && builtInput_ && *builtInput_ == *input) return pending_.reset();
    pending.input = std::make_shared<const MeshInput>(std::move(*input));
    if (isVarying_) builtInput_ = pending.input;
    return;
  }
  pending.lines =
      buildLinesOrDots(prim_, primvars_, skinnedBy.has_value(), time, complexity_, pending.problem);
  if (!pending.lines) return;
  const auto points = readValue<Array<glm::vec3>>(prim_, geom::kPoints, time);
  pending.pointCount = points ? points->size() : 0;
}

// Returns the cards of a stand-in; lines go to `pending`.
std::optional<MeshInput> Drawable::readStandIn(TimeCode time, FieldCache& grids,
                                               PendingGeometry& pending) const {
  if (standIn_->kind == StandIn::Kind::Cards) return buildStandInCards(*standIn_, prim_, time);
  if (isVolume() && readFields(time, grids, pending)) return std::nullopt;
  std::string problem;
  pending.lines = buildStandInLines(*standIn_, prim_, time, problem);
  if (pending.problem.empty()) pending.problem = std::move(problem);
  return std::nullopt;
}

// Returns false when the box of the volume is drawn in place of its fields.
bool Drawable::readFields(TimeCode time, FieldCache& grids, PendingGeometry& pending) const {
  VolumeResult result = readVolume(prim_, time, volume_, grids);
  pending.remark = std::move(result.remark);
  pending.problem = std::move(result.problem);
  pending.volume = std::move(result.fields);
  if (pending.volume) {
    const bool isSame = pending.volume == volume_ && geometry_;
    pending.lines = isSame ? geometry_ : buildVolumeBox(*pending.volume);
  }
  if (!pending.volume && !pending.problem.empty()) pending.problem += " The box is drawn.";
  // Nothing is drawn of fields without active voxels.
  return pending.volume || pending.problem.empty();
}

void Drawable::findEqualGeometry(EqualGeometry& known) {
  if (!pending_ || !pending_->input || isVarying_) return;
  pending_->built = known.mesh(pending_->input, pending_->isFirst);
}

void Drawable::buildGeometry() {
  if (!pending_ || !pending_->input || !pending_->isFirst) return;
  const MeshInput& input = *pending_->input;
  if (!pending_->built) pending_->built = std::make_shared<BuiltMesh>();
  BuiltMesh& built = *pending_->built;
  built.problem = input.problem;
  if (!standIn_ && partOfFace_.size() > input.faceVertexCounts.size()) {
    built.problem =
        fmt::format("A geometry subset names face {}; the mesh has {}.", partOfFace_.size() - 1,
                    counted(input.faceVertexCounts.size(), "face"));
  }
  if (buildRefined(input, built)) return;
  const bool isReusable =
      topology_ && !refinedMesh_ && !isTopologyVarying_ && isMesh_ && fits(*topology_, input);
  built.topology =
      isReusable ? topology_ : std::make_shared<const MeshTopology>(buildMeshTopology(input));
  if (!isReusable && built.problem.empty()) built.problem = built.topology->problem;
  if (built.topology->parts.empty()) return;
  built.geometry = buildMeshGeometry(input, *built.topology, built.problem);
  if (input.control.stencils.rowCount() > 0) {
    built.cage = std::make_shared<const RefinedCage>(
        RefinedCage{cageGeometry(input.control.points, input.control.normals),
                    input.control.stencils, built.topology->vertexPoints});
  }
}

// Returns false when there is no refinement: then the cage is drawn.
bool Drawable::buildRefined(const MeshInput& input, BuiltMesh& built) const {
  const bool isReusable = refinedMesh_ && !isTopologyVarying_ && fits(*refinedMesh_, input);
  built.refinedMesh = isReusable ? refinedMesh_ : refineMesh(input, built.problem);
  if (!built.refinedMesh) return false;
  if (isReusable && built.problem.empty()) built.problem = refinedMesh_->problem;
  built.topology = {built.refinedMesh, &built.refinedMesh->topology};
  if (built.topology->parts.empty()) return true;
  RefinedGeometry refined = buildRefinedGeometry(input, *built.refinedMesh, built.problem);
  built.geometry = std::move(refined.geometry);
  built.cage = std::move(refined.cage);
  return true;
}

void Drawable::shareGeometry(EqualGeometry& known) {
  if (!pending_) return;
  const PendingGeometry pending = std::move(*pending_);
  pending_.reset();
  geometry_ = pending.built ? pending.built->geometry : pending.lines;
  volume_ = pending.volume;
  const std::string& problem = pending.built ? pending.built->problem : pending.problem;
  pointCount_ = pending.pointCount;
  parts_.clear();
  cage_ = pending.built && skinnedBy ? pending.built->cage : nullptr;
  refinedMesh_ = nullptr;
  if (pending.built) {
    if (isVarying_) refinedMesh_ = pending.built->refinedMesh;
    topology_ = pending.built->topology;
    parts_ = topology_->parts;
    for (std::size_t i = 0; i < parts_.size(); ++i) {
      parts_[i].material = partMaterials_[static_cast<std::size_t>(topology_->partOfParts[i])];
    }
  } else if (geometry_) {
    if (!isVarying_) geometry_ = known.geometry(std::move(geometry_));
    const auto indexCount = static_cast<std::uint32_t>(geometry_->indices.size());
    parts_.push_back({0, indexCount, partMaterials_[0]});
  }
  // A topology that is not used again would keep the whole refinement in memory.
  if (cage_ || refinedMesh_ || (pending.built && pending.built->refinedMesh)) topology_ = nullptr;
  if (geometry_ && geometry_->indices.empty()) geometry_ = nullptr;
  // An equal mesh that no joint moves keeps its normals.
  const MeshInput* input = pending.input.get();
  if (geometry_ && skinnedBy && input && input->isFlat && input->normals.isEmpty() &&
      !pending.built->refinedMesh) {
    geometry_ = withoutNormals(*geometry_);
    if (!isVarying_) geometry_ = known.geometry(std::move(geometry_));
  }
  isBuilt_ = true;
  geometryProblems_ = {};
  const SourceSite site{.path = prim_.path().text()};
  if (std::string remark = !pending.remark.empty() ? pending.remark
                           : standIn_              ? standIn_->remark
                                                   : simplificationOf(prim_, skinnedBy.has_value());
      geometry_ && !remark.empty()) {
    geometryProblems_.report(kSimplifiedGeometry, site, std::move(remark));
  }
  if (!problem.empty()) geometryProblems_.report(kBadGeometry, site, problem);
}

// A skin stays while the vertices stand for the same points, wherever those are, and follow the
// same joints.
void Drawable::readSkin(TimeCode time, std::optional<std::size_t> jointCount) {
  if (!geometry_ || !skinnedBy) return;
  const std::shared_ptr<const Geometry>& moved = cage_ ? cage_->cage : geometry_;
  const bool isSameGeometry = skinGeometry_ == moved;
  const bool isRead = skinGeometry_ && !skinnedBy->areInfluencesVarying &&
                      (isSameGeometry || (skinPointCount_ == pointCount_ &&
                                          skinGeometry_->vertexPoints == moved->vertexPoints));
  isSkinNew_ = !isRead;
  isReachStale_ = isReachStale_ || !isRead || !isSameGeometry;
  if (!isRead) {
    skinProblems_ = {};
    // Influences that do not vary may have no value at this time.
    const bool isVarying = skinnedBy->areInfluencesVarying || skinnedBy->isBindVarying;
    readSkin_ = usdscope::readSkin(skinnedBy->query(), *moved, pointCount_, jointCount,
                                   isVarying ? time : TimeCode::earliest(), skinProblems_);
  }
  if (readSkin_ && readSkin_->refined != cage_) {
    auto skin = std::make_shared<Skin>(*readSkin_);
    skin->refined = cage_;
    readSkin_ = std::move(skin);
    isSkinNew_ = true;
  }
  skinPointCount_ = pointCount_;
  skinGeometry_ = moved;
}

void Drawable::shareSkin(EqualGeometry& known) {
  if (!isSkinNew_) return;
  isSkinNew_ = false;
  if (!readSkin_ || isVarying_ || skinnedBy->areInfluencesVarying || skinnedBy->isBindVarying) {
    return;
  }
  readSkin_ = known.skin(readSkin_, geometry_);
}

void Drawable::bindSkin(TimeCode time) {
  skin_ = readSkin_;
  bindProblems_ = {};
  if (!skin_ || !geometry_) return;
  if (skinnedBy->isBindVarying) {
    skin_ = withBindTransformAt(skin_, skinnedBy->query(), time, bindProblems_);
  }
  if (isReachStale_) reach_ = computeSkinReach(*readSkin_, *skinGeometry_);
  isReachStale_ = false;
}

void Drawable::appendProblems(Path prim, Diagnostics& diagnostics) const {
  if (prim != prim_.path()) {
    for (const Diagnostic& problem : geometryProblems_.entries()) {
      diagnostics.report(problem.code, {.path = prim.text()}, problem.message);
    }
    return;
  }
  diagnostics.append(geometryProblems_);
  if (!geometry_) return;
  diagnostics.append(skinProblems_);
  diagnostics.append(bindProblems_);
}

}  // namespace usdscope
