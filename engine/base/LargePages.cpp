// SPDX-License-Identifier: Apache-2.0
#include "engine/base/LargePages.h"

#include <algorithm>
#include <mutex>
#include <vector>
#ifdef __linux__
#include <sys/mman.h>
#endif

namespace usdscope {
namespace {

constexpr std::align_val_t kPageSize{std::size_t{2} << 20};

// Smaller tables would leave most of a large page empty.
bool isLarge(std::size_t byteSize) { return byteSize >= 2 * static_cast<std::size_t>(kPageSize); }

// An address sanitizer must see each use of freed memory.
#if defined(MADV_FREE) && !defined(__SANITIZE_ADDRESS__)
constexpr std::size_t kMostKept = std::size_t{640} << 20;

/// Freed memory for the next tables of equal size. The system may take its pages at any time, and
/// does so before it runs short. Until then they need not be cleared again, which costs more than
/// most of the work that fills them. An allocator is a matter of the process, hence the one static.
class KeptMemory {
 public:
  void* take(std::size_t byteSize) {
    const std::lock_guard lock(mutex_);
    const auto fits = [&](const Piece& piece) { return piece.byteSize == byteSize; };
    const auto found = std::ranges::find_if(pieces_, fits);
    if (found == pieces_.end()) return nullptr;
    void* const memory = found->memory;
    *found = pieces_.back();
    pieces_.pop_back();
    keptByteSize_ -= byteSize;
    return memory;
  }

  bool keep(void* memory, std::size_t byteSize) {
    // The end may share its page with other data.
    const std::size_t whole = byteSize - byteSize % static_cast<std::size_t>(kPageSize);
    if (::madvise(memory, whole, MADV_FREE) != 0) return false;
    const std::lock_guard lock(mutex_);
    if (keptByteSize_ + byteSize > kMostKept) return false;
    pieces_.push_back({memory, byteSize});
    keptByteSize_ += byteSize;
    return true;
  }

  void release() {
    const std::lock_guard lock(mutex_);
    for (const Piece& piece : pieces_) ::operator delete(piece.memory, piece.byteSize, kPageSize);
    pieces_.clear();
    keptByteSize_ = 0;
  }

 private:
  struct Piece {
    void* memory;
    std::size_t byteSize;
  };

  std::mutex mutex_;
  std::vector<Piece> pieces_;
  std::size_t keptByteSize_ = 0;
};

// Never destroyed: tables may be freed while the process ends.
KeptMemory& keptMemory() {
  static KeptMemory& kept = *new KeptMemory;
  return kept;
}
#else
struct KeptMemory {
  void* take(std::size_t) { return nullptr; }
  bool keep(void*, std::size_t) { return false; }
  void release() {}
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
