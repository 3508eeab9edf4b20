// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace usdscope {

/// The standard output of another process, and its exit status.
struct ProcessResult {
  int status = 0;  ///< Exit status, or 128 + the number of the signal that ended it.
  std::string out;
};

/// Runs this program with other arguments and waits for it. Its messages go to the standard error
/// of this process. Empty when it cannot be started.
std::optional<ProcessResult> runOwnProgram(const std::vector<std::string>& arguments);

/// Returns the resident bytes of this process.
std::int64_t residentByteSize();

/// Returns the processor time of all threads of this process so far, in milliseconds.
double processorMilliseconds();

/// Returns when all threads have been idle for a moment.
void waitUntilIdle();

}  // namespace usdscope
