// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace usdscope {

/// Returns a count with its noun: "3 clips", "1 clip". A noun whose plural does not add an s needs
/// `plural`: "2 indices".
std::string counted(std::size_t count, std::string_view noun, std::string_view plural = {});

/// Starts a sentence: "There are 3 clips", "There is 1 clip".
std::string thereAre(std::size_t count, std::string_view noun, std::string_view plural = {});

}  // namespace usdscope
