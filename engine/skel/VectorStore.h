// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <mutex>
#include <span>
#include <vector>

#include "engine/math/Types.h"

namespace usdscope {

/// Memory for many arrays of vectors that are freed together, such as the points of a bake. The
/// arrays lie one behind the other in large pages, which the system maps faster than small pages.
/// Thread-safe.
class VectorStore {
 public:
  VectorStore() = default;
  VectorStore(const VectorStore&) = delete;
  VectorStore& operator=(const VectorStore&) = delete;
  ~VectorStore();

  /// Allocates room for `count` vectors, uninitialised. Valid while the store lives.
  std::span<glm::vec3> allocate(std::size_t count);

 private:
  struct Block {
    glm::vec3* vectors = nullptr;
    std::size_t count = 0;
    std::size_t used = 0;
  };

  std::mutex mutex_;
  std::vector<Block> blocks_;
};

}  // namespace usdscope
