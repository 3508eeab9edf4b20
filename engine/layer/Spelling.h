// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "engine/math/Half.h"

namespace usdscope {

// The spelling of numbers, strings and names in text layers, byte for byte as in the reference.

/// The shortest text that reads back as the same number: `0.1`, `1e-7`, `100000`, `inf`.
/// (AOUSD core specification 16.2.5.1.)
void appendNumber(std::string& out, double value);
void appendNumber(std::string& out, float value);
/// Writes six digits, which distinguish all halfs.
void appendNumber(std::string& out, Half value);
void appendNumber(std::string& out, std::int64_t value);
void appendNumber(std::string& out, std::uint64_t value);

/// Writes a string in double quotes, or in single quotes if it contains only double ones, or in
/// triple quotes if it contains line ends. Control and non-UTF-8 bytes are escaped: `\x07`.
void appendQuoted(std::string& out, std::string_view text);

/// Replaces the escapes in the content of a quoted string: `\n`, `\x41` and `\101` become
/// characters; before any other character, the `\` is dropped.
std::string unescaped(std::string_view text);

/// Writes `@a@`, or `@@@a@b@@@` for a path that contains `@`.
void appendAsset(std::string& out, std::string_view path);

/// Writes a dictionary key, in quotes unless it is an ASCII identifier.
void appendKey(std::string& out, std::string_view key);

void appendIndent(std::string& out, int level);

}  // namespace usdscope
