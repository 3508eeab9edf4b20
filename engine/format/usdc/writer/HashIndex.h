// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <vector>

#include "engine/base/LargePages.h"

namespace usdscope::usdc {

/// Returns a hash of bytes that is the same in every run. Not secure against hostile keys.
inline std::uint64_t hashBytes(const void* data, std::size_t byteSize, std::uint64_t seed = 0) {
  constexpr std::uint64_t kPrime = 0x9E3779B97F4A7C15ull;
  const auto mix = [](std::uint64_t hash, std::uint64_t word) {
    hash = (hash ^ word) * kPrime;
    return hash ^ (hash >> 29);
  };
  const char* at = static_cast<const char*>(data);
  std::uint64_t hash = seed ^ (byteSize * 0xD6E8FEB86659FD93ull);
  std::uint64_t word = 0;
  for (; byteSize >= sizeof word; byteSize -= sizeof word, at += sizeof word) {
    std::memcpy(&word, at, sizeof word);
    hash = mix(hash, word);
  }
  if (byteSize > 0) {
    word = 0;
    std::memcpy(&word, at, byteSize);
    hash = mix(hash, word);
  }
  return (hash * kPrime) ^ (hash >> 32);
}

/// A hash table of numbers that identify keys. The caller has the keys and compares them.
class HashIndex {
 public:
  static constexpr std::uint64_t kNone = ~std::uint64_t{0};

  /// Reserves memory for `count` numbers.
  void reserve(std::size_t count) {
    while (slots_.size() * 3 / 4 < count) grow();
  }

  /// Returns the number with this hash for which `isEqual(number)` holds, or kNone.
  template <typename IsEqual>
  std::uint64_t find(std::uint64_t hash, IsEqual&& isEqual) const {
    if (slots_.empty()) return kNone;
    const auto shortHash = static_cast<std::uint32_t>(hash);
    for (std::size_t i = shortHash & mask();; i = (i + 1) & mask()) {
      const Slot& slot = slots_[i];
      if (slot.isFree()) return kNone;
      if (slot.hash == shortHash && isEqual(slot.number())) return slot.number();
    }
  }

  void add(std::uint64_t hash, std::uint64_t number) {
    if (count_ + 1 > slots_.size() * 3 / 4) grow();
    place({static_cast<std::uint32_t>(hash), static_cast<std::uint32_t>(number),
           static_cast<std::uint32_t>(number >> 32)});
    ++count_;
  }

 private:
  // There are millions of slots, so a slot has three words and not two long ones.
  struct Slot {
    std::uint32_t hash = 0;
    std::uint32_t low = 0xFFFFFFFFu;
    std::uint32_t high = 0xFFFFFFFFu;

    bool isFree() const { return (low & high) == 0xFFFFFFFFu; }
    std::uint64_t number() const { return std::uint64_t{high} << 32 | low; }
  };
  using Slots = std::vector<Slot, LargePageAllocator<Slot>>;

  std::size_t mask() const { return slots_.size() - 1; }
  void place(Slot slot) {
    std::size_t i = slot.hash & mask();
    while (!slots_[i].isFree()) i = (i + 1) & mask();
    slots_[i] = slot;
  }
  void grow() {
    Slots old(slots_.empty() ? 1024 : slots_.size() * 2);
    old.swap(slots_);
    for (const Slot& slot : old) {
      if (!slot.isFree()) place(slot);
    }
  }

  Slots slots_;  // The size is a power of two, at most three quarters used.
  std::size_t count_ = 0;
};

}  // namespace usdscope::usdc
