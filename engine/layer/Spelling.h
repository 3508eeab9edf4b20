// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "engine/math/Half.h"

namespace usdscope {

// The spelling of the smallest parts of a layer's text, as the reference writes them.

/// The shortest text that reads back as the same number: `0.1`, `1e-7`, `100000`, `inf`.
/// (AOUSD core specification 16.2.5.1.)
void appendNumber(std::string& out, double value);
void appendNumber(std::string& out, float value);
/// Six digits, as the reference writes it: enough for any half.
void appendNumber(std::string& out, Half value);
void appendNumber(std::string& out, std::int64_t value);
void appendNumber(std::string& out, std::uint64_t value);

/// In double quotes, or in single ones when it holds double quotes only; in triple ones when it
/// has line ends. Bytes that cannot be shown, or are not UTF-8, become `\x07`.
void appendQuoted(std::string& out, std::string_view text);

/// What a string means whose content between the quotes is this: `\n`, `\x41` and `\101` are
/// characters, any other character behind `\` stands for itself.
std::string unescaped(std::string_view text);

/// `@a@`, or `@@@a@b@@@`.
void appendAsset(std::string& out, std::string_view path);

/// A key of a dictionary: quoted unless it is an identifier in ASCII.
void appendKey(std::string& out, std::string_view key);

void appendIndent(std::string& out, int level);

}  // namespace usdscope
