// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QObject>
#include <QTimer>
#include <string>
#include <vector>

#include "app/actions/Actions.h"

namespace usdscope {

/// Plays a list of actions, `frame 24; select /World/Hero; screenshot out.png; quit`: each when
/// what the one before asked for is there and has been drawn. Arguments stand after the id,
/// separated by blanks, in double quotes where they hold blanks. `wait MILLISECONDS` passes time.
class ActionScript : public QObject {
  Q_OBJECT
 public:
  ActionScript(std::string text, ActionContext context, QObject* parent = nullptr);

  void start();

 Q_SIGNALS:
  /// The script is through, or an action failed; then it says what is wrong and ends there.
  void finished(const QString& problem);

 private:
  void next();

  struct Step {
    std::string id;
    std::vector<std::string> arguments;
  };
  std::vector<Step> steps_;
  bool isWellFormed_ = true;
  std::size_t at_ = 0;
  ActionContext context_;
  QTimer timer_;
};

}  // namespace usdscope
