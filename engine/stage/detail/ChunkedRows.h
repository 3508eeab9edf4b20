// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <cassert>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <vector>

#include "engine/base/Parallel.h"

namespace usdscope {

/// Rows of a table in chunks of fixed size, addressed by number. Copies share the chunks, so that
/// consecutive stages share the rows that did not change. Immutable; see makeChunkedRows.
///
/// `Chunk` holds up to kChunkSize rows in a vector `rows`, and all data that these rows refer to.
template <typename Chunk>
class ChunkedRows {
 public:
  static constexpr std::uint32_t kChunkBits = 8;
  static constexpr std::uint32_t kChunkSize = 1u << kChunkBits;

  std::uint32_t size() const { return size_; }
  std::size_t chunkCount() const { return chunks_.size(); }
  const Chunk& chunkOf(std::uint32_t row) const {
    assert(row < size_);
    return *chunks_[row >> kChunkBits];
  }
  const auto& operator[](std::uint32_t row) const {
    return chunkOf(row).rows[row & (kChunkSize - 1)];
  }

 private:
  template <typename Rows, typename Fill>
  friend ChunkedRows<Rows> makeChunkedRows(std::uint32_t count, const Fill& fill);
  template <typename>
  friend class ChunkedRowsEdit;

  std::vector<std::shared_ptr<const Chunk>> chunks_;
  std::uint32_t size_ = 0;
};

/// Makes ChunkedRows with `count` rows. `fill(chunk, first, last)` appends these rows to a chunk's
/// `rows`; several threads call it at once, for different chunks.
template <typename Chunk, typename Fill>
ChunkedRows<Chunk> makeChunkedRows(std::uint32_t count, const Fill& fill) {
  constexpr std::size_t kSize = ChunkedRows<Chunk>::kChunkSize;
  ChunkedRows<Chunk> out;
  out.size_ = count;
  out.chunks_.resize((count + kSize - 1) / kSize);
  parallelFor(out.chunks_.size(), 1, [&](std::size_t first, std::size_t last) {
    for (std::size_t number = first; number < last; ++number) {
      auto chunk = std::make_shared<Chunk>();
      fill(*chunk, number * kSize, std::min<std::size_t>(count, (number + 1) * kSize));
      out.chunks_[number] = std::move(chunk);
    }
  });
  return out;
}

/// Makes the next version of ChunkedRows: copies the chunks that are edited, shares the others.
/// Not thread-safe.
template <typename Chunk>
class ChunkedRowsEdit {
 public:
  explicit ChunkedRowsEdit(ChunkedRows<Chunk> rows)
      : rows_(std::move(rows)), copies_(rows_.chunks_.size(), nullptr) {}

  std::uint32_t size() const { return rows_.size_; }
  std::size_t copiedCount() const { return copiedCount_; }
  const auto& operator[](std::uint32_t row) const { return rows_[row]; }
  const Chunk& chunkOf(std::uint32_t row) const { return rows_.chunkOf(row); }

  Chunk& editChunkOf(std::uint32_t row) {
    const std::size_t number = row >> ChunkedRows<Chunk>::kChunkBits;
    if (!copies_[number]) {
      auto copy = std::make_shared<Chunk>(*rows_.chunks_[number]);
      copies_[number] = copy.get();
      rows_.chunks_[number] = std::move(copy);
      ++copiedCount_;
    }
    return *copies_[number];
  }
  auto& edit(std::uint32_t row) {
    return editChunkOf(row).rows[row & (ChunkedRows<Chunk>::kChunkSize - 1)];
  }

  /// Returns the chunk for one more row and increases size(). The caller must append the row to the
  /// chunk's `rows` before the next call.
  Chunk& nextChunk() {
    if (rows_.size_ % ChunkedRows<Chunk>::kChunkSize == 0) {
      auto chunk = std::make_shared<Chunk>();
      copies_.push_back(chunk.get());
      rows_.chunks_.push_back(std::move(chunk));
      ++rows_.size_;
      return *copies_.back();
    }
    return editChunkOf(rows_.size_++ - 1);
  }

  ChunkedRows<Chunk> build() { return std::move(rows_); }

 private:
  ChunkedRows<Chunk> rows_;
  std::vector<Chunk*> copies_;  // By chunk: the copy that may be edited, or null.
  std::size_t copiedCount_ = 0;
};

}  // namespace usdscope
