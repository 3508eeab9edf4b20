// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>
#include <string>
#include <unordered_map>

#include "engine/scene/MeshGeometry.h"

namespace usdscope {

/// What a mesh has become. The geometry is null when there is nothing to draw.
struct BuiltMesh {
  MeshTopology topology;
  std::shared_ptr<const Geometry> geometry;
  std::string problem;
};

/// Makes drawables that are equal share what is built for them, so that a crowd of one mesh has it
/// once. They are compared when they are built, and never again: by the storage of the arrays that
/// they are made from, which references to one text have in common, else by their contents, since
/// each reader of a crate may have arrays of its own. Not thread-safe.
class EqualGeometry {
 public:
  /// What has been built from an equal mesh; null: nothing yet. Stays until forget().
  const BuiltMesh* findMesh(const MeshInput& input) const;
  void addMesh(MeshInput input, BuiltMesh built);

  /// The first of all that are equal to these.
  std::shared_ptr<const Geometry> geometry(std::shared_ptr<const Geometry> geometry);
  std::shared_ptr<const Skin> skin(std::shared_ptr<const Skin> skin,
                                   const std::shared_ptr<const Geometry>& geometry);

  /// Lets go of everything. What is still shared then stays so.
  void forget();

 private:
  struct KnownMesh {
    MeshInput input;
    BuiltMesh built;
  };
  std::unordered_multimap<std::size_t, KnownMesh> meshes_;
  std::unordered_multimap<std::size_t, std::shared_ptr<const Geometry>> geometries_;
  std::unordered_multimap<std::size_t, std::shared_ptr<const Skin>> skins_;
};

}  // namespace usdscope
