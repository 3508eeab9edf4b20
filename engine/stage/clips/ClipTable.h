// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <deque>
#include <memory>
#include <mutex>
#include <utility>

#include "engine/layer/Layer.h"
#include "engine/value/TimeSamples.h"

namespace usdscope {

class ClipFiles;

/// The row of a property in the clip that was read last. Most clips of a set have equal rows, so
/// that this row is worth a look before a search. Any thread may read and write it.
class RowGuess {
 public:
  RowGuess() = default;
  RowGuess(const RowGuess& other) : row_(other.row()) {}
  RowGuess& operator=(const RowGuess& other) {
    note(other.row());
    return *this;
  }

  std::uint32_t row() const { return row_.load(std::memory_order_relaxed); }
  void note(std::uint32_t row) const { row_.store(row, std::memory_order_relaxed); }

 private:
  mutable std::atomic<std::uint32_t> row_ = 0;
};

/// The time samples of the attributes of one clip, decoded when an attribute is first asked for.
///
/// Single values are kept; arrays stay in the file and are decoded with each request. Values that
/// depend on the layer that has them, such as asset paths, are not in the table. The table asks
/// ClipFiles for the memory it takes, and decodes no more attributes when there is none left.
/// Thread-safe.
class ClipTable {
 public:
  /// The samples of one attribute. Attributes with equal times usually share them.
  class Samples {
   public:
    const Array<double>& times() const { return times_; }
    Value value(std::size_t index) const {
      if (stored_) return stored_->value(index);
      return many_ ? many_[index] : one_;
    }

   private:
    friend class ClipTable;

    Array<double> times_;  // Empty if the table has no samples of the attribute.
    Value one_;
    std::unique_ptr<Value[]> many_;
    std::unique_ptr<const TimeSamples> stored_;
  };

  explicit ClipTable(std::shared_ptr<const Layer> layer) : layer_(std::move(layer)) {}

  /// Returns the samples of an attribute; null if it has none, or they are not in the table. Valid
  /// while the table lives.
  const Samples* find(Path attribute, const RowGuess& guess, ClipFiles& files) const;

 private:
  friend class ClipFiles;
  using Slot = std::atomic<const Samples*>;

  // The size of the table before it has samples of any attribute.
  std::size_t leastByteSize() const;
  std::uint32_t rowOf(Path attribute, const RowGuess& guess) const;
  const Samples* read(std::uint32_t row, ClipFiles& files) const;
  void decode(const TimeSamples& found, Samples& made, std::size_t& byteSize) const;
  bool spend(std::size_t byteSize, ClipFiles& files) const;

  const std::shared_ptr<const Layer> layer_;
  // The size of the clip that ClipFiles counts, guarded by its lock: 0 unless the clip is resident.
  mutable std::size_t countedByteSize_ = 0;
  // One slot for each row of properties. Null before the table counts as memory.
  mutable std::atomic<Slot*> slots_ = nullptr;
  mutable std::mutex mutex_;  // Guards all members below.
  mutable std::unique_ptr<Slot[]> ownSlots_;
  mutable std::deque<Samples> samples_;
  mutable Array<double> lastTimes_;
  mutable std::size_t bytesLeft_ = 0;
  mutable bool isFull_ = false;
};

}  // namespace usdscope
