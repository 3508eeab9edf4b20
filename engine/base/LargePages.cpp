// SPDX-License-Identifier: Apache-2.0
#include "engine/base/LargePages.h"

#ifdef __linux__
#include <sys/mman.h>
#endif

namespace usdscope {
namespace {

constexpr std::align_val_t kPageSize{std::size_t{2} << 20};

// Smaller tables would leave most of a large page empty.
bool isLarge(std::size_t byteSize) { return byteSize >= 2 * static_cast<std::size_t>(kPageSize); }

}  // namespace

void* allocateLargePages(std::size_t byteSize) {
  if (!isLarge(byteSize)) return ::operator new(byteSize);
  void* const memory = ::operator new(byteSize, kPageSize);
#ifdef MADV_HUGEPAGE
  ::madvise(memory, byteSize, MADV_HUGEPAGE);  // Only a hint; failure does not matter.
#endif
  return memory;
}

void freeLargePages(void* memory, std::size_t byteSize) {
  if (!isLarge(byteSize)) return ::operator delete(memory, byteSize);
  ::operator delete(memory, byteSize, kPageSize);
}

}  // namespace usdscope
