// SPDX-License-Identifier: Apache-2.0
#include "app/actions/ActionSteps.h"

#include <algorithm>
#include <cctype>
#include <utility>

#include "app/actions/RunAction.h"

namespace usdscope {
namespace {

constexpr const char* kOpenQuote = "A quotation mark is not closed.";

/// Splits a text into words, and words into steps.
class StepReader {
 public:
  /// Without steps, semicolons, line ends and `#` have no meaning.
  StepReader(std::string_view text, bool hasSteps) : text_(text), hasSteps_(hasSteps) {}

  ActionSteps read() {
    for (const char c : text_) take(c);
    endWord();
    endStep();
    if (isQuoted_) {
      steps_.problem = kOpenQuote;
      steps_.problemLine = quoteLine_;
    }
    return std::move(steps_);
  }

 private:
  void take(char c) {
    const bool isLineEnd = c == '\n';
    if (isComment_) {
      if (isLineEnd) isComment_ = false;
    } else if (c == '"') {
      isQuoted_ = !isQuoted_;
      hasWord_ = true;
      quoteLine_ = line_;
    } else if (isQuoted_) {
      word_ += c;
    } else if (hasSteps_ && (c == ';' || isLineEnd)) {
      endWord();
      endStep();
    } else if (c == ' ' || c == '\t' || c == '\r' || isLineEnd) {
      endWord();
    } else if (hasSteps_ && c == '#' && !hasWord_) {
      endStep();
      isComment_ = true;
    } else {
      word_ += c;
      hasWord_ = true;
    }
    if (hasWord_ && words_.empty() && !isInWord_) stepLine_ = line_;
    isInWord_ = hasWord_;
    if (isLineEnd) ++line_;
  }

  void endWord() {
    if (hasWord_) words_.push_back(std::exchange(word_, {}));
    hasWord_ = false;
  }

  void endStep() {
    if (words_.empty()) return;
    ActionStep step;
    step.id = std::move(words_.front());
    step.arguments.assign(std::make_move_iterator(words_.begin() + 1),
                          std::make_move_iterator(words_.end()));
    step.line = stepLine_;
    steps_.steps.push_back(std::move(step));
    words_.clear();
  }

  std::string_view text_;
  bool hasSteps_;
  ActionSteps steps_;
  std::vector<std::string> words_;  // The words of the step so far.
  std::string word_;
  bool hasWord_ = false;
  bool isInWord_ = false;
  bool isQuoted_ = false;
  bool isComment_ = false;
  int line_ = 1;
  int stepLine_ = 1;
  int quoteLine_ = 1;
};

}  // namespace

ActionSteps actionStepsOf(std::string_view text) { return StepReader(text, true).read(); }

std::optional<std::vector<std::string>> wordsOf(std::string_view text) {
  ActionSteps read = StepReader(text, false).read();
  if (!read.problem.empty()) return std::nullopt;
  if (read.steps.empty()) return std::vector<std::string>();
  std::vector<std::string> words = {std::move(read.steps.front().id)};
  for (std::string& each : read.steps.front().arguments) words.push_back(std::move(each));
  return words;
}

bool isReadyForStep(const Session& session) {
  return session.isSettled() || (session.playback.value().isPlaying && session.isPictureReady());
}

ActionProblem runStep(const ActionStep& step, const ActionContext& context) {
  const ActionRow* row = findAction(step.id);
  if (!row) {
    // Clients may send any bytes.
    const bool isName = !step.id.empty() && std::ranges::all_of(step.id, [](unsigned char c) {
      return c < 128 && (std::isalnum(c) || c == '-');
    });
    return isName ? "There is no action " + step.id + "." : "There is no such action.";
  }
  ActionProblem why = whyNot(*row, context, step.arguments);
  if (!why.empty()) return why;
  context.session.showNote({});
  return runCaught(*row, context, step.arguments);
}

ActionProblem problemAfter(const ActionStep& step, const Session& session) {
  if (!session.note.value().empty()) return session.note.value();
  const LoadState& loading = session.loading.value();
  const bool hasFailed = loading.phase == LoadState::Phase::Failed;
  if (!hasFailed || step.id != "open") return {};
  return loading.file.empty() ? loading.message : loading.file + ": " + loading.message;
}

}  // namespace usdscope
