// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>

namespace usdscope {

/// While it lives, the process ends when it holds more than 64 MB and 300 times `fileByteSize` from
/// `operator new`, beyond what it held before. Counts all threads; one at a time.
class MemoryBound {
 public:
  explicit MemoryBound(std::size_t fileByteSize);
  ~MemoryBound();
  MemoryBound(const MemoryBound&) = delete;
  MemoryBound& operator=(const MemoryBound&) = delete;
};

}  // namespace usdscope
