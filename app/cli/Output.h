// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <string_view>

#include "app/cli/Verb.h"

namespace usdscope {

/// Writes the result of a verb to a file, or to `streams.out` when `file` is empty. Gives the exit
/// status, after a message when the file cannot be written.
int writeResult(std::string_view text, const std::string& file, Streams streams);

}  // namespace usdscope
