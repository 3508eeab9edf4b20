// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <span>
#include <vector>

#include "engine/render/ShaderInterface.h"
#include "engine/render/SkinStorage.h"

namespace usdscope {

/// A skinned item: the places of its constant arrays in the storage, and of its pose and its
/// vertices in the buffers of the frame.
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

/// A run of the draw table that one dispatch works on, and the buffer ranges that it binds. Each
/// range starts at a multiple of 256 bytes, an alignment that every driver accepts.
struct SkinDispatch {
  std::uint32_t page = 0;
  std::uint32_t firstDraw = 0;
  std::uint32_t drawCount = 0;
  std::uint32_t groupCount = 0;
  std::uint32_t groupsInRow =
      0;  ///< Width of the grid of groups; its last row may have spare ones.
  std::uint32_t groupRows = 0;
  BoundRange rows;
  BoundRange blendWeights;
  BoundRange vertices;
};

/// The limits of a device. Every device can dispatch the default number of groups.
struct SkinLimits {
  std::size_t boundBytes = 0;
  std::uint32_t groupsInRow = 65535;
};

/// The draw table of a frame and its dispatches. One dispatch serves all items that share a page,
/// as long as the bound ranges fit the limits. Otherwise the plan has as few dispatches as
/// possible.
struct SkinPlan {
  std::vector<skinning::Draw> draws;
  std::vector<SkinDispatch> dispatches;
};

/// Requires: the items are in the order of their places in the buffers of rows, blend weights and
/// vertices.
SkinPlan planSkinning(std::span<const SkinnedItem> items, const SkinLimits& limits);

}  // namespace usdscope
