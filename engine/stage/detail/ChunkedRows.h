// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cassert>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <vector>

namespace usdscope {

/// Rows of a table in chunks of fixed size, addressed by number. Copies share the chunks, so that
/// consecutive stages keep what did not change. Immutable; see ChunkedRowsBuilder.
///
/// `Chunk` holds up to kChunkSize rows in a vector `rows`, and whatever else its rows refer to.
template <typename Chunk>
class ChunkedRows {
 public:
  static constexpr std::uint32_t kChunkBits = 8;
  static constexpr std::uint32_t kChunkSize = 1u << kChunkBits;

  std::uint32_t size() const { return size_; }
  const Chunk& chunkOf(std::uint32_t row) const {
    assert(row < size_);
    return *chunks_[row >> kChunkBits];
  }
  const auto& operator[](std::uint32_t row) const {
    return chunkOf(row).rows[row & (kChunkSize - 1)];
  }

 private:
  template <typename>
  friend class ChunkedRowsBuilder;

  std::vector<std::shared_ptr<const Chunk>> chunks_;
  std::uint32_t size_ = 0;
};

/// Makes ChunkedRows row after row. Not thread-safe.
template <typename Chunk>
class ChunkedRowsBuilder {
 public:
  /// The chunk that the next row goes into; its `rows` has to be one longer before the next call.
  Chunk& nextChunk() {
    constexpr auto kChunkSize = ChunkedRows<Chunk>::kChunkSize;
    if (chunks_.empty() || chunks_.back()->rows.size() == kChunkSize) {
      chunks_.push_back(std::make_shared<Chunk>());
      chunks_.back()->rows.reserve(kChunkSize);
    }
    return *chunks_.back();
  }

  ChunkedRows<Chunk> build() {
    ChunkedRows<Chunk> out;
    for (auto& chunk : chunks_) {
      out.size_ += static_cast<std::uint32_t>(chunk->rows.size());
      out.chunks_.push_back(std::move(chunk));
    }
    chunks_.clear();
    return out;
  }

 private:
  std::vector<std::shared_ptr<Chunk>> chunks_;
};

}  // namespace usdscope
