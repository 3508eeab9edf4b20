// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>

namespace usdscope::usdc {

/// Appends the compressed size of the bytes, and then the bytes, compressed with LZ4 in the layout
/// of crate files.
void appendCompressed(std::string& out, std::string_view bytes);

/// Appends the compressed size, and then the integers as coded differences (see IntegerCoding.h),
/// compressed.
void appendIntegers(std::string& out, std::span<const std::uint32_t> integers);
void appendIntegers(std::string& out, std::span<const std::uint64_t> integers);

}  // namespace usdscope::usdc
