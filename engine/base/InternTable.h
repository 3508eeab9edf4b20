// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <atomic>
#include <bit>
#include <cstdint>
#include <memory>
#include <mutex>
#include <vector>

namespace usdscope {

/// Assigns 32-bit numbers to items, equal numbers to equal items. Keeps every item until the
/// process ends.
///
/// The table stores `Item`s and looks them up by `Key`. Traits has
///   `static std::uint64_t hash(const Key&)`, `static bool equal(const Item&, const Key&)`,
///   `static Item make(const Key&)`.
/// Internally synchronised: intern() locks one of 64 shards; item() never locks. The constructor
/// makes item 0, which intern() does not look up.
template <typename Item, typename Key, typename Traits>
class InternTable {
 public:
  explicit InternTable(Item first) {
    for (auto& chunk : chunks_) chunk.store(nullptr, std::memory_order_relaxed);
    place(next_.fetch_add(1), std::move(first));
  }
  ~InternTable() {
    for (std::size_t c = 0; c < chunks_.size(); ++c) delete[] chunks_[c].load();
  }
  InternTable(const InternTable&) = delete;
  InternTable& operator=(const InternTable&) = delete;

  const Item& item(std::uint32_t index) const {
    const auto [chunk, offset] = locate(index);
    return chunks_[chunk].load(std::memory_order_acquire)[offset];
  }

  std::uint32_t intern(const Key& key) {
    const std::uint64_t hash = mix(Traits::hash(key));
    Shard& shard = shards_[hash >> 58];
    const std::lock_guard lock(shard.mutex);
    if (shard.count * 4 >= shard.slots.size() * 3) grow(shard);
    const std::size_t mask = shard.slots.size() - 1;
    for (std::size_t at = hash & mask;; at = (at + 1) & mask) {
      Slot& slot = shard.slots[at];
      if (slot.index == kFree) {
        const std::uint32_t index = next_.fetch_add(1, std::memory_order_relaxed);
        place(index, Traits::make(key));
        slot = {static_cast<std::uint32_t>(hash), index};
        ++shard.count;
        return index;
      }
      if (slot.tag == static_cast<std::uint32_t>(hash) && Traits::equal(item(slot.index), key)) {
        return slot.index;
      }
    }
  }

  std::uint32_t size() const { return next_.load(); }

 private:
  static constexpr std::uint32_t kFree = 0xFFFFFFFFu;
  // Chunk c holds 1024 << c items: 22 chunks reach beyond 32 bits.
  static constexpr unsigned kFirstBits = 10;

  struct Slot {
    // The low bits of the hash, which also give the place in a larger table. So growing reads no
    // items, which are spread over memory.
    std::uint32_t tag = 0;
    std::uint32_t index = kFree;
  };
  struct alignas(64) Shard {
    std::mutex mutex;
    std::vector<Slot> slots = std::vector<Slot>(16);
    std::size_t count = 0;
  };
  struct Place {
    std::size_t chunk;
    std::size_t offset;
  };

  static std::uint64_t mix(std::uint64_t h) {
    h ^= h >> 32;
    h *= 0xD6E8FEB86659FD93ull;
    h ^= h >> 32;
    h *= 0xD6E8FEB86659FD93ull;
    return h ^ (h >> 32);
  }

  static Place locate(std::uint32_t index) {
    const std::uint64_t biased = std::uint64_t{index} + (1u << kFirstBits);
    const auto top = static_cast<unsigned>(std::bit_width(biased) - 1);
    return {top - kFirstBits, static_cast<std::size_t>(biased - (std::uint64_t{1} << top))};
  }

  void place(std::uint32_t index, Item item) {
    const auto [chunk, offset] = locate(index);
    Item* items = chunks_[chunk].load(std::memory_order_acquire);
    if (!items) {
      const std::lock_guard lock(chunkMutex_);
      items = chunks_[chunk].load(std::memory_order_acquire);
      if (!items) {
        items = new Item[std::size_t{1} << (kFirstBits + chunk)];
        chunks_[chunk].store(items, std::memory_order_release);
      }
    }
    items[offset] = std::move(item);
  }

  void grow(Shard& shard) {
    std::vector<Slot> slots(shard.slots.size() * 2);
    const std::size_t mask = slots.size() - 1;
    for (const Slot& slot : shard.slots) {
      if (slot.index == kFree) continue;
      std::size_t at = slot.tag & mask;
      while (slots[at].index != kFree) at = (at + 1) & mask;
      slots[at] = slot;
    }
    shard.slots = std::move(slots);
  }

  std::array<std::atomic<Item*>, 23> chunks_;
  std::array<Shard, 64> shards_;
  std::atomic<std::uint32_t> next_{0};
  std::mutex chunkMutex_;
};

}  // namespace usdscope
