// SPDX-License-Identifier: Apache-2.0
#include "app/actions/ActionScript.h"

#include <charconv>
#include <utility>

namespace usdscope {
namespace {

// Long enough for the window to be drawn, short enough for tests.
constexpr int kPollMs = 30;

}  // namespace

int waitMilliseconds(const std::vector<std::string>& arguments) {
  if (arguments.empty()) return 0;
  int ms = -1;
  const std::string& text = arguments[0];
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), ms);
  const bool isNumber = error == std::errc() && end == text.data() + text.size();
  return isNumber && ms >= 0 && arguments.size() == 1 ? ms : -1;
}

ActionScript::ActionScript(const std::string& text, ActionContext context, QObject* parent,
                           std::string file)
    : QObject(parent), script_(actionStepsOf(text)), context_(context), file_(std::move(file)) {
  timer_.setSingleShot(true);
  connect(&timer_, &QTimer::timeout, this, &ActionScript::next);
}

void ActionScript::start() { timer_.start(kPollMs); }

void ActionScript::fail(int line, const std::string& problem) {
  const std::string place = file_.empty() ? "" : file_ + ":" + std::to_string(line) + ": ";
  Q_EMIT finished(QString::fromStdString(place + problem));
}

void ActionScript::next() {
  if (!script_.problem.empty()) return fail(script_.problemLine, script_.problem);
  if (!isReadyForStep(context_.session)) {
    timer_.start(kPollMs);
    return;
  }
  if (at_ > 0) {
    const ActionStep& done = script_.steps[at_ - 1];
    const std::string problem = problemAfter(done, context_.session);
    if (!problem.empty()) return fail(done.line, done.id + ": " + problem);
  }
  if (at_ == script_.steps.size()) {
    Q_EMIT finished({});
    return;
  }
  const ActionStep& step = script_.steps[at_++];
  if (step.id == "wait") {
    const int ms = waitMilliseconds(step.arguments);
    if (ms < 0) return fail(step.line, step.id + ": Expected a number of milliseconds.");
    timer_.start(ms);
    return;
  }
  const std::string problem = runStep(step, context_);
  if (!problem.empty()) return fail(step.line, step.id + ": " + problem);
  timer_.start(kPollMs);
}

}  // namespace usdscope
