// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <span>
#include <vector>

#include "engine/render/ShaderInterface.h"
#include "engine/render/SkinStorage.h"

namespace usdscope {

/// A skinned item: its parts in the skin storage, and the index of its first row, weight and vertex
/// in the buffers of the frame.
struct SkinnedItem {
  std::span<const SkinPart> parts;
  const Skin* skin = nullptr;
  std::size_t firstRow = 0;
  std::size_t firstBlendWeight = 0;
  std::size_t firstVertex = 0;
};

/// Elements [first, last) of a buffer.
struct BoundRange {
  std::size_t first = 0;
  std::size_t last = 0;
  bool operator==(const BoundRange&) const = default;
};

/// A range of the draw table that one dispatch skins, and the buffer ranges that it binds. Each
/// buffer range starts at a multiple of 256 bytes, an alignment that every driver accepts.
struct SkinDispatch {
  std::uint32_t page = 0;
  std::uint32_t firstDraw = 0;
  std::uint32_t drawCount = 0;
  std::uint32_t groupCount = 0;
  std::uint32_t groupsInRow =
      0;  ///< Width of the grid of work groups; its last row may have unused groups.
  std::uint32_t groupRows = 0;
  BoundRange rows;
  BoundRange blendWeights;
  BoundRange vertices;
};

/// The limits of a GPU. Every GPU can dispatch the default number of groups.
struct SkinLimits {
  std::size_t boundBytes = 0;
  std::uint32_t groupsInRow = 65535;
};

/// The draw table of a frame and its dispatches. One dispatch skins all items that share a page, if
/// the buffer ranges are within the limits. Otherwise the plan has as few dispatches as possible.
struct SkinPlan {
  std::vector<skinning::Draw> draws;
  std::vector<SkinDispatch> dispatches;
};

/// Plans the skinning of a frame. Requires: the items are in the order of their rows, blend weights
/// and vertices in the buffers.
SkinPlan planSkinning(std::span<const SkinnedItem> items, const SkinLimits& limits);

}  // namespace usdscope
