// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <unordered_map>
#include <utility>
#include <vector>

#include "engine/gl/Buffer.h"
#include "engine/render/JointIds.h"
#include "engine/render/SkinStorage.h"
#include "engine/scene/Scene.h"

namespace usdscope {

/// The buffers of one geometry. A buffer is null until it is first requested.
struct GpuGeometry {
  std::shared_ptr<const Geometry> geometry;
  std::string problem;  ///< A sentence that says why the geometry is not drawn; else empty.
  bool hasTranslucentColors = false;
  std::shared_ptr<const Buffer> positions;
  std::shared_ptr<const Buffer> normals;
  std::shared_ptr<const Buffer> texCoords;
  std::shared_ptr<const Buffer> colors;
  std::shared_ptr<const Buffer> widths;
  std::shared_ptr<const Buffer> indices;
  std::shared_ptr<const Buffer> edges;  ///< Four bits per triangle; see drawnEdges().
  std::shared_ptr<const Buffer> cageEdges;
  std::uint64_t lastFrame = 0;
};

/// A geometry with its skin, for the compute pass.
struct GpuSkin {
  std::shared_ptr<const Geometry> geometry;
  std::shared_ptr<const Skin> skin;
  std::string problem;  ///< A sentence that says why the skin is unusable; else empty.
  std::optional<std::vector<SkinPart>> parts;  ///< Empty until they are first requested.
  std::uint64_t lastFrame = 0;
};

/// The geometries and skins on the GPU, keyed by the address of their shared storage. An array that
/// several geometries share is uploaded once. Entries that no recent frame has used are dropped.
/// Requires: the context is current.
class GpuCache {
 public:
  explicit GpuCache(SkinStorage skinStorage = SkinStorage())
      : skinStorage_(std::move(skinStorage)) {}

  /// Returns the entry of a geometry; a new entry is validated first. The reference stays valid
  /// until endFrame() drops the entry, which it does only when recent frames have not used it.
  GpuGeometry& geometry(const std::shared_ptr<const Geometry>& geometry);
  GpuSkin& skin(const Item& item);
  /// Returns the entry of JointGeometries::of(). Requires: skin() has no problem.
  GpuGeometry& numberedByJoint(const Item& item) { return geometry(jointGeometries_.of(item)); }
  /// Marks the buffers of an item that is out of sight as used, so that they stay on the GPU.
  void touch(const Item& item);
  void touch(GpuGeometry& geometry) { geometry.lastFrame = frame_; }
  void touch(GpuSkin& skin) { skin.lastFrame = frame_; }

  // These return a buffer and upload it on first use. Requires: the entry has no problem.
  const Buffer& positions(GpuGeometry& g) { return upload(g.positions, g.geometry->positions); }
  const Buffer& normals(GpuGeometry& g) { return upload(g.normals, g.geometry->normals); }
  const Buffer& texCoords(GpuGeometry& g) { return upload(g.texCoords, g.geometry->texCoords); }
  const Buffer& colors(GpuGeometry& g) { return upload(g.colors, g.geometry->colors); }
  const Buffer& widths(GpuGeometry& g) { return upload(g.widths, g.geometry->widths); }
  const Buffer& indices(GpuGeometry& g) { return upload(g.indices, g.geometry->indices); }
  const Buffer& edges(GpuGeometry& g, bool ofCage);
  /// Returns the parts of a skinned geometry in the skin storage, and uploads them on first use. A
  /// skinned geometry needs no buffers of positions and normals. Empty when it does not fit the
  /// GPU.
  const std::vector<SkinPart>& skinParts(GpuSkin& skin);
  const SkinStorage& skinStorage() const { return skinStorage_; }

  void beginFrame();
  /// Drops entries that the last few frames have not used. With `isOtherScene` (the Scene::source
  /// differs from that of the last frame), drops all entries that this frame has not used.
  void endFrame(bool isOtherScene = false);

  std::size_t uploadedBytes() const { return uploadedBytes_; }  ///< Since beginFrame().
  std::size_t geometryCount() const { return geometries_.size(); }

 private:
  template <typename T>
  const Buffer& upload(std::shared_ptr<const Buffer>& slot, const Array<T>& items) {
    if (!slot) slot = shared(items.data(), std::as_bytes(items.span()));
    return *slot;
  }
  std::shared_ptr<const Buffer> shared(const void* key, std::span<const std::byte> bytes);
  std::shared_ptr<const Buffer> made(std::span<const std::byte> bytes);

  std::unordered_map<const Geometry*, GpuGeometry> geometries_;
  JointGeometries jointGeometries_;
  SkinStorage skinStorage_;
  std::map<std::pair<const Geometry*, const Skin*>, GpuSkin> skins_;
  // Keyed by the address of the elements, which geometries_ keeps alive as long as the buffer.
  std::unordered_map<const void*, std::weak_ptr<const Buffer>> arrays_;
  std::uint64_t frame_ = 0;
  std::size_t uploadedBytes_ = 0;
};

}  // namespace usdscope
