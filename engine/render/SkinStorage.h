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

/// An array in a page of the storage. It is kept while a shared pointer to the block exists.
/// `first` changes when the page is rebuilt.
struct SkinBlock {
  std::uint32_t first = 0;  ///< Offset from the start of the page, in words.
  std::uint32_t wordCount = 0;
};

/// A range of vertices of a skinned geometry. All their arrays are in one page; missing arrays are
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

/// The constant arrays of all skinned geometries, in as few GPU buffers (pages) as possible,
/// because one dispatch can read only one page. A new page is added when the last one is full.
/// Arrays with shared storage are in a page once. A page grows by copying it on the GPU, which
/// drops blocks without shared pointers. Requires: the context is current.
class SkinStorage {
 public:
  /// Returns the page size in bytes for the current GPU: the largest buffer that a shader can bind,
  /// at most 1 GiB.
  static std::size_t largestPage();
  explicit SkinStorage(std::size_t maxPageBytes = largestPage());

  /// Uploads the arrays of a geometry, or of its cage if it is refined, and of its skin that are
  /// not in the storage yet. Returns their parts: usually one, several when a page is too small,
  /// none when a page is too small for a single vertex. Requires: skinProblem() is empty, and
  /// geometry and skin outlive the parts.
  std::vector<SkinPart> store(const Geometry& geometry, const Skin& skin);
  /// Frees GPU memory after parts have been dropped.
  void trim();

  GLuint page(std::uint32_t page) const { return pages_[page].buffer.id(); }
  std::size_t pageCount() const { return pages_.size(); }
  std::size_t maxPageBytes() const { return maxWords_ * sizeof(std::uint32_t); }
  /// The size of all pages in GPU memory.
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
    std::size_t end = 0;  // Used words, including blocks without shared pointers.
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
