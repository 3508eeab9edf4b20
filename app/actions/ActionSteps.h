// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "app/actions/Actions.h"

namespace usdscope {

/// One action of a script.
struct ActionStep {
  std::string id;
  std::vector<std::string> arguments;
  int line = 1;  ///< The line of the script in which it begins, counted from 1.
};

/// The steps of a script, or why it cannot be read.
struct ActionSteps {
  std::vector<ActionStep> steps;
  std::string problem;  ///< A sentence; empty on success.
  int problemLine = 1;
};

/// Reads a script: actions separated by semicolons or line ends, each an id with arguments behind
/// it. Blanks separate arguments; double quotes enclose blanks, semicolons and line ends. A `#` at
/// the start of a word begins a comment, which ends with the line.
ActionSteps actionStepsOf(std::string_view text);

/// Splits a text at blanks; double quotes enclose a word with blanks. Empty when a quotation mark
/// is not closed.
std::optional<std::vector<std::string>> wordsOf(std::string_view text);

/// Whether the next step of a script may start: nothing runs in the background. While playing there
/// is always a pane that follows the playhead, so that only the picture has to be ready.
bool isReadyForStep(const Session& session);

/// Carries out a step. Clears Session::note first, because a problem that is found in the
/// background is written there. An action that throws has failed.
ActionProblem runStep(const ActionStep& step, const ActionContext& context);

/// Returns a problem of a step that showed while isReadyForStep() was awaited: in the background,
/// or in opening a file; else empty.
ActionProblem problemAfter(const ActionStep& step, const Session& session);

}  // namespace usdscope
