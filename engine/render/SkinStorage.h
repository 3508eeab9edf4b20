// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <map>
#include <memory>
#include <span>
#include <vector>

#include "engine/gl/Buffer.h"
#include "engine/scene/Scene.h"

namespace usdscope {

/// An array in a page of the storage. It stays there while somebody holds the block. It moves
/// within its page when the page is rebuilt.
struct SkinBlock {
  std::uint32_t first = 0;  ///< Words from the start of the page.
  std::uint32_t wordCount = 0;
};

/// A run of vertices of a skinned geometry whose arrays are all in one page. Missing arrays are
/// null.
struct SkinPart {
  std::uint32_t page = 0;
  std::uint32_t firstVertex = 0;
  std::uint32_t vertexCount = 0;
  std::shared_ptr<const SkinBlock> positions;
  std::shared_ptr<const SkinBlock> normals;
  std::shared_ptr<const SkinBlock> joints;
  std::shared_ptr<const SkinBlock> weights;
  std::shared_ptr<const SkinBlock> blends;  ///< The layout is described in mesh/skin.comp.
};

/// The constant arrays of all skinned geometries in one buffer on the device, so that one dispatch
/// can read them all. A full buffer (a page) is followed by another page, which needs a dispatch of
/// its own. Arrays with shared storage are in a page once. A page grows by copying on the device,
/// which drops blocks that nobody holds. Requires: the context is current.
class SkinStorage {
 public:
  /// The page size in bytes that suits this device: the largest that a shader can bind, at most 1
  /// GiB.
  static std::size_t largestPage();
  explicit SkinStorage(std::size_t maxPageBytes = largestPage());

  /// Uploads the arrays of a geometry and its skin that are not in the storage yet. Returns their
  /// parts: usually one, several when a page is too small, none when a page is too small for a
  /// single vertex. Requires: skinProblem() is empty, and geometry and skin outlive the parts.
  std::vector<SkinPart> store(const Geometry& geometry, const Skin& skin);
  /// Returns memory to the device after parts have been dropped.
  void trim();

  GLuint page(std::uint32_t page) const { return pages_[page].buffer.id(); }
  std::size_t pageCount() const { return pages_.size(); }
  std::size_t maxPageBytes() const { return maxWords_ * sizeof(std::uint32_t); }
  /// The size of all pages in the memory of the device.
  std::size_t byteSize() const;
  std::size_t uploadedBytes() const { return uploadedBytes_; }  ///< Since construction.

 private:
  struct Source {  // Identifies the data that a block was made from.
    const void* items = nullptr;
    const void* shapes = nullptr;   // Only for blends: they depend on more than the offsets.
    std::uint32_t firstVertex = 0;  // Only for blends.
    std::size_t wordCount = 0;      // 0 for a missing array.
    auto operator<=>(const Source&) const = default;
  };
  struct Run;
  struct Page {
    Buffer buffer;
    std::size_t end = 0;  // Used words, including blocks that nobody holds any more.
    std::map<Source, std::weak_ptr<SkinBlock>> blocks;

    std::size_t capacity() const { return buffer.byteSize() / sizeof(std::uint32_t); }
    std::size_t dropUnheld();  // Returns the number of words that are still held.
    std::size_t missing(const Run& run) const;
  };

  bool storeRun(const Run& run, std::vector<SkinPart>& parts);
  std::uint32_t pageFor(const Run& run);
  void remake(Page& page, std::size_t moreWords);
  template <typename Bytes>
  std::shared_ptr<const SkinBlock> block(Page& page, const Source& source, Bytes bytes);

  std::size_t maxWords_;
  std::vector<Page> pages_;
  std::size_t uploadedBytes_ = 0;
};

}  // namespace usdscope
