// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <new>

namespace usdscope {

/// Allocates memory for a large table with random access. Uses huge pages if the system has them,
/// which makes address translation cheaper. Throws std::bad_alloc. Thread-safe.
void* allocateLargePages(std::size_t byteSize);
void freeLargePages(void* memory, std::size_t byteSize);

/// An allocator that gives containers large pages.
template <typename T>
struct LargePageAllocator {
  using value_type = T;

  LargePageAllocator() = default;
  template <typename Other>
  explicit LargePageAllocator(const LargePageAllocator<Other>&) {}

  T* allocate(std::size_t count) {
    if (count > static_cast<std::size_t>(-1) / sizeof(T)) throw std::bad_array_new_length();
    return static_cast<T*>(allocateLargePages(count * sizeof(T)));
  }
  void deallocate(T* memory, std::size_t count) { freeLargePages(memory, count * sizeof(T)); }
  bool operator==(const LargePageAllocator&) const = default;
};

}  // namespace usdscope
