// SPDX-License-Identifier: Apache-2.0
#include "engine/render/GpuCache.h"

#include <algorithm>
#include <vector>

#include "engine/render/ShaderInterface.h"
#include "engine/render/TriangleEdges.h"
#include "engine/scene/SkinVertices.h"

namespace usdscope {
namespace {

constexpr std::uint64_t kKeptFrames = 8;

std::string geometryProblem(const Geometry& geometry) {
  const std::size_t count = geometry.vertexCount();
  const auto fits = [&](std::size_t size) { return size == 0 || size == count; };
  if (!fits(geometry.normals.size()) || !fits(geometry.texCoords.size()) ||
      !fits(geometry.colors.size()) || !fits(geometry.widths.size())) {
    return "The vertices have too many or too few values.";
  }
  if (std::ranges::any_of(geometry.indices, [&](std::uint32_t i) { return i >= count; })) {
    return "An index names a vertex that is not there.";
  }
  return {};
}

}  // namespace

GpuGeometry& GpuCache::geometry(const std::shared_ptr<const Geometry>& geometry) {
  GpuGeometry& entry = geometries_[geometry.get()];
  entry.lastFrame = frame_;
  if (entry.geometry) return entry;
  entry.geometry = geometry;
  entry.problem = geometryProblem(*geometry);
  entry.hasTranslucentColors =
      std::ranges::any_of(geometry->colors, [](const glm::vec4& c) { return c.w < 0.999f; });
  return entry;
}

GpuSkin& GpuCache::skin(const Item& item) {
  GpuSkin& entry = skins_[item.skin.get()];
  entry.lastFrame = frame_;
  if (entry.skin && entry.vertexCount == item.geometry->vertexCount()) return entry;
  entry = {};
  entry.skin = item.skin;
  entry.vertexCount = item.geometry->vertexCount();
  entry.problem = skinProblem(*item.geometry, *item.skin);
  entry.lastFrame = frame_;
  return entry;
}

void GpuCache::touch(const Item& item) {
  if (const auto found = geometries_.find(item.geometry.get()); found != geometries_.end()) {
    found->second.lastFrame = frame_;
  }
  if (!item.skin) return;
  if (const auto found = skins_.find(item.skin.get()); found != skins_.end()) {
    found->second.lastFrame = frame_;
  }
}

const Buffer& GpuCache::edges(GpuGeometry& g) {
  if (!g.edges) {
    const std::vector<std::uint32_t> bits =
        drawnEdges(g.geometry->indices.span(), g.geometry->primitiveFaces.span());
    g.edges = made(std::as_bytes(std::span(bits)));
  }
  return *g.edges;
}

void GpuCache::uploadSkin(GpuSkin& entry) {
  if (entry.influences) return;
  const Skin& skin = *entry.skin;
  std::vector<skinning::Influence> influences(skin.joints.size());
  for (std::size_t i = 0; i < influences.size(); ++i) {
    influences[i] = {skin.joints[i], skin.weights[i]};
  }
  entry.influences = made(std::as_bytes(std::span(influences)));
  if (skin.blendShapes.empty()) return;

  // From a list of vertices for each shape to a list of shapes for each vertex.
  std::vector<std::uint32_t> starts(entry.vertexCount + 1, 0);
  for (const Skin::BlendShape& shape : skin.blendShapes) {
    for (std::uint32_t i = 0; i < shape.offsetCount; ++i) {
      ++starts[skin.blendOffsets[shape.firstOffset + i].vertex + 1];
    }
  }
  for (std::size_t v = 0; v < entry.vertexCount; ++v) starts[v + 1] += starts[v];
  std::vector<skinning::BlendOffset> offsets(starts.back());
  std::vector<std::uint32_t> next(starts.begin(), starts.end() - 1);
  for (std::uint32_t s = 0; s < skin.blendShapes.size(); ++s) {
    const Skin::BlendShape& shape = skin.blendShapes[s];
    for (std::uint32_t i = 0; i < shape.offsetCount; ++i) {
      const Skin::BlendOffset& from = skin.blendOffsets[shape.firstOffset + i];
      offsets[next[from.vertex]++] = {from.position, s, glm::vec4(from.normal, 0.0f)};
    }
  }
  entry.blendStarts = made(std::as_bytes(std::span(starts)));
  entry.blendOffsets = made(std::as_bytes(std::span(offsets)));
}

void GpuCache::beginFrame() {
  ++frame_;
  uploadedBytes_ = 0;
}

void GpuCache::endFrame(bool isOtherScene) {
  const std::uint64_t kept = isOtherScene ? 0 : kKeptFrames;
  const auto isOld = [&](const auto& entry) { return entry.second.lastFrame + kept < frame_; };
  const std::size_t dropped = std::erase_if(geometries_, isOld) + std::erase_if(skins_, isOld);
  if (dropped > 0) std::erase_if(arrays_, [](const auto& entry) { return entry.second.expired(); });
}

std::shared_ptr<const Buffer> GpuCache::shared(const void* key, std::span<const std::byte> bytes) {
  std::weak_ptr<const Buffer>& known = arrays_[key];
  if (auto buffer = known.lock()) return buffer;
  auto buffer = std::make_shared<const Buffer>(Buffer::of(bytes));
  uploadedBytes_ += bytes.size();
  known = buffer;
  return buffer;
}

std::shared_ptr<const Buffer> GpuCache::made(std::span<const std::byte> bytes) {
  uploadedBytes_ += bytes.size();
  return std::make_shared<const Buffer>(Buffer::of(bytes));
}

}  // namespace usdscope
