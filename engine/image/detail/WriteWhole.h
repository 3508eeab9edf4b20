// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <span>
#include <string>

namespace usdscope {

/// Writes a file, completely or not at all. Returns a sentence that says why it failed; empty on
/// success.
std::string writeWholeFile(std::span<const std::byte> bytes, const std::string& path);

}  // namespace usdscope
