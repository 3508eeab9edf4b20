// SPDX-License-Identifier: Apache-2.0
#include "engine/base/Parallel.h"

#include <oneapi/tbb/blocked_range.h>
#include <oneapi/tbb/global_control.h>
#include <oneapi/tbb/info.h>
#include <oneapi/tbb/parallel_for.h>
#include <oneapi/tbb/parallel_invoke.h>
#include <oneapi/tbb/task_arena.h>

#include <algorithm>
#include <memory>
#include <mutex>

namespace usdscope {
namespace {

struct Limit {
  std::mutex mutex;
  std::size_t count = 0;
  std::unique_ptr<tbb::global_control> control;
};

Limit& limit() {
  static Limit instance;
  return instance;
}

}  // namespace

void setThreadCount(std::size_t count) {
  Limit& l = limit();
  const std::lock_guard lock(l.mutex);
  l.control.reset();
  l.count = count;
  if (count > 0) {
    l.control =
        std::make_unique<tbb::global_control>(tbb::global_control::max_allowed_parallelism, count);
  }
}

std::size_t threadCount() {
  Limit& l = limit();
  const std::lock_guard lock(l.mutex);
  return l.count > 0 ? l.count : static_cast<std::size_t>(tbb::info::default_concurrency());
}

void parallelFor(std::size_t count, std::size_t grain,
                 const std::function<void(std::size_t, std::size_t)>& body) {
  if (count == 0) return;
  grain = std::max<std::size_t>(grain, 1);
  if (count <= grain) {
    body(0, count);
    return;
  }
  tbb::parallel_for(tbb::blocked_range<std::size_t>(0, count, grain),
                    [&](const tbb::blocked_range<std::size_t>& r) { body(r.begin(), r.end()); });
}

void parallelInvoke(const std::function<void()>& a, const std::function<void()>& b) {
  tbb::parallel_invoke(a, b);
}

void runIsolated(const std::function<void()>& body) { tbb::this_task_arena::isolate(body); }

}  // namespace usdscope
