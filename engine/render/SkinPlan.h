// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <span>
#include <vector>

#include "engine/render/ShaderInterface.h"
#include "engine/render/SkinStorage.h"

namespace usdscope {

/// A skinned item: its parts in the skin storage, and its places in the buffers of the frame, which
/// hold the matrix rows (ShaderInterface.h), blend weights and skinned vertices of all items.
struct SkinnedItem {
  std::span<const SkinPart> parts;  ///< Ranges of its vertices; each lies in one page.
  const Skin* skin = nullptr;
  std::size_t firstRow = 0;  ///< First row of its skinning matrices.
  std::size_t firstBlendWeight = 0;
  std::size_t firstVertex = 0;
};

/// The elements [first, last) of a buffer that a dispatch binds.
struct BoundRange {
  std::size_t first = 0;
  std::size_t last = 0;
  bool operator==(const BoundRange&) const = default;
};

/// A range of the draw table that one dispatch skins, and the buffer ranges that it binds. The draw
/// table has an entry for each part to skin. Each buffer range starts at a multiple of 256 bytes,
/// an alignment that every driver accepts.
struct SkinDispatch {
  std::uint32_t page = 0;  ///< The buffer of the skin storage that has the parts.
  std::uint32_t firstDraw = 0;
  std::uint32_t drawCount = 0;
  std::uint32_t groupCount = 0;  ///< Work groups that have work.
  /// Width and height of the grid of work groups. The last row of the grid may have unused groups.
  std::uint32_t gridWidth = 0;
  std::uint32_t gridHeight = 0;
  BoundRange rows;  ///< Matrix rows.
  BoundRange blendWeights;
  BoundRange vertices;
};

/// The limits of a GPU.
struct SkinLimits {
  std::size_t boundBytes = 0;       ///< Size of the largest buffer range that can be bound.
  std::uint32_t gridWidth = 65535;  ///< The default is what OpenGL guarantees.
};

/// The draw table of a frame and its dispatches. There is one dispatch per page, or more, but
/// as few as possible, if a buffer range would exceed the limits.
struct SkinPlan {
  std::vector<skinning::Draw> draws;
  std::vector<SkinDispatch> dispatches;

  /// Appends the draws and dispatches of another plan.
  void append(const SkinPlan& other);
};

/// Plans the skinning of a frame. Requires: the items are in the order of their rows, blend weights
/// and vertices in the buffers.
SkinPlan planSkinning(std::span<const SkinnedItem> items, const SkinLimits& limits);

}  // namespace usdscope
