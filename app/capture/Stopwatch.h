// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <chrono>

namespace usdscope {

/// Measures how long the steps of a job take.
class Stopwatch {
 public:
  /// Returns the milliseconds since the last call, or since construction.
  double lap() {
    const auto now = std::chrono::steady_clock::now();
    const double ms = std::chrono::duration<double, std::milli>(now - last_).count();
    last_ = now;
    return ms;
  }

 private:
  std::chrono::steady_clock::time_point last_ = std::chrono::steady_clock::now();
};

}  // namespace usdscope
