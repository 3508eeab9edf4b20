// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>

namespace usdscope {

/// The memory of this machine in bytes, or less if the system gives this program less; 0 if it is
/// unknown.
std::size_t machineMemory();

/// Limits the memory that the program may allocate, in bytes; 0 removes the limit. Mapped files do
/// not count. An allocation beyond the limit throws std::bad_alloc, instead of bringing the machine
/// to its knees. Returns false, and sets no limit, where the system cannot do this, and in builds
/// with sanitizers, which allocate more than any machine has.
bool limitMemory(std::size_t byteSize);

/// The limit in bytes that limitMemory() has set; 0 if there is none.
std::size_t memoryLimit();

}  // namespace usdscope
