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
#include "engine/render/SkinStorage.h"
#include "engine/scene/Scene.h"

namespace usdscope {

/// The buffers of one geometry; each is there once it has been asked for.
struct GpuGeometry {
  std::shared_ptr<const Geometry> geometry;
  std::string problem;  ///< Why it is not drawn, a sentence; else empty.
  bool hasTranslucentColors = false;
  std::shared_ptr<const Buffer> positions;
  std::shared_ptr<const Buffer> normals;
  std::shared_ptr<const Buffer> texCoords;
  std::shared_ptr<const Buffer> colors;
  std::shared_ptr<const Buffer> widths;
  std::shared_ptr<const Buffer> indices;
  std::shared_ptr<const Buffer> edges;  ///< Four bits for each triangle; see mesh/surface.vert.
  std::uint64_t lastFrame = 0;
};

/// A geometry and its skin, for the compute pass.
struct GpuSkin {
  std::shared_ptr<const Geometry> geometry;
  std::shared_ptr<const Skin> skin;
  std::string problem;                         ///< Why it is not used, a sentence; else empty.
  std::optional<std::vector<SkinPart>> parts;  ///< None: not asked for yet.
  std::uint64_t lastFrame = 0;
};

/// What of geometries and skins is on the device, found by the identity of shared storage. Arrays
/// that several geometries share are there once. What no frame has used for a while is dropped.
/// The context is current.
class GpuCache {
 public:
  explicit GpuCache(SkinStorage skinStorage = SkinStorage())
      : skinStorage_(std::move(skinStorage)) {}

  /// The entry of a geometry, looked over when it is new. Stays valid until endFrame() drops it,
  /// which it does not while the frames that use it go on.
  GpuGeometry& geometry(const std::shared_ptr<const Geometry>& geometry);
  GpuSkin& skin(const Item& item);
  /// Keeps what an item that is out of sight has on the device.
  void touch(const Item& item);

  // Uploads what is not there yet. Only of geometries and skins without problems.
  const Buffer& positions(GpuGeometry& g) { return upload(g.positions, g.geometry->positions); }
  const Buffer& normals(GpuGeometry& g) { return upload(g.normals, g.geometry->normals); }
  const Buffer& texCoords(GpuGeometry& g) { return upload(g.texCoords, g.geometry->texCoords); }
  const Buffer& colors(GpuGeometry& g) { return upload(g.colors, g.geometry->colors); }
  const Buffer& widths(GpuGeometry& g) { return upload(g.widths, g.geometry->widths); }
  const Buffer& indices(GpuGeometry& g) { return upload(g.indices, g.geometry->indices); }
  const Buffer& edges(GpuGeometry& g);
  /// Where the vertices of a skinned geometry are, which needs no buffers of positions and normals
  /// then; empty when it does not fit the device.
  const std::vector<SkinPart>& skinParts(GpuSkin& skin);
  const SkinStorage& skinStorage() const { return skinStorage_; }

  void beginFrame();
  /// Drops what has not been used for the last few frames; with `isOtherScene` what this one has
  /// not used.
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
  SkinStorage skinStorage_;
  std::map<std::pair<const Geometry*, const Skin*>, GpuSkin> skins_;
  // By the address of the elements, which geometries_ keeps alive as long as the buffer.
  std::unordered_map<const void*, std::weak_ptr<const Buffer>> arrays_;
  std::uint64_t frame_ = 0;
  std::size_t uploadedBytes_ = 0;
};

}  // namespace usdscope
