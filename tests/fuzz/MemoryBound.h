// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>

namespace usdscope {

/// While it lives, ends the process if `operator new` gives more than 64 MB plus 300 times
/// `fileByteSize` beyond the memory in use before. Counts all threads. Only one may live at a time.
class MemoryBound {
 public:
  explicit MemoryBound(std::size_t fileByteSize);
  ~MemoryBound();
  MemoryBound(const MemoryBound&) = delete;
  MemoryBound& operator=(const MemoryBound&) = delete;
};

}  // namespace usdscope
