// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>
#include <iosfwd>
#include <span>
#include <string_view>

#include "app/cli/VerbOptions.h"
#include "engine/format/Environment.h"

namespace usdscope {

/// The streams of a verb, and the environment in which it opens files.
struct VerbContext {
  std::ostream& out;             ///< Results.
  std::ostream& err;             ///< Messages and everything else.
  Environment environment = {};  ///< With the plug-ins of the command line.
};

inline constexpr int kSuccess = 0;
inline constexpr int kFailure = 1;     ///< The verb failed, at least in part.
inline constexpr int kWrongUsage = 2;  ///< The command line cannot be understood.

/// Runs a verb whose options have been read. Returns the exit status.
using RunVerb = std::function<int(VerbContext)>;

/// One verb of the command line. A file declares it; the table in Verbs.cpp lists it.
struct Verb {
  std::string_view name;
  std::string_view summary;  ///< One line for --help.
  /// Adds the options to `command`. The returned function owns the variables that they are read
  /// into.
  RunVerb (*declare)(VerbOptions& command);
};

/// All verbs, in the order of --help. A new verb needs a file with its `declare`, and a row here.
std::span<const Verb> verbs();

}  // namespace usdscope
