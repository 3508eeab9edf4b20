// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "app/cli/Verb.h"

namespace usdscope {

/// A command-line tool of OpenUSD that this program can be called as.
struct Tool {
  std::string_view name;  ///< `usdcat`
  std::string_view summary;
  /// Like Verb::declare, with the options of the tool. The status that the function returns is 0 or
  /// that of the tool.
  RunVerb (*declare)(VerbOptions& command);
  /// Whether a command line that cannot be understood has the status that CLI11 gives it, because
  /// the tool uses CLI11; else it is 2.
  bool usesCli11 = false;
};

/// All tools, in alphabetical order.
std::span<const Tool> tools();

/// Returns the tool with this name, or null. `program` may be a path; an ending `.exe` or `.py` is
/// ignored.
const Tool* findTool(std::string_view program);

/// Runs the command line of a tool. Requires: findTool(name). Returns the exit status of the tool.
int runTool(std::string_view name, std::vector<std::string> arguments, VerbContext context);

/// Makes symbolic links to this program with the names of all tools in a folder. Keeps files that
/// are not such links, and reports them. Returns the exit status.
int installLinks(const std::string& folder, const VerbContext& context);

/// The text of `usdscope help differences`: a paragraph for each tool.
std::string toolDifferences();

// Each function is defined in the file of its tool.
RunVerb declareUsdCat(VerbOptions& command);
RunVerb declareUsdChecker(VerbOptions& command);
RunVerb declareUsdDiff(VerbOptions& command);
RunVerb declareUsdDumpCrate(VerbOptions& command);
RunVerb declareUsdRecord(VerbOptions& command);
RunVerb declareUsdResolve(VerbOptions& command);
RunVerb declareUsdStitch(VerbOptions& command);
RunVerb declareUsdStitchClips(VerbOptions& command);
RunVerb declareUsdTree(VerbOptions& command);
RunVerb declareUsdView(VerbOptions& command);
RunVerb declareUsdZip(VerbOptions& command);

}  // namespace usdscope
