// SPDX-License-Identifier: Apache-2.0
#include "engine/skel/VectorStore.h"

#include <gtest/gtest.h>

#include <new>

#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
#define USDSCOPE_SANITIZER_ENDS 1
#elif defined(__has_feature)
#if __has_feature(address_sanitizer) || __has_feature(thread_sanitizer)
#define USDSCOPE_SANITIZER_ENDS 1
#endif
#endif

namespace usdscope {
namespace {

TEST(VectorStore, ArraysDoNotOverlap) {
  VectorStore store;
  const auto first = store.allocate(3);
  const auto second = store.allocate(2);
  EXPECT_GE(second.data(), first.data() + first.size());
  EXPECT_TRUE(store.allocate(0).empty());
}

// The sanitizers of addresses and of threads end the program instead of refusing memory.
#ifndef USDSCOPE_SANITIZER_ENDS
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
