// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <string>
#include <utility>
#include <vector>

namespace usdscope {

/// How a process ended, and what it needed.
struct ProcessEnd {
  int status = -1;  ///< The exit status; -1 when a signal ended the process.
  int signal = 0;   ///< The signal that ended it; 0: none.
  double cpuSeconds = 0.0;
  std::size_t mostBytes = 0;  ///< The largest resident memory.
  std::string out;
  std::string err;
};

/// Runs the program usdscope that was built with this test. `input` is its standard input, a file;
/// empty for none; `environment` are variables to add. Processor time beyond `cpuSeconds` ends it.
ProcessEnd runUsdscope(const std::vector<std::string>& arguments, unsigned cpuSeconds,
                       const std::string& input = {},
                       const std::vector<std::pair<std::string, std::string>>& environment = {});

}  // namespace usdscope
