// SPDX-License-Identifier: Apache-2.0
#include "app/actions/ActionScript.h"

#include <charconv>

#include "app/actions/WhyDisabled.h"

namespace usdscope {
namespace {

// Long enough for the window to be drawn, short enough for tests.
constexpr int kPollMs = 30;

// Splits a script into steps and these into words. Quotes keep blanks and semicolons together.
// Returns false when a quote is not closed.
bool parse(const std::string& text, std::vector<std::vector<std::string>>& out,
           bool hasSteps = true) {
  std::vector<std::vector<std::string>> steps(1);
  std::string word;
  bool isQuoted = false;
  bool hasWord = false;
  const auto endWord = [&] {
    if (hasWord) steps.back().push_back(word);
    word.clear();
    hasWord = false;
  };
  for (const char c : text) {
    if (c == '"') {
      isQuoted = !isQuoted;
      hasWord = true;
    } else if (!isQuoted && c == ';' && hasSteps) {
      endWord();
      steps.emplace_back();
    } else if (!isQuoted && (c == ' ' || c == '\t' || c == '\n')) {
      endWord();
    } else {
      word += c;
      hasWord = true;
    }
  }
  endWord();
  std::erase_if(steps, [](const auto& words) { return words.empty(); });
  out = std::move(steps);
  return !isQuoted;
}

}  // namespace

std::optional<std::vector<std::string>> wordsOf(const std::string& text) {
  std::vector<std::vector<std::string>> steps;
  if (!parse(text, steps, false)) return std::nullopt;
  return steps.empty() ? std::vector<std::string>() : steps.front();
}

ActionScript::ActionScript(const std::string& text, ActionContext context, QObject* parent)
    : QObject(parent), context_(context) {
  std::vector<std::vector<std::string>> steps;
  isWellFormed_ = parse(text, steps);
  for (std::vector<std::string>& words : steps) {
    Step step{words.front(), {words.begin() + 1, words.end()}};
    steps_.push_back(std::move(step));
  }
  timer_.setSingleShot(true);
  connect(&timer_, &QTimer::timeout, this, &ActionScript::next);
}

void ActionScript::start() { timer_.start(kPollMs); }

// While playing there is always a pane that follows the playhead.
bool ActionScript::isReady() const {
  const Session& session = context_.session;
  return session.isSettled() || (session.playback.value().isPlaying && session.isPictureReady());
}

void ActionScript::next() {
  if (!isWellFormed_) {
    Q_EMIT finished(tr("A quotation mark is not closed."));
    return;
  }
  if (!isReady()) {
    timer_.start(kPollMs);
    return;
  }
  if (const std::string& note = context_.session.note.value(); at_ > 0 && !note.empty()) {
    Q_EMIT finished(QString::fromStdString(steps_[at_ - 1].id + ": " + note));
    return;
  }
  if (at_ == steps_.size()) {
    Q_EMIT finished({});
    return;
  }
  const Step& step = steps_[at_++];
  const auto fail = [&](const std::string& problem) {
    Q_EMIT finished(QString::fromStdString(step.id + ": " + problem));
  };
  if (step.id == "wait") {
    int ms = -1;
    const std::string text = step.arguments.empty() ? std::string() : step.arguments[0];
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), ms);
    if (error != std::errc() || end != text.data() + text.size() || ms < 0) {
      return fail("Expected a number of milliseconds.");
    }
    timer_.start(ms);
    return;
  }
  const ActionRow* row = findAction(step.id);
  if (!row) return fail("There is no such action.");
  // Arguments take the place of the selection that a menu entry needs.
  const bool namesSubject = !step.arguments.empty() && context_.session.document.value().isOpen();
  if (!namesSubject && !row->isEnabled(context_)) return fail(whyDisabled(*row, context_));
  context_.session.showNote({});
  const std::string problem = row->run(context_, step.arguments);
  if (!problem.empty()) return fail(problem);
  timer_.start(kPollMs);
}

}  // namespace usdscope
