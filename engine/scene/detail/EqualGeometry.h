// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>
#include <string>
#include <unordered_map>

#include "engine/scene/MeshGeometry.h"

namespace usdscope {

/// The result of building a mesh. The geometry is null when there is nothing to draw.
struct BuiltMesh {
  std::shared_ptr<const MeshTopology> topology;
  std::shared_ptr<const Geometry> geometry;
  std::string problem;
};

/// Lets equal drawables share their geometry and skin, so that a crowd of one mesh has it once.
/// Drawables are compared when they are built and never again: first by the storage of their
/// arrays, which references to one text have in common, then by contents, since each reader of a
/// crate may have arrays of its own. Not thread-safe.
class EqualGeometry {
 public:
  /// Returns the result of the first mesh that is equal to `input`; empty while that is being
  /// built. `isFirst` is true when there was none: then the caller fills in the result.
  std::shared_ptr<BuiltMesh> mesh(const std::shared_ptr<const MeshInput>& input, bool& isFirst);

  /// Returns the first geometry or skin that is equal to this one.
  std::shared_ptr<const Geometry> geometry(std::shared_ptr<const Geometry> geometry);
  std::shared_ptr<const Skin> skin(std::shared_ptr<const Skin> skin,
                                   const std::shared_ptr<const Geometry>& geometry);

  /// Lets go of everything. Geometry that is shared by then stays shared.
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
