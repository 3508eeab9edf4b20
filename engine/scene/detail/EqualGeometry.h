// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>
#include <string>
#include <unordered_map>

#include "engine/scene/RefinedMesh.h"

namespace usdscope {

/// The result of building a mesh. The geometry is null when there is nothing to draw.
struct BuiltMesh {
  std::shared_ptr<const MeshTopology> topology;
  std::shared_ptr<const Geometry> geometry;
  std::shared_ptr<const RefinedMesh> refinedMesh;  ///< Null if the cage is drawn.
  std::shared_ptr<const RefinedCage> cage;         ///< Null if the cage is drawn.
  std::string problem;
};

/// Lets equal drawables share their geometry and skin, so that a crowd of one mesh has its geometry
/// once. Drawables are compared only when they are built: first by the storage of their arrays,
/// which prims from one text layer share, then by content, because each read from a crate layer may
/// make a new array. Not thread-safe.
class EqualGeometry {
 public:
  /// Returns the result of the first mesh that is equal to `input`; it is not filled in until this
  /// mesh is built. If there was no equal mesh, sets `isFirst` to true, and the caller must fill in
  /// the result.
  std::shared_ptr<BuiltMesh> mesh(const std::shared_ptr<const MeshInput>& input, bool& isFirst);

  /// These two functions return the first geometry or skin that is equal to the given one.
  std::shared_ptr<const Geometry> geometry(std::shared_ptr<const Geometry> geometry);
  std::shared_ptr<const Skin> skin(std::shared_ptr<const Skin> skin,
                                   const std::shared_ptr<const Geometry>& geometry);

  /// Drops all references. Geometry that is already shared stays shared.
  void forget();

 private:
  struct KnownMesh {
    std::shared_ptr<const MeshInput> input;
    std::shared_ptr<BuiltMesh> built;
  };
  std::unordered_multimap<std::size_t, KnownMesh> meshes_;
  std::unordered_multimap<std::size_t, std::shared_ptr<const Geometry>> geometries_;
  std::unordered_multimap<std::size_t, std::shared_ptr<const Skin>> skins_;
};

}  // namespace usdscope
