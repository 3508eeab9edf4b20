// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <string>

#include "engine/asset/AssetResolver.h"
#include "engine/image/DenseGrid.h"
#include "engine/math/Types.h"
#include "engine/stage/Prim.h"
#include "engine/value/TimeCode.h"

namespace usdscope {

struct Geometry;

/// Names a field of a volume: a file, and a field in it.
struct FieldSource {
  std::string file;  ///< The resolved path; empty if the volume has no such field.
  std::string name;
  int index = 0;
  auto operator<=>(const FieldSource&) const = default;
};

/// The fields of a volume, in a box. Immutable. Scenes of different times share it while the volume
/// names the same fields. (UsdVolVolume.)
///
/// *Box space* has the box at [0, 1]³.
struct VolumeFields {
  std::shared_ptr<const DenseGrid> density;   ///< May be null.
  std::shared_ptr<const DenseGrid> emission;  ///< May be null.
  glm::dmat4 localFromBox{1.0};
  /// To the texture coordinates of a field, in which its grid is at [0, 1]³.
  glm::dmat4 densityFromBox{1.0};
  glm::dmat4 emissionFromBox{1.0};
  glm::dvec3 voxelCounts{1.0};  ///< About the number of voxels along the axes of the box.
  std::string problem;          ///< See VolumeResult.
  FieldSource densitySource;
  FieldSource emissionSource;
};

/// The result of readVolume().
struct VolumeResult {
  std::shared_ptr<const VolumeFields> fields;  ///< Null if there is nothing to draw.
  std::string problem;  ///< A sentence that says why fields are not drawn; else empty.
  std::string remark;   ///< A sentence that says how the volume is simplified; else empty.
};

/// The grids that the volumes of a stage share while one of them is in use. Thread-safe.
class FieldCache {
 public:
  struct Result {
    std::shared_ptr<const DenseGrid> grid;  ///< See DenseGridResult.
    std::string problem;
  };

  /// The grids of so many volumes together have a bounded size, so those of many volumes may be
  /// coarser.
  explicit FieldCache(std::size_t volumeCount);
  FieldCache(const FieldCache&) = delete;
  FieldCache& operator=(const FieldCache&) = delete;

  /// Returns the most values of one grid.
  std::size_t mostValues() const { return mostValues_; }
  /// Returns the grid of a field, which is read if no volume has it. Requires: calls of one cache
  /// use resolvers that open the same files.
  Result gridOf(const AssetResolver& resolver, const FieldSource& source);

 private:
  struct Entry {
    std::mutex mutex;  // Locked while the field is read.
    std::weak_ptr<const DenseGrid> grid;
  };
  const std::size_t mostValues_;
  std::mutex mutex_;
  std::map<FieldSource, std::shared_ptr<Entry>> entries_;
};

/// Whether the fields of a volume may vary over time.
bool areFieldsVarying(const Prim& volume);

/// Reads the fields `density` and `emission` of a Volume prim. Fields that are those of `last`,
/// which may be null, are not read again. The fields of a volume that has no active voxels are
/// null, without a problem.
VolumeResult readVolume(const Prim& volume, TimeCode time,
                        const std::shared_ptr<const VolumeFields>& last, FieldCache& cache);

/// Builds the box of a volume, as triangles whose front faces are outside.
std::shared_ptr<const Geometry> buildVolumeBox(const VolumeFields& fields);

}  // namespace usdscope
