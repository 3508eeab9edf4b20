// SPDX-License-Identifier: Apache-2.0
#include "engine/render/DrawList.h"

#include <algorithm>

#include "engine/base/Parallel.h"

namespace usdscope {
namespace {

constexpr std::size_t kTestedTogether = 1024;

// For each object, whether it might cover a sample.
std::vector<char> objectsInSight(const DrawTable& table, const SampleGrid& grid) {
  std::vector<char> isSeen(table.objects.size());
  parallelFor(isSeen.size(), kTestedTogether, [&](std::size_t first, std::size_t last) {
    for (std::size_t i = first; i < last; ++i) {
      const ObjectBounds& bounds = table.bounds[i];
      isSeen[i] = grid.frustum().mightSee(bounds.world) &&
                  (!bounds.isSurface || grid.mightCover(bounds.world));
    }
  });
  return isSeen;
}

DrawCall callOf(const DrawState& state) {
  DrawCall call;
  call.geometry = state.geometry;
  call.firstIndex = state.firstIndex;
  call.indexCount = state.indexCount;
  call.material = state.material;
  call.isMirrored = state.isMirrored;
  call.isDoubleSided = state.isDoubleSided;
  call.volume = state.volume.get();
  return call;
}

// With `omitsHidden`, objects that others hide because they are in the same place are omitted.
DrawCalls callsFor(const DrawList& list, const SampleGrid& grid, const std::vector<char>& isSeen,
                   bool omitsHidden = false) {
  const DrawTable& table = *list.table;
  DrawCalls calls;
  omitsHidden = omitsHidden && !table.hiders.empty();
  for (const DrawBatch& batch : table.batches) {
    DrawCall call = callOf(batch.state);
    if (batch.skinned != DrawBatch::kNotSkinned) {
      call.firstSkinnedVertex = list.firstVertices[batch.skinned];
      if (call.firstSkinnedVertex == DrawCall::kNotSkinned) continue;
    }
    call.firstObject = static_cast<std::uint32_t>(calls.order.size());
    for (std::uint32_t i = 0; i < batch.memberCount; ++i) {
      const std::uint32_t object = table.members[batch.firstMember + i];
      if (!isSeen[object]) continue;
      if (omitsHidden) {
        const std::uint32_t hider = table.hiders[batch.firstMember + i];
        if (hider != kAloneInPlace && isSeen[hider]) continue;
      }
      calls.order.push_back(object);
    }
    call.objectCount = static_cast<std::uint32_t>(calls.order.size()) - call.firstObject;
    if (call.objectCount == 0) continue;
    if (!batch.worldBounds.isEmpty()) {
      call.depth = grid.frustum().depthOf(batch.worldBounds.center());
    }
    calls.of(batch.state.pass).push_back(call);
  }
  std::ranges::stable_sort(calls.translucent, std::ranges::greater{}, &DrawCall::depth);
  std::ranges::stable_sort(calls.volumes, std::ranges::greater{}, &DrawCall::depth);
  return calls;
}

}  // namespace

bool DrawCalls::isEmpty() const { return order.empty(); }

std::vector<DrawCall>& DrawCalls::of(DrawPass pass) {
  switch (pass) {
    case DrawPass::Opaque:
      return opaque;
    case DrawPass::Cutout:
      return cutout;
    case DrawPass::Translucent:
      return translucent;
    case DrawPass::Lines:
      return lines;
    case DrawPass::Dots:
      return dots;
    case DrawPass::Volumes:
      return volumes;
    case DrawPass::Bones:
      return bones;
    case DrawPass::HighlightedBones:
      break;
  }
  return highlightedBones;
}

DrawList buildDrawList(std::shared_ptr<const DrawTable> table, const Scene& scene,
                       const SampleGrid& grid, bool posesAll) {
  DrawList list;
  list.table = std::move(table);
  const std::vector<char> isSeen = objectsInSight(*list.table, grid);
  for (const PosedItem& posed : list.table->posed) {
    std::uint32_t& first = list.firstVertices.emplace_back(DrawCall::kNotSkinned);
    if (!posesAll && !grid.frustum().mightSee(posed.worldBounds)) continue;
    first = list.skinnedVertexCount;
    const Item& item = posed.isBones ? scene.bones[posed.item] : scene.items[posed.item];
    list.skinned.push_back({&item, posed.skin, first});
    list.skinnedVertexCount += posed.vertexCount;
  }
  list.calls = callsFor(list, grid, isSeen, true);
  for (const auto* surfaces : {&list.calls.opaque, &list.calls.cutout, &list.calls.translucent}) {
    for (const DrawCall& call : *surfaces) {
      list.triangleCount += std::size_t{call.indexCount} / 3 * call.objectCount;
    }
  }
  return list;
}

DrawCalls selectCalls(const DrawList& list, const SampleGrid& grid,
                      const std::function<bool(std::uint32_t object)>& isWanted) {
  std::vector<char> isSeen = objectsInSight(*list.table, grid);
  if (isWanted) {
    for (std::uint32_t i = 0; i < isSeen.size(); ++i) isSeen[i] = isSeen[i] && isWanted(i);
  }
  return callsFor(list, grid, isSeen);
}

}  // namespace usdscope
