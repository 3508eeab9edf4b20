// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QObject>
#include <QTimer>
#include <optional>
#include <string>
#include <vector>

#include "app/actions/Actions.h"

namespace usdscope {

/// Splits a text at blanks; double quotes enclose a word with blanks. Empty when a quotation mark
/// is not closed.
std::optional<std::vector<std::string>> wordsOf(const std::string& text);

/// Plays a list of actions: `frame 24; select /World/Hero; screenshot out.png; quit`. Each action
/// starts when the session is settled after the previous action; while playing, the script does not
/// wait for the panes. Arguments follow the id, separated by blanks; double quotes enclose an
/// argument with blanks. `wait MILLISECONDS` passes time.
class ActionScript : public QObject {
  Q_OBJECT
 public:
  ActionScript(const std::string& text, ActionContext context, QObject* parent = nullptr);

  void start();

 Q_SIGNALS:
  /// The script has ended. If an action failed, the script ended there, and `problem` says why;
  /// else it is empty.
  void finished(const QString& problem);

 private:
  void next();

  struct Step {
    std::string id;
    std::vector<std::string> arguments;
  };
  bool isReady() const;
  std::vector<Step> steps_;
  bool isWellFormed_ = true;
  std::size_t at_ = 0;
  ActionContext context_;
  QTimer timer_;
};

}  // namespace usdscope
