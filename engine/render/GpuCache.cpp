// SPDX-License-Identifier: Apache-2.0
#include "engine/render/GpuCache.h"

#include <algorithm>
#include <vector>

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
    return "The normals, texture coordinates, colours or widths do not match the number of points.";
  }
  if (std::ranges::any_of(geometry.indices, [&](std::uint32_t i) { return i >= count; })) {
    return "A vertex index is out of range.";
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
  GpuSkin& entry = skins_[{item.geometry.get(), item.skin.get()}];
  entry.lastFrame = frame_;
  if (entry.skin) return entry;
  entry.geometry = item.geometry;
  entry.skin = item.skin;
  entry.problem = skinProblem(*item.geometry, *item.skin);
  return entry;
}

void GpuCache::touch(const Item& item) {
  if (const auto found = geometries_.find(item.geometry.get()); found != geometries_.end()) {
    found->second.lastFrame = frame_;
  }
  if (!item.skin) return;
  const auto found = skins_.find({item.geometry.get(), item.skin.get()});
  if (found != skins_.end()) found->second.lastFrame = frame_;
}

const Buffer& GpuCache::edges(GpuGeometry& g, bool ofCage) {
  std::shared_ptr<const Buffer>& edges = ofCage ? g.cageEdges : g.edges;
  if (!edges) {
    const std::vector<std::uint32_t> bits = drawnEdges(*g.geometry, ofCage);
    edges = made(std::as_bytes(std::span(bits)));
  }
  return *edges;
}

const std::vector<SkinPart>& GpuCache::skinParts(GpuSkin& entry) {
  if (!entry.parts) {
    const std::size_t before = skinStorage_.uploadedBytes();
    entry.parts = skinStorage_.store(*entry.geometry, *entry.skin);
    uploadedBytes_ += skinStorage_.uploadedBytes() - before;
  }
  return *entry.parts;
}

void GpuCache::beginFrame() {
  ++frame_;
  uploadedBytes_ = 0;
}

void GpuCache::endFrame(bool isOtherScene) {
  const std::uint64_t kept = isOtherScene ? 0 : kKeptFrames;
  const auto isOld = [&](const auto& entry) { return entry.second.lastFrame + kept < frame_; };
  if (std::erase_if(skins_, isOld) > 0) skinStorage_.trim();
  if (std::erase_if(geometries_, isOld) > 0) {
    jointGeometries_.drop([&](const Geometry* used) { return geometries_.contains(used); });
    std::erase_if(arrays_, [](const auto& entry) { return entry.second.expired(); });
  }
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
