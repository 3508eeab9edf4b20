// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <ostream>
#include <sstream>
#include <string>
#include <string_view>
#include <vector>

#include "app/cli/CommandLine.h"

namespace usdscope {

/// Prints an error of a tool and returns its status.
inline int toolError(const VerbContext& context, const std::string& problem, int status = 1) {
  context.err << "error: " << problem << '\n';
  return status;
}

/// The start of a command line for runVerbForTool().
inline std::vector<std::string> commandLineOf(std::string_view verb) {
  std::vector<std::string> words;
  // Room for the options: g++ 14 misreads the growth of a vector of one word, and warns.
  words.reserve(8);
  words.emplace_back(verb);
  return words;
}

/// Runs a verb for a tool. Returns 0 or 1, as most tools do.
inline int runVerbForTool(std::vector<std::string> arguments, const VerbContext& context) {
  // Its reason is not the tool's.
  return runCommandLine(std::move(arguments), {context.out, context.err}) == kSuccess ? 0 : 1;
}

/// Like runVerbForTool(), and returns the results in `out`.
inline int runVerbForTool(std::vector<std::string> arguments, const VerbContext& context,
                          std::string& out) {
  std::ostringstream results;
  const int status = runVerbForTool(std::move(arguments), {results, context.err});
  out = results.str();
  return status;
}

}  // namespace usdscope
