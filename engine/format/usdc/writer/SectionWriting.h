// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>

namespace usdscope::usdc {

/// Appends bytes compressed by LZ4 as crate files wrap it, with their compressed size in front.
void appendCompressed(std::string& out, std::string_view bytes);

/// Appends integers as coded differences (see IntegerCoding.h), compressed, with the compressed
/// size in front.
void appendIntegers(std::string& out, std::span<const std::uint32_t> integers);
void appendIntegers(std::string& out, std::span<const std::uint64_t> integers);

}  // namespace usdscope::usdc
