// SPDX-License-Identifier: Apache-2.0
#include "engine/render/SkinPlan.h"

#include <algorithm>

#include "engine/scene/SkinVertices.h"

namespace usdscope {
namespace {

// The number of elements in the smallest multiple of 256 bytes that their size divides.
constexpr std::size_t kRowStep = 256 / sizeof(glm::vec4);
constexpr std::size_t kBlendWeightStep = 256 / sizeof(float);
constexpr std::size_t kVertexStep = 768 / sizeof(SkinnedVertex);
static_assert(kVertexStep * sizeof(SkinnedVertex) == 768);

// A part of an item with the ranges that it reads and writes.
struct PlannedPart {
  const SkinnedItem* item = nullptr;
  const SkinPart* part = nullptr;
  BoundRange rows, blendWeights, vertices;
};

BoundRange rangeFrom(std::size_t first, std::size_t count) { return {first, first + count}; }

std::uint32_t placeOf(const std::shared_ptr<const SkinBlock>& block) {
  return block ? block->first : 0;
}

skinning::Draw drawOf(const PlannedPart& planned, const SkinDispatch& dispatch) {
  const SkinPart& part = *planned.part;
  const Skin& skin = *planned.item->skin;
  const auto beyond = [](const BoundRange& own, const BoundRange& bound) {
    return static_cast<std::uint32_t>(own.first - bound.first);
  };
  skinning::Draw draw;
  draw.firstGroup = dispatch.groupCount;
  draw.vertexCount = part.vertexCount;
  draw.firstSkinned = beyond(planned.vertices, dispatch.vertices);
  draw.firstRow = beyond(planned.rows, dispatch.rows);
  draw.firstBlendWeight = beyond(planned.blendWeights, dispatch.blendWeights);
  draw.influenceCount = skin.influencesPerVertex;
  if (part.normals) draw.flags |= skinning::kHasNormals;
  if (part.blends) draw.flags |= skinning::kHasBlends;
  if (skin.method == SkinningMethod::DualQuaternion) draw.flags |= skinning::kIsDualQuaternion;
  draw.positions = placeOf(part.positions);
  draw.normals = placeOf(part.normals);
  draw.joints = placeOf(part.joints);
  draw.weights = placeOf(part.weights);
  draw.blends = placeOf(part.blends);
  return draw;
}

// A dispatch that starts with this part.
SkinDispatch dispatchFrom(const PlannedPart& planned, std::size_t firstDraw) {
  const auto aligned = [](const BoundRange& range, std::size_t step) {
    const std::size_t first = range.first / step * step;
    return BoundRange{first, first};
  };
  SkinDispatch dispatch;
  dispatch.page = planned.part->page;
  dispatch.firstDraw = static_cast<std::uint32_t>(firstDraw);
  dispatch.rows = aligned(planned.rows, kRowStep);
  dispatch.blendWeights = aligned(planned.blendWeights, kBlendWeightStep);
  dispatch.vertices = aligned(planned.vertices, kVertexStep);
  return dispatch;
}

bool fits(const SkinDispatch& dispatch, const PlannedPart& planned, std::size_t maxBytes) {
  const auto isBindable = [&](const BoundRange& bound, const BoundRange& own, std::size_t size) {
    return (own.last - bound.first) * size <= maxBytes;
  };
  return dispatch.page == planned.part->page &&
         isBindable(dispatch.rows, planned.rows, sizeof(glm::vec4)) &&
         isBindable(dispatch.blendWeights, planned.blendWeights, sizeof(float)) &&
         isBindable(dispatch.vertices, planned.vertices, sizeof(SkinnedVertex));
}

}  // namespace

void SkinPlan::append(const SkinPlan& other) {
  const auto firstDraw = static_cast<std::uint32_t>(draws.size());
  draws.insert(draws.end(), other.draws.begin(), other.draws.end());
  for (const SkinDispatch& dispatch : other.dispatches) {
    dispatches.push_back(dispatch);
    dispatches.back().firstDraw += firstDraw;
  }
}

SkinPlan planSkinning(std::span<const SkinnedItem> items, const SkinLimits& limits) {
  std::vector<PlannedPart> planned;
  for (const SkinnedItem& item : items) {
    const BoundRange rows = rangeFrom(item.firstRow, skinRowCount(*item.skin));
    const BoundRange weights = rangeFrom(item.firstBlendWeight, item.skin->blendShapes.size());
    for (const SkinPart& part : item.parts) {
      if (part.vertexCount == 0) continue;
      const BoundRange vertices = rangeFrom(item.firstVertex + part.firstVertex, part.vertexCount);
      planned.push_back({&item, &part, rows, weights, vertices});
    }
  }
  std::ranges::stable_sort(planned, std::ranges::less{},
                           [](const PlannedPart& p) { return p.part->page; });
  SkinPlan plan;
  for (const PlannedPart& next : planned) {
    if (plan.dispatches.empty() || !fits(plan.dispatches.back(), next, limits.boundBytes)) {
      plan.dispatches.push_back(dispatchFrom(next, plan.draws.size()));
    }
    SkinDispatch& dispatch = plan.dispatches.back();
    plan.draws.push_back(drawOf(next, dispatch));
    ++dispatch.drawCount;
    dispatch.groupCount +=
        (next.part->vertexCount + skinning::kGroupSize - 1) / skinning::kGroupSize;
    const auto extend = [](BoundRange& bound, const BoundRange& own) {
      bound.last = std::max(bound.last, own.last);
    };
    extend(dispatch.rows, next.rows);
    extend(dispatch.blendWeights, next.blendWeights);
    extend(dispatch.vertices, next.vertices);
  }
  for (SkinDispatch& dispatch : plan.dispatches) {
    dispatch.gridHeight = (dispatch.groupCount + limits.gridWidth - 1) / limits.gridWidth;
    dispatch.gridWidth = (dispatch.groupCount + dispatch.gridHeight - 1) / dispatch.gridHeight;
  }
  return plan;
}

}  // namespace usdscope
