// SPDX-License-Identifier: Apache-2.0
#include "engine/render/SamePlace.h"

#include <bit>

#include "engine/base/Hash.h"

namespace usdscope {
namespace {

// Content that was made for it could fill one part of the table. Then searches would not end.
constexpr std::size_t kMostProbes = 32;

std::size_t hashOf(const ObjectRecord& object) {
  std::size_t hash = 0;
  for (int c = 0; c < 4; ++c) {
    for (int r = 0; r < 4; ++r) {
      hash = hashCombine(hash, std::bit_cast<std::uint32_t>(object.worldFromLocal[c][r]));
    }
  }
  for (int i = 0; i < 3; ++i) {
    hash = hashCombine(hash, std::bit_cast<std::uint32_t>(object.translationLow[i]));
  }
  // The last bits choose the slot.
  hash *= 0x9E3779B97F4A7C15ull;
  return hash ^ hash >> 32;
}

bool isInSamePlace(const ObjectRecord& a, const ObjectRecord& b) {
  return a.worldFromLocal == b.worldFromLocal && a.translationLow == b.translationLow;
}

}  // namespace

std::vector<std::uint32_t> firstInSamePlace(std::span<const ObjectRecord> objects,
                                            std::span<const std::uint32_t> members) {
  // A table with open addressing, at most half full.
  const std::size_t size = std::bit_ceil(members.size() * 2 + 1);
  std::vector<std::uint32_t> places(size, kAloneInPlace);
  std::vector<std::uint32_t> firsts;
  for (std::size_t i = 0; i < members.size(); ++i) {
    std::size_t slot = hashOf(objects[members[i]]);
    for (std::size_t probe = 0; probe < kMostProbes; ++probe, ++slot) {
      std::uint32_t& place = places[slot & (size - 1)];
      if (place == kAloneInPlace) {
        place = members[i];
        break;
      }
      if (!isInSamePlace(objects[place], objects[members[i]])) continue;
      if (firsts.empty()) firsts.assign(members.size(), kAloneInPlace);
      firsts[i] = place;
      break;
    }
  }
  return firsts;
}

}  // namespace usdscope
