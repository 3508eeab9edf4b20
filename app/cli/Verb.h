// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>
#include <iosfwd>
#include <span>
#include <string_view>

#include "app/cli/VerbOptions.h"

namespace usdscope {

/// Where a verb writes: results to `out`, everything else to `err`.
struct Streams {
  std::ostream& out;
  std::ostream& err;
};

inline constexpr int kSuccess = 0;
inline constexpr int kFailure = 1;     ///< The verb could not do, or not wholly do, what was asked.
inline constexpr int kWrongUsage = 2;  ///< The command line makes no sense.

/// Does what a verb is for, after its options have been read. Gives the exit status.
using RunVerb = std::function<int(Streams)>;

/// One verb of the command line. Its file declares it, the table in Verbs.cpp names it.
struct Verb {
  std::string_view name;
  std::string_view summary;  ///< One line for --help.
  /// Adds the options to `command`; what they are read into belongs to the function that comes
  /// back.
  RunVerb (*declare)(VerbOptions& command);
};

/// All verbs in the order of --help. A new verb is a file with its `declare` and a row here.
std::span<const Verb> verbs();

}  // namespace usdscope
