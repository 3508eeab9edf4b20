// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>
#include <iosfwd>
#include <memory>
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
  /// The status that states best why the verb fails; 0 if that of the verb does. Copies share it.
  std::shared_ptr<int> reason = std::make_shared<int>(0);

  /// Makes `status` the exit status of the verb if it fails. The first reason stays.
  void failsWith(int status) const {
    if (*reason == 0) *reason = status;
  }
};

inline constexpr int kSuccess = 0;
inline constexpr int kFailure = 1;     ///< There are findings, or a part of the answer is missing.
inline constexpr int kWrongUsage = 2;  ///< The command line cannot be understood.
inline constexpr int kUnreadable = 3;  ///< A file cannot be read or written.

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
