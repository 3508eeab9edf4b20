// SPDX-License-Identifier: Apache-2.0
#include "engine/skel/VectorStore.h"

#include <gtest/gtest.h>

#include <new>

namespace usdscope {
namespace {

TEST(VectorStore, ArraysDoNotOverlap) {
  VectorStore store;
  const auto first = store.allocate(3);
  const auto second = store.allocate(2);
  EXPECT_GE(second.data(), first.data() + first.size());
  EXPECT_TRUE(store.allocate(0).empty());
}

// An address sanitizer ends the program instead of refusing memory.
#ifndef __SANITIZE_ADDRESS__
TEST(VectorStore, MemoryThatIsNotThereIsNotHandedOut) {
  VectorStore store;
  EXPECT_THROW(store.allocate(std::size_t{1} << 58), std::bad_alloc);
  // Other threads go on until they notice.
  const auto room = store.allocate(2);
  ASSERT_NE(room.data(), nullptr);
  room[0] = room[1] = glm::vec3(1.0f);
}
#endif

}  // namespace
}  // namespace usdscope
