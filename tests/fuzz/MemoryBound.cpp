// SPDX-License-Identifier: Apache-2.0
#include "tests/fuzz/MemoryBound.h"

#include <malloc.h>

#include <atomic>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <limits>
#include <new>

namespace usdscope {
namespace {

constexpr std::size_t kFreeBytes = 64u << 20;
constexpr std::size_t kBytesPerFileByte = 300;
constexpr auto kUnbounded = std::numeric_limits<std::int64_t>::max();

std::atomic<std::int64_t> heldBytes = 0;
std::atomic<std::int64_t> mostBytes = kUnbounded;

void* allocate(std::size_t byteSize, std::size_t alignment) {
  void* const memory =
      alignment == 0
          ? std::malloc(byteSize == 0 ? 1 : byteSize)
          : std::aligned_alloc(alignment, (byteSize + alignment - 1) / alignment * alignment);
  if (!memory) std::abort();
  const auto size = static_cast<std::int64_t>(malloc_usable_size(memory));
  if (heldBytes.fetch_add(size, std::memory_order_relaxed) + size >
      mostBytes.load(std::memory_order_relaxed)) {
    mostBytes = kUnbounded;  // The next calls may allocate.
    std::fprintf(stderr,
                 "More memory than 64 MB plus 300 times the file's size, %zu bytes of it at once\n",
                 byteSize);
    std::abort();
  }
  return memory;
}

void release(void* memory) {
  if (!memory) return;
  heldBytes.fetch_sub(static_cast<std::int64_t>(malloc_usable_size(memory)),
                      std::memory_order_relaxed);
  std::free(memory);
}

}  // namespace

MemoryBound::MemoryBound(std::size_t fileByteSize) {
  mostBytes = heldBytes + static_cast<std::int64_t>(kFreeBytes + kBytesPerFileByte * fileByteSize);
}

MemoryBound::~MemoryBound() { mostBytes = kUnbounded; }

}  // namespace usdscope

// Replaces all forms, because a sanitizer would provide the missing ones.
void* operator new(std::size_t size) { return usdscope::allocate(size, 0); }
void* operator new(std::size_t size, std::align_val_t alignment) {
  return usdscope::allocate(size, static_cast<std::size_t>(alignment));
}
void* operator new[](std::size_t size) { return usdscope::allocate(size, 0); }
void* operator new[](std::size_t size, std::align_val_t alignment) {
  return usdscope::allocate(size, static_cast<std::size_t>(alignment));
}
void* operator new(std::size_t size, const std::nothrow_t&) noexcept {
  return usdscope::allocate(size, 0);
}
void* operator new[](std::size_t size, const std::nothrow_t&) noexcept {
  return usdscope::allocate(size, 0);
}
void* operator new(std::size_t size, std::align_val_t alignment, const std::nothrow_t&) noexcept {
  return usdscope::allocate(size, static_cast<std::size_t>(alignment));
}
void* operator new[](std::size_t size, std::align_val_t alignment, const std::nothrow_t&) noexcept {
  return usdscope::allocate(size, static_cast<std::size_t>(alignment));
}
void operator delete(void* memory, const std::nothrow_t&) noexcept { usdscope::release(memory); }
void operator delete[](void* memory, const std::nothrow_t&) noexcept { usdscope::release(memory); }
void operator delete(void* memory, std::align_val_t, const std::nothrow_t&) noexcept {
  usdscope::release(memory);
}
void operator delete[](void* memory, std::align_val_t, const std::nothrow_t&) noexcept {
  usdscope::release(memory);
}
void operator delete(void* memory) noexcept { usdscope::release(memory); }
void operator delete[](void* memory) noexcept { usdscope::release(memory); }
void operator delete(void* memory, std::size_t) noexcept { usdscope::release(memory); }
void operator delete[](void* memory, std::size_t) noexcept { usdscope::release(memory); }
void operator delete(void* memory, std::align_val_t) noexcept { usdscope::release(memory); }
void operator delete[](void* memory, std::align_val_t) noexcept { usdscope::release(memory); }
void operator delete(void* memory, std::size_t, std::align_val_t) noexcept {
  usdscope::release(memory);
}
void operator delete[](void* memory, std::size_t, std::align_val_t) noexcept {
  usdscope::release(memory);
}
