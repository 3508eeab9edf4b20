// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <iosfwd>
#include <string>
#include <string_view>

namespace usdscope {

/// Whether texts on a stream may have colours: it is a stream of the process that ends on a
/// terminal with colours, and the user has not forbidden them with the variable NO_COLOR.
bool mayHaveColors(const std::ostream& stream);

/// Colours the words that begin a line and say how bad something is: `error:`, `warning:`, `note:`.
/// Requires: `text` begins with a line.
std::string withColoredSeverities(std::string_view text);

/// Colours the lines that begin with `-` or `+`, behind blanks, as programs for differences do.
/// Requires: `text` begins with a line.
std::string withColoredDifferences(std::string_view text);

}  // namespace usdscope
