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
    const std::size_t most = std::max(count, usual);
    // Other threads use the last block also when memory ends here, so that it must be complete.
    blocks_.reserve(blocks_.size() + 1);
    blocks_.push_back(
        {static_cast<glm::vec3*>(allocateLargePages(most * sizeof(glm::vec3))), most});
  }
  Block& block = blocks_.back();
  const std::span<glm::vec3> room(block.vectors + block.used, count);
  block.used += count;
  return room;
}

}  // namespace usdscope
