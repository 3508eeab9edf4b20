// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QObject>
#include <QPointer>
#include <QTimer>
#include <cstdint>
#include <deque>
#include <functional>
#include <optional>
#include <string>

#include "app/actions/ActionSteps.h"
#include "app/remote/RemoteQueries.h"
#include "app/session/tasks/LatestTask.h"

namespace usdscope {

/// Runs command lines of clients, one after the other, by the rules of ActionScript, and answers
/// each with a JSON object. A line may have several actions, which end with the first that fails.
/// GUI thread only.
class CommandRunner : public QObject {
  Q_OBJECT
 public:
  using Answer = std::function<void(const Json& answer)>;

  explicit CommandRunner(ActionContext context);

  /// Runs a line when all lines before it are answered and the session is settled. `answer` is
  /// called later, unless `client` has been destroyed by then; a line of a client that is gone is
  /// not run. The line may have any bytes. While a dialog waits for the user, queries are answered
  /// and actions are refused, also the action that has opened it.
  void run(const std::string& line, QObject* client, Answer answer);
  /// Returns the answer to a line that needs not wait: `state`, `help`, the actions that end
  /// loading or the program, and lines without actions. Empty for other lines.
  std::optional<Json> runAtOnce(const std::string& line);
  /// Answers all lines that are not answered yet, because the program ends.
  void finish();

 private:
  struct Job {
    std::uint64_t id = 0;
    ActionSteps script;
    QPointer<QObject> client;
    Answer answer;
    std::size_t at = 0;
    bool isStarted = false;  ///< The step `at` has been started, and its result is due.
    Json result = {{"ok", true}};
  };

  void advance();
  void start(const ActionStep& step);
  /// Adds the members of a part of the answer. Ends the job if the part is a refusal.
  void take(const Json& part);
  void end();

  ActionContext context_;
  std::deque<Job> jobs_;
  QTimer timer_;
  std::uint64_t lastId_ = 0;
  bool isAdvancing_ = false;  ///< An action is running; it may have an event loop of its own.
  LatestTask computing_;
};

}  // namespace usdscope
