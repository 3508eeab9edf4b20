// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <span>
#include <vector>

#include "engine/render/ShaderInterface.h"
#include "engine/render/SkinStorage.h"

namespace usdscope {

/// An item that is skinned: where what does not change is, and where its pose and its vertices are
/// among those of the frame.
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

/// A run of the draw table that one dispatch works on, and what it binds. The first of each range
/// is at a multiple of 256 bytes, where every driver lets it be.
struct SkinDispatch {
  std::uint32_t page = 0;
  std::uint32_t firstDraw = 0;
  std::uint32_t drawCount = 0;
  std::uint32_t groupCount = 0;
  std::uint32_t groupsInRow = 0;  ///< Of a grid of groups; the last may be too many.
  std::uint32_t groupRows = 0;
  BoundRange rows;
  BoundRange blendWeights;
  BoundRange vertices;
};

/// What a device can do; groups as every device can.
struct SkinLimits {
  std::size_t boundBytes = 0;
  std::uint32_t groupsInRow = 65535;
};

/// The draw table of a frame. One dispatch for all items, as long as they share a page and none of
/// the buffers is larger than what can be bound; else as few as it takes.
struct SkinPlan {
  std::vector<skinning::Draw> draws;
  std::vector<SkinDispatch> dispatches;
};

/// `items` follow each other in the buffers of rows, blend weights and vertices.
SkinPlan planSkinning(std::span<const SkinnedItem> items, const SkinLimits& limits);

}  // namespace usdscope
