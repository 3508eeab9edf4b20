// SPDX-License-Identifier: Apache-2.0
#include "engine/base/MemoryLimit.h"

#include <gtest/gtest.h>
#include <sys/wait.h>
#include <unistd.h>

#include <new>
#include <vector>

namespace usdscope {

TEST(MemoryLimit, AllocationsBeyondItThrow) {
  EXPECT_GT(machineMemory(), std::size_t{1} << 20);
  // In a process of its own, whose limit does not matter to other tests.
  const pid_t child = ::fork();
  ASSERT_GE(child, 0);
  if (child == 0) {
    constexpr std::size_t kMebibyte = std::size_t{1} << 20;
    if (!limitMemory(256 * kMebibyte)) ::_exit(1);  // Only sanitizers need more from the start.
    if (memoryLimit() != 256 * kMebibyte) ::_exit(2);
    std::vector<char> fits(100 * kMebibyte);
    bool isRefused = false;
    try {
      const std::vector<char> tooLarge(400 * kMebibyte);
    } catch (const std::bad_alloc&) {
      isRefused = true;
    }
    if (!isRefused) ::_exit(3);
    if (!limitMemory(0) || memoryLimit() != 0) ::_exit(4);
    const std::vector<char> fitsNow(400 * kMebibyte);
    ::_exit(fitsNow.size() == 400 * kMebibyte ? 0 : 5);
  }
  int status = 0;
  ::waitpid(child, &status, 0);
  ASSERT_TRUE(WIFEXITED(status));
#ifdef __SANITIZE_ADDRESS__
  EXPECT_EQ(WEXITSTATUS(status), 1);
#else
  EXPECT_EQ(WEXITSTATUS(status), 0);
#endif
}

}  // namespace usdscope
