// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <atomic>
#include <cstdint>
#include <memory>
#include <span>
#include <vector>

#include "engine/compose/Composer.h"

namespace usdscope {

struct PrimRow;

/// The prim whose index a row keeps. Most prims of large scenes have no arcs and no children, or
/// are instances with the same arcs as others. Their rows keep no index of their own, because it
/// follows from another one.
enum class IndexOwner : std::uint8_t {
  Self,
  /// The prim's index is that of its parent with its name appended: PrimIndex::followsFromParent().
  /// The prim has no children.
  Parent,
  /// The prim is an instance, or inactive, so it has no children. It does not lie in a prototype.
  /// Its index follows from that of another prim with equal arcs: see
  /// Composer::computeSharedChildIndex().
  Twin,
};

/// The path at which the index of a row's prim is composed: for a prim in a prototype a path below
/// the source instance.
Path indexPathOf(const PrimRow& row);

/// The inputs of the index of a row's prim.
std::span<const CompositionInput> inputsOf(const PrimRow& row);

/// Returns the index of a row's prim with the layer stacks of `composer`.
std::shared_ptr<const PrimIndex> currentIndexOf(const PrimRow& row, const Composer& composer);

/// Like currentIndexOf(). Requires: `given` is the row's `givenIndex` with these layer stacks.
std::shared_ptr<const PrimIndex> indexFrom(const std::shared_ptr<const PrimIndex>& given,
                                           const PrimRow& row, const Composer& composer);

/// Indexes that were made for rows that keep none. They live as long as this object. Thread-safe.
class MadeIndexes {
 public:
  explicit MadeIndexes(std::uint32_t rowCount = 0);
  ~MadeIndexes();
  MadeIndexes(MadeIndexes&&) = default;
  MadeIndexes& operator=(MadeIndexes&& other) noexcept {
    blocks_.swap(other.blocks_);  // The destructor of `other` deletes the indexes.
    return *this;
  }

  const std::shared_ptr<const PrimIndex>& findOrMake(std::uint32_t number, const PrimRow& row,
                                                     const Composer& composer) const;

 private:
  using Made = std::shared_ptr<const PrimIndex>;
  static constexpr std::uint32_t kBlockSize = 256;
  using Block = std::array<std::atomic<const Made*>, kBlockSize>;

  mutable std::vector<std::atomic<Block*>> blocks_;
};

}  // namespace usdscope
