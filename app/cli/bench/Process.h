// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace usdscope {

/// What another process wrote to its standard output, and how it ended.
struct ProcessResult {
  int status = 0;  ///< Exit status; 128 + the signal's number where a signal ended it.
  std::string out;
};

/// Runs this very program with other arguments and waits for it; its messages go where this
/// process's go. Empty when it cannot be started.
std::optional<ProcessResult> runOwnProgram(const std::vector<std::string>& arguments);

/// Bytes of memory of this process that are resident.
std::int64_t residentByteSize();

/// Processor time of all threads of this process so far, in milliseconds.
double processorMilliseconds();

/// Returns when all threads have been idle for a moment.
void waitUntilIdle();

}  // namespace usdscope
