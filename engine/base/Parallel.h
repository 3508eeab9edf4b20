// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <functional>

namespace usdscope {

/// Sets how many threads parallel loops may use, including the calling thread; 0 for all cores. The
/// option --threads sets it. Requires: no parallel work has started yet.
void setThreadCount(std::size_t count);
std::size_t threadCount();

/// Calls `body(first, last)` for disjoint parts that cover [0, count). More than `grain` items run
/// on several threads, in parts of at least half of `grain`. The calling thread takes part. Bodies
/// read immutable input and write only their own slots, so the result does not depend on the number
/// of threads. Bodies may start parallel loops themselves. Requires: the caller does not hold a
/// lock.
void parallelFor(std::size_t count, std::size_t grain,
                 const std::function<void(std::size_t first, std::size_t last)>& body);

/// Runs both functions, possibly at the same time, and returns when both have ended.
void parallelInvoke(const std::function<void()>& a, const std::function<void()>& b);

/// Runs `body` on this thread. While the thread waits for parallel loops of `body`, it runs no
/// other parallel work. Use it for code for which other threads may be waiting.
void runIsolated(const std::function<void()>& body);

}  // namespace usdscope
