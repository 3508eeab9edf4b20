// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

namespace usdscope {

/// Returns the name of the file beside a result that keeps its exit status if that is not 0.
std::string statusFileOf(const std::string& result);

/// Keeps the exit status of a result, or removes the file with an older one if it is 0. Returns a
/// sentence when this is impossible; else empty.
std::string keepStatus(const std::string& result, int status);

}  // namespace usdscope
