// SPDX-License-Identifier: Apache-2.0
#include "engine/scene/VolumeFields.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <utility>
#include <vector>

#include "engine/base/Parallel.h"
#include "engine/image/ReadVdb.h"
#include "engine/scene/Scene.h"
#include "engine/schema/AttributeValues.h"
#include "engine/stage/Stage.h"

namespace usdscope {
namespace {

// The most values of all densities of a stage, and of all emissions: 2 GiB each. More than 16384
// volumes have grids of the fewest values.
constexpr std::size_t kMostValuesTogether = std::size_t{1} << 29;
constexpr std::size_t kFewestMostValues = std::size_t{1} << 15;

const Token kDensityField("field:density");
const Token kEmissionField("field:emission");
const Token kVdbAsset("OpenVDBAsset");
const Token kField3dAsset("Field3DAsset");
const Token kFilePath("filePath");
const Token kFieldName("fieldName");
const Token kFieldIndex("fieldIndex");

Prim fieldPrim(const Prim& volume, Token relationship) {
  const Relationship found = volume.relationship(relationship);
  if (!found) return {};
  const std::vector<Path> targets = found.forwardedTargets();
  return targets.empty() ? Prim() : volume.stage().primAt(targets.front());
}

bool isNamed(const Prim& volume, Token relationship) {
  const Relationship found = volume.relationship(relationship);
  return found && !found.forwardedTargets().empty();
}

// Returns the field that a relationship names; empty if it names none, or none that can be read.
FieldSource sourceOf(const Prim& volume, Token relationship, TimeCode time, std::string& problem) {
  if (!isNamed(volume, relationship)) return {};
  const Prim field = fieldPrim(volume, relationship);
  const std::string_view role = relationship.text();
  if (field && field.isA(kField3dAsset)) {
    problem = fmt::format("{} is a Field3DAsset; Field3D files are not supported.", role);
    return {};
  }
  if (!field || !field.isA(kVdbAsset)) {
    problem = fmt::format("The target of {} is not an OpenVDBAsset.", role);
    return {};
  }
  const auto path = readValue<AssetPath>(field, kFilePath, time);
  if (!path || path->path().empty()) {
    problem = fmt::format("{} has no filePath.", field.path().text());
    return {};
  }
  if (path->resolved.empty()) {
    problem = fmt::format("The file {} of {} is not found.", path->path(), field.path().text());
    return {};
  }
  FieldSource source;
  source.file = path->resolved;
  source.name = std::string(readValue<Token>(field, kFieldName, time).value_or(Token()).text());
  source.index = readValue<int>(field, kFieldIndex, time).value_or(0);
  if (source.index >= 0) return source;
  problem = fmt::format("The fieldIndex of {} is negative.", field.path().text());
  return {};
}

std::shared_ptr<const DenseGrid> readField(const Prim& volume, const FieldSource& source,
                                           FieldCache& cache, VolumeResult& result) {
  FieldCache::Result read = cache.gridOf(volume.stage().resolver(), source);
  if (!read.problem.empty()) result.problem = fmt::format("{}: {}", source.file, read.problem);
  return std::move(read.grid);
}

std::string remarkOn(const VolumeFields& fields) {
  for (const auto& [grid, source] : {std::pair(fields.density, fields.densitySource),
                                     std::pair(fields.emission, fields.emissionSource)}) {
    if (grid && grid->voxelsPerCell > 1) {
      return fmt::format(
          "The field {} is too large: one voxel in place of {} along each axis is drawn.",
          source.name, grid->voxelsPerCell);
    }
    if (grid && grid->wasLevelSet) {
      return fmt::format("The field {} is a level set: its inside is drawn as a density.",
                         source.name);
    }
  }
  return {};
}

// Maps [0, 1]³ to the grid in the space of the prim.
glm::dmat4 localFromUnit(const DenseGrid& grid) {
  glm::dmat4 matrix(1.0);
  for (int row = 0; row < 4; ++row) {
    for (int column = 0; column < 4; ++column) {
      const double scale = row < 3 ? double(grid.size[std::size_t(row)]) : 1.0;
      matrix[row][column] = grid.localFromGrid[std::size_t(row * 4 + column)] * scale;
    }
  }
  return matrix;
}

// Places the box: that of the density, or else of the emission, around both.
void placeBox(VolumeFields& fields) {
  const DenseGrid& main = fields.density ? *fields.density : *fields.emission;
  fields.localFromBox = localFromUnit(main);
  glm::dvec3 low(0.0);
  glm::dvec3 high(1.0);
  if (fields.density && fields.emission) {
    const glm::dmat4 mainFromOther =
        glm::inverse(fields.localFromBox) * localFromUnit(*fields.emission);
    const Box other = transformed(mainFromOther, Box{glm::dvec3(0.0), glm::dvec3(1.0)});
    low = glm::min(low, other.min);
    high = glm::max(high, other.max);
  }
  glm::dmat4 mainFromBox(1.0);
  for (int axis = 0; axis < 3; ++axis) {
    mainFromBox[axis][axis] = high[axis] - low[axis];
    mainFromBox[3][axis] = low[axis];
    fields.voxelCounts[axis] =
        std::ceil(double(main.size[std::size_t(axis)]) * (high[axis] - low[axis]));
  }
  fields.localFromBox = fields.localFromBox * mainFromBox;
  if (fields.density) fields.densityFromBox = mainFromBox;
  if (fields.emission) {
    fields.emissionFromBox = glm::inverse(localFromUnit(*fields.emission)) * fields.localFromBox;
  }
}

}  // namespace

FieldCache::FieldCache(std::size_t volumeCount)
    : mostValues_(std::clamp(kMostValuesTogether / std::max<std::size_t>(volumeCount, 1),
                             kFewestMostValues, kMostGridValues)) {}

FieldCache::Result FieldCache::gridOf(const AssetResolver& resolver, const FieldSource& source) {
  std::shared_ptr<Entry> entry;
  {
    const std::lock_guard lock(mutex_);
    std::shared_ptr<Entry>& known = entries_[source];
    if (!known) known = std::make_shared<Entry>();
    entry = known;
  }
  const std::lock_guard lock(entry->mutex);
  if (auto grid = entry->grid.lock()) return {std::move(grid), {}};
  Result result;
  // OpenVDB has parallel loops; while it waits for them, this thread must not read other fields.
  runIsolated([&] {
    DenseGridResult read =
        readVdbField(resolver, source.file, {source.name, source.index}, mostValues_);
    result.problem = std::move(read.problem);
    if (read.grid) result.grid = std::make_shared<const DenseGrid>(*std::move(read.grid));
  });
  entry->grid = result.grid;
  return result;
}

bool areFieldsVarying(const Prim& volume) {
  for (const Token relationship : {kDensityField, kEmissionField}) {
    const Prim field = fieldPrim(volume, relationship);
    if (!field) continue;
    for (const Token name : {kFilePath, kFieldName, kFieldIndex}) {
      const Attribute attribute = field.attribute(name);
      if (attribute && attribute.mightBeTimeVarying()) return true;
    }
  }
  return false;
}

VolumeResult readVolume(const Prim& volume, TimeCode time,
                        const std::shared_ptr<const VolumeFields>& last, FieldCache& cache) {
  if (!isNamed(volume, kDensityField) && !isNamed(volume, kEmissionField)) {
    return {.problem = "The volume has neither a field density nor a field emission."};
  }
  VolumeResult result;
  auto fields = std::make_shared<VolumeFields>();
  fields->densitySource = sourceOf(volume, kDensityField, time, result.problem);
  fields->emissionSource = sourceOf(volume, kEmissionField, time, result.problem);
  if (last && last->densitySource == fields->densitySource &&
      last->emissionSource == fields->emissionSource) {
    return {last, last->problem, remarkOn(*last)};
  }
  if (!fields->densitySource.file.empty()) {
    fields->density = last && last->densitySource == fields->densitySource
                          ? last->density
                          : readField(volume, fields->densitySource, cache, result);
  }
  if (!fields->emissionSource.file.empty()) {
    fields->emission = last && last->emissionSource == fields->emissionSource
                           ? last->emission
                           : readField(volume, fields->emissionSource, cache, result);
  }
  if (!fields->density && !fields->emission) return result;
  placeBox(*fields);
  fields->problem = result.problem;
  result.remark = remarkOn(*fields);
  result.fields = std::move(fields);
  return result;
}

std::shared_ptr<const Geometry> buildVolumeBox(const VolumeFields& fields) {
  const bool isMirrored = glm::determinant(glm::dmat3(fields.localFromBox)) < 0.0;
  const glm::dmat3 normalFromBox = glm::transpose(glm::inverse(glm::dmat3(fields.localFromBox)));
  auto box = std::make_shared<Geometry>();
  std::vector<glm::vec3> positions;
  std::vector<glm::vec3> normals;
  std::vector<std::uint32_t> points;
  std::vector<std::uint32_t> indices;
  for (int axis = 0; axis < 3; ++axis) {
    for (const double side : {0.0, 1.0}) {
      const auto first = static_cast<std::uint32_t>(positions.size());
      glm::dvec3 outwards(0.0);
      outwards[axis] = 2.0 * side - 1.0;
      constexpr std::array<glm::dvec2, 4> kCorners{{{0, 0}, {1, 0}, {1, 1}, {0, 1}}};
      for (const glm::dvec2& corner : kCorners) {
        glm::dvec3 position(0.0);
        position[axis] = side;
        position[(axis + 1) % 3] = corner.x;
        position[(axis + 2) % 3] = corner.y;
        const glm::dvec3 local(fields.localFromBox * glm::dvec4(position, 1.0));
        points.push_back(static_cast<std::uint32_t>(positions.size()));
        positions.emplace_back(local);
        normals.emplace_back(glm::normalize(normalFromBox * outwards));
        box->bounds.add(local);
      }
      // Counter-clockwise, seen from outside.
      const bool isTurned = (side == 0.0) != isMirrored;
      for (const std::uint32_t i : {0u, 1u, 2u, 0u, 2u, 3u}) {
        indices.push_back(first + (isTurned ? 3u - i : i));
      }
    }
  }
  box->positions = Array<glm::vec3>(std::move(positions));
  box->normals = Array<glm::vec3>(std::move(normals));
  box->vertexPoints = Array<std::uint32_t>(std::move(points));
  box->indices = Array<std::uint32_t>(std::move(indices));
  return box;
}

}  // namespace usdscope
