// SPDX-License-Identifier: Apache-2.0
#include "engine/skel/VectorStore.h"

#include <algorithm>

#include "engine/base/LargePages.h"

namespace usdscope {
namespace {

// 16 MiB; pages take memory only once they are written.
constexpr std::size_t kBlockCount = (std::size_t{16} << 20) / sizeof(glm::vec3);

}  // namespace

VectorStore::~VectorStore() {
  for (const Block& block : blocks_) {
    freeLargePages(block.vectors, block.count * sizeof(glm::vec3));
  }
}

std::span<glm::vec3> VectorStore::allocate(std::size_t count) {
  if (count == 0) return {};
  const std::lock_guard lock(mutex_);
  if (blocks_.empty() || blocks_.back().count - blocks_.back().used < count) {
    // A small scene gets by with a small block.
    const std::size_t usual = blocks_.empty() ? kBlockCount / 256 : kBlockCount;
    Block& block = blocks_.emplace_back();
    block.count = std::max(count, usual);
    block.vectors = static_cast<glm::vec3*>(allocateLargePages(block.count * sizeof(glm::vec3)));
  }
  Block& block = blocks_.back();
  const std::span<glm::vec3> room(block.vectors + block.used, count);
  block.used += count;
  return room;
}

}  // namespace usdscope
