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

/// An array in a page of the storage. There for as long as somebody holds it; moves within its page
/// when the page is made anew.
struct SkinBlock {
  std::uint32_t first = 0;  ///< Words from the start of the page.
  std::uint32_t wordCount = 0;
};

/// A run of vertices of a skinned geometry, all of whose arrays are in one page.
struct SkinPart {
  std::uint32_t page = 0;
  std::uint32_t firstVertex = 0;
  std::uint32_t vertexCount = 0;
  std::shared_ptr<const SkinBlock> positions;
  std::shared_ptr<const SkinBlock> normals;  ///< Null: there are none; so with the others.
  std::shared_ptr<const SkinBlock> joints;
  std::shared_ptr<const SkinBlock> weights;
  std::shared_ptr<const SkinBlock> blends;  ///< See mesh/skin.comp.
};

/// What does not change over time of all skinned geometries, in one buffer of the device, so that
/// one dispatch can read all of it. What does not fit one buffer (a page) goes into another, which
/// takes a dispatch of its own. Arrays of the same storage are in a page once. A page grows by
/// copying on the device, and leaves behind then what nobody holds any more. The context is
/// current.
class SkinStorage {
 public:
  /// The most that a shader of this device can have in one buffer, and that makes sense to copy.
  static std::size_t largestPage();
  explicit SkinStorage(std::size_t maxPageBytes = largestPage());

  /// A geometry and a skin that fits it (skinProblem()), uploaded as far as it is not there. They
  /// live at least as long as the parts. Mostly one part; more where a page is too small, none
  /// where it is too small for a single vertex.
  std::vector<SkinPart> store(const Geometry& geometry, const Skin& skin);
  /// Gives back memory after parts have been dropped.
  void trim();

  GLuint page(std::uint32_t page) const { return pages_[page].buffer.id(); }
  std::size_t pageCount() const { return pages_.size(); }
  std::size_t maxPageBytes() const { return maxWords_ * sizeof(std::uint32_t); }
  /// Of the device's memory, in all pages.
  std::size_t byteSize() const;
  std::size_t uploadedBytes() const { return uploadedBytes_; }  ///< Since construction.

 private:
  struct Source {  // What a block is made from.
    const void* items = nullptr;
    const void* shapes = nullptr;   // Of blends alone: they depend on more than the offsets.
    std::uint32_t firstVertex = 0;  // As well.
    std::size_t wordCount = 0;      // 0: there is none.
    auto operator<=>(const Source&) const = default;
  };
  struct Run;
  struct Page {
    Buffer buffer;
    std::size_t end = 0;  // Words, also those of blocks that nobody holds any more.
    std::map<Source, std::weak_ptr<SkinBlock>> blocks;

    std::size_t capacity() const { return buffer.byteSize() / sizeof(std::uint32_t); }
    std::size_t dropUnheld();  // Returns the words of the others.
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
