// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <memory>
#include <new>
#include <type_traits>

namespace usdscope {

/// Allocates memory for a large table with random access. Uses huge pages if the system has them,
/// which makes address translation cheaper. Throws std::bad_alloc. Thread-safe.
///
/// Up to 256 MiB of freed memory are kept for tables of equal sizes. The system may take the pages
/// at any time; they count as resident until it does.
void* allocateLargePages(std::size_t byteSize);
void freeLargePages(void* memory, std::size_t byteSize);

/// Returns the kept memory to the system. Thread-safe.
void releaseKeptPages();

/// Allocates an array for its elements to be written. They are not initialised.
template <typename T>
std::shared_ptr<T[]> makeLargeArray(std::size_t count) {
  static_assert(std::is_trivially_copyable_v<T>);
  if (count > static_cast<std::size_t>(-1) / sizeof(T)) throw std::bad_array_new_length();
  const std::size_t byteSize = count * sizeof(T);
  return std::shared_ptr<T[]>(static_cast<T*>(allocateLargePages(byteSize)),
                              [byteSize](T* items) { freeLargePages(items, byteSize); });
}

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
