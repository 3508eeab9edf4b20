// SPDX-License-Identifier: Apache-2.0
#include "engine/base/LargePages.h"

#include <algorithm>
#include <array>
#include <mutex>
#ifdef __linux__
#include <sys/mman.h>
#endif

namespace usdscope {
namespace {

constexpr std::align_val_t kPageSize{std::size_t{2} << 20};

// Smaller tables would leave most of a large page empty.
bool isLarge(std::size_t byteSize) { return byteSize >= 2 * static_cast<std::size_t>(kPageSize); }

// An address sanitizer must see each use of freed memory.
#if defined(__has_feature)
#if __has_feature(address_sanitizer) && !defined(__SANITIZE_ADDRESS__)
#define __SANITIZE_ADDRESS__ 1
#endif
#endif
#if defined(MADV_FREE) && !defined(__SANITIZE_ADDRESS__)
constexpr std::size_t kMostKept = std::size_t{256} << 20;

/// Freed memory for the next tables of equal size. The system may take its pages at any time, and
/// does so before it runs short. Until then they need not be cleared again, which costs more than
/// most of the work that fills them. An allocator is a matter of the process, hence the one static.
class KeptMemory {
 public:
  void* take(std::size_t byteSize) {
    const std::lock_guard lock(mutex_);
    for (std::size_t i = 0; i < count_; ++i) {
      if (pieces_[i].byteSize != byteSize) continue;
      void* const memory = pieces_[i].memory;
      remove(i);
      return memory;
    }
    return nullptr;
  }

  bool keep(void* memory, std::size_t byteSize) {
    if (byteSize > kMostKept) return false;
    // The end may share its page with other data.
    const std::size_t whole = byteSize - byteSize % static_cast<std::size_t>(kPageSize);
    if (::madvise(memory, whole, MADV_FREE) != 0) return false;
    const std::lock_guard lock(mutex_);
    while (count_ == pieces_.size() || keptByteSize_ + byteSize > kMostKept) freeOldest();
    pieces_[count_++] = {memory, byteSize};
    keptByteSize_ += byteSize;
    return true;
  }

  // Returns whether there was any.
  bool release() {
    const std::lock_guard lock(mutex_);
    const bool hadAny = count_ > 0;
    while (count_ > 0) freeOldest();
    return hadAny;
  }

 private:
  struct Piece {
    void* memory = nullptr;
    std::size_t byteSize = 0;
  };

  void freeOldest() {
    ::operator delete(pieces_[0].memory, pieces_[0].byteSize, kPageSize);
    remove(0);
  }

  void remove(std::size_t index) {
    keptByteSize_ -= pieces_[index].byteSize;
    const auto at = pieces_.begin() + static_cast<std::ptrdiff_t>(index);
    std::move(at + 1, pieces_.begin() + static_cast<std::ptrdiff_t>(count_), at);
    --count_;
  }

  std::mutex mutex_;
  std::array<Piece, 64> pieces_;  // The oldest come first. Freeing memory must not allocate any.
  std::size_t count_ = 0;
  std::size_t keptByteSize_ = 0;
};

// Never destroyed: tables may be freed while the process ends.
KeptMemory& keptMemory() {
  static KeptMemory& kept = [&]() -> KeptMemory& {
    // The kept memory counts towards the limit of the process.
    std::set_new_handler([] {
      if (!keptMemory().release()) throw std::bad_alloc();
    });
    return *new KeptMemory;
  }();
  return kept;
}
#else
struct KeptMemory {
  void* take(std::size_t) { return nullptr; }
  bool keep(void*, std::size_t) { return false; }
  bool release() { return false; }
};

KeptMemory keptMemory() { return {}; }
#endif

}  // namespace

void* allocateLargePages(std::size_t byteSize) {
  if (!isLarge(byteSize)) return ::operator new(byteSize);
  if (void* const kept = keptMemory().take(byteSize)) return kept;
  void* const memory = ::operator new(byteSize, kPageSize);
#ifdef MADV_HUGEPAGE
  ::madvise(memory, byteSize, MADV_HUGEPAGE);  // Only a hint; failure does not matter.
#endif
  return memory;
}

void freeLargePages(void* memory, std::size_t byteSize) {
  if (!isLarge(byteSize)) return ::operator delete(memory, byteSize);
  if (keptMemory().keep(memory, byteSize)) return;
  ::operator delete(memory, byteSize, kPageSize);
}

void releaseKeptPages() { keptMemory().release(); }

}  // namespace usdscope
