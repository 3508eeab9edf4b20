// SPDX-License-Identifier: Apache-2.0
#include "app/remote/CommandRunner.h"

#include <QApplication>
#include <QScopedValueRollback>
#include <QWidget>
#include <algorithm>
#include <utility>

#include "app/actions/ActionScript.h"

namespace usdscope {
namespace {

constexpr int kPollMs = 10;
bool isDialogOpen() { return QApplication::activeModalWidget() != nullptr; }

// Names the dialog that waits for an answer of the user. Requires: isDialogOpen().
std::string dialogWaits() {
  const QString title = QApplication::activeModalWidget()->windowTitle();
  if (title.isEmpty()) return "A dialog of the window waits for an answer.";
  return "The dialog \"" + title.toStdString() + "\" of the window waits for an answer.";
}

// Whether a step changes nothing, so that it may run beside a dialog.
bool isQuery(const ActionStep& step, const Session& session) {
  return step.id == "state" || step.id == "help" || queryOf(step, session);
}

// Without its argument such an action would ask the user in a dialog.
bool asksInDialog(const ActionRow& row, const ActionStep& step) {
  return step.arguments.empty() && *row.arguments && std::string_view(row.text).ends_with("…");
}

}  // namespace

CommandRunner::CommandRunner(ActionContext context)
    : context_(context), computing_(context.session.background()) {
  timer_.setSingleShot(true);
  connect(&timer_, &QTimer::timeout, this, &CommandRunner::advance);
  connect(&computing_, &LatestTask::failed, this, [this](const char* reason) {
    if (!jobs_.empty() && jobs_.front().isStarted) take(refusal(reason));
  });
}

std::optional<Json> CommandRunner::runAtOnce(const std::string& line) {
  const ActionSteps script = actionStepsOf(line);
  if (script.steps.empty() && script.problem.empty()) return Json({{"ok", true}});
  if (script.steps.size() != 1 || !script.problem.empty()) return std::nullopt;
  const ActionStep& step = script.steps.front();
  if (step.id == "state") return stateToJson(context_);
  if (step.id == "help") return commandsToJson();
  if (step.id != "cancel" && step.id != "quit") return std::nullopt;
  const std::string problem = isDialogOpen() ? dialogWaits() : runStep(step, context_);
  if (!problem.empty()) return refusal(problem);
  return isDialogOpen() ? refusal(dialogWaits()) : Json({{"ok", true}});
}

void CommandRunner::run(const std::string& line, QObject* client, Answer answer) {
  Job job;
  job.id = ++lastId_;
  job.script = actionStepsOf(line);
  job.client = client;
  job.answer = std::move(answer);
  jobs_.push_back(std::move(job));
  if (jobs_.size() == 1) timer_.start(0);
}

void CommandRunner::advance() {
  if (jobs_.empty()) return;
  Job& job = jobs_.front();
  const bool isDialog = isDialogOpen();
  // An action may run its own event loop in a menu or a dialog. Meanwhile no action is started.
  if (isAdvancing_ && !isDialog) {
    timer_.start(kPollMs);
    return;
  }
  if (!job.client && !job.isStarted) return end();
  if (!job.script.problem.empty()) return take(refusal(job.script.problem));
  if (isDialog && !job.script.steps.empty()) {
    const bool isEnd = job.at == job.script.steps.size();
    const bool isBeside = !isEnd && isQuery(job.script.steps[job.at], context_.session);
    if (!isBeside) return take(refusal(dialogWaits()));
  }
  if (computing_.isRunning() || !isReadyForStep(context_.session)) {
    timer_.start(kPollMs);
    return;
  }
  if (job.isStarted) {
    const std::string problem = problemAfter(job.script.steps[job.at], context_.session);
    if (!problem.empty()) return take(refusal(problem));
    job.isStarted = false;
    ++job.at;
  }
  if (job.at == job.script.steps.size()) return end();
  start(job.script.steps[job.at]);
}

void CommandRunner::start(const ActionStep& step) {
  Job& job = jobs_.front();
  job.isStarted = true;
  timer_.start(kPollMs);
  if (step.id == "wait") {
    const int ms = waitMilliseconds(step.arguments);
    if (ms < 0) return take(refusal("Expected a number of milliseconds."));
    context_.session.showNote({});
    timer_.start(std::max(ms, kPollMs));
    return;
  }
  if (step.id == "state" || step.id == "help") {
    context_.session.showNote({});
    return take(step.id == "state" ? stateToJson(context_) : commandsToJson());
  }
  if (auto compute = queryOf(step, context_.session)) {
    context_.session.showNote({});
    computing_.start([this, compute = std::move(*compute)](const TaskRun&) -> LatestTask::Show {
      return [this, part = compute()] { take(part); };
    });
    return;
  }
  const ActionRow* row = findAction(step.id);
  if (row && asksInDialog(*row, step)) {
    return take(refusal(std::string("Expected ") + row->arguments + "."));
  }
  const std::uint64_t id = job.id;
  const std::string problem = [&] {
    const QScopedValueRollback guard(isAdvancing_, true);
    return runStep(ActionStep(step), context_);
  }();
  if (!jobs_.empty()) timer_.start(kPollMs);
  // The line is answered already if the action has opened a dialog.
  const bool isAnswered = jobs_.empty() || jobs_.front().id != id;
  if (!problem.empty() && !isAnswered) take(refusal(problem));
}

void CommandRunner::take(const Json& part) {
  if (jobs_.empty()) return;
  Json& result = jobs_.front().result;
  if (part.at("ok") == false) {
    result = part;
    return end();
  }
  result.update(part);
}

void CommandRunner::end() {
  const Job job = std::move(jobs_.front());
  jobs_.pop_front();
  timer_.stop();
  if (!jobs_.empty()) timer_.start(0);
  if (job.client) job.answer(job.result);
}

void CommandRunner::finish() {
  while (!jobs_.empty()) {
    Job& job = jobs_.front();
    if (!job.isStarted) job.result = refusal("The program ends.");
    end();
  }
}

}  // namespace usdscope
