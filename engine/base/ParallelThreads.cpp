// SPDX-License-Identifier: Apache-2.0
// The functions of Parallel.h on std::jthread, for builds with ThreadSanitizer: it cannot see how
// the packaged TBB synchronises its threads and reports races in correct code.
#include <algorithm>
#include <atomic>
#include <thread>
#include <vector>

#include "engine/base/Parallel.h"

namespace usdscope {
namespace {

std::atomic<std::size_t> wantedThreads{0};
std::atomic<std::size_t> extraThreads{0};  // Running now. Nested loops share one limit.

/// Counts up to `count` more threads as running, as far as the limit allows. Returns how many.
std::size_t takeThreads(std::size_t count) {
  const std::size_t limit = threadCount() - 1;
  std::size_t running = extraThreads.load();
  std::size_t taken = 0;
  do {
    taken = running < limit ? std::min(count, limit - running) : 0;
  } while (!extraThreads.compare_exchange_weak(running, running + taken));
  return taken;
}

}  // namespace

void setThreadCount(std::size_t count) { wantedThreads = count; }

std::size_t threadCount() {
  const std::size_t wanted = wantedThreads;
  return wanted > 0 ? wanted : std::max<std::size_t>(std::thread::hardware_concurrency(), 1);
}

void parallelFor(std::size_t count, std::size_t grain,
                 const std::function<void(std::size_t, std::size_t)>& body) {
  grain = std::max<std::size_t>(grain, 1);
  std::atomic<std::size_t> next{0};
  const auto work = [&] {
    for (std::size_t first = next.fetch_add(grain); first < count; first = next.fetch_add(grain)) {
      body(first, std::min(first + grain, count));
    }
  };
  const std::size_t extra = count > grain ? takeThreads((count - 1) / grain) : 0;
  {
    std::vector<std::jthread> threads;
    for (std::size_t i = 0; i < extra; ++i) threads.emplace_back(work);
    work();
  }
  extraThreads -= extra;
}

void parallelInvoke(const std::function<void()>& a, const std::function<void()>& b) {
  parallelFor(2, 1, [&](std::size_t first, std::size_t) { first == 0 ? a() : b(); });
}

void runIsolated(const std::function<void()>& body) { body(); }

}  // namespace usdscope
