// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <exception>

namespace usdscope {

/// Whether an operation failed because memory is missing. A thread that cannot start is the same
/// failure: the system has no memory for its stack.
bool isLackOfMemory(const std::exception& problem) noexcept;

/// Returns a sentence that says why an operation failed. Valid while `problem` lives.
const char* reasonOfFailure(const std::exception& problem) noexcept;

}  // namespace usdscope
