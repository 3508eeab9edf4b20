// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <opensubdiv/far/topologyRefiner.h>

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "engine/scene/MeshGeometry.h"
#include "engine/scene/Stencils.h"

namespace usdscope {

/// Per face corner, the number of its value in a faceVarying primvar. Corners of one point share a
/// value if they have equal indices.
struct CornerValues {
  std::vector<int> numbers;            ///< Per face corner.
  std::vector<std::uint32_t> corners;  ///< Per value, a corner that has it.
};

/// Numbers the values of a faceVarying primvar. `indices` are its authored indices; if it has fewer
/// than there are corners, no corners share a value. Requires: all faces are valid.
CornerValues numberCornerValues(const MeshInput& input, const Array<int>& indices);

using RefinerPointer = std::unique_ptr<OpenSubdiv::Far::TopologyRefiner>;

/// Makes OpenSubdiv's description of a mesh and refines it to a level of at least 1. Returns null,
/// and a sentence in `problem`, if OpenSubdiv rejects the mesh. Invalid creases, corners and holes
/// are ignored, with a sentence in `problem` if that is still empty. Requires: all faces are valid.
RefinerPointer refineTopology(const MeshInput& input, int level,
                              const std::vector<const CornerValues*>& channels,
                              std::string& problem);

/// The weights of the points, or of varying primvars, of the last level.
Stencils pointStencils(const OpenSubdiv::Far::TopologyRefiner& refiner, bool isVarying);

/// The weights of the faceVarying values of the last level. Their sources are face corners.
Stencils cornerStencils(const OpenSubdiv::Far::TopologyRefiner& refiner, int channel,
                        const CornerValues& values);

}  // namespace usdscope
