// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QObject>
#include <QTimer>
#include <string>

#include "app/actions/ActionSteps.h"

namespace usdscope {

/// Plays a list of actions: `frame 24; select /World/Hero; screenshot out.png; quit`; see
/// actionStepsOf(). Each action starts when the session is settled after the previous action; while
/// playing, the script does not wait for the panes. `wait MILLISECONDS` passes time, and `wait`
/// alone waits until the session is settled.
class ActionScript : public QObject {
  Q_OBJECT
 public:
  /// If `file` is not empty, problems begin with it and the line: `shot.txt:3: frame: …`.
  ActionScript(const std::string& text, ActionContext context, QObject* parent = nullptr,
               std::string file = {});

  void start();

 Q_SIGNALS:
  /// The script has ended. If an action failed, the script ended there, and `problem` says why;
  /// else it is empty.
  void finished(const QString& problem);

 private:
  void next();
  void fail(int line, const std::string& problem);

  ActionSteps script_;
  std::size_t at_ = 0;
  ActionContext context_;
  std::string file_;
  QTimer timer_;
};

/// Reads the milliseconds of `wait`, 0 without an argument. Returns -1 for any other text.
int waitMilliseconds(const std::vector<std::string>& arguments);

}  // namespace usdscope
