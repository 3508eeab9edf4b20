// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QEvent>
#include <exception>

namespace usdscope {

/// Reports to the application that a task of the window failed. It is sent, not posted. An
/// application that does not know it returns false.
class TaskFailure : public QEvent {
 public:
  static Type kind() {
    static const int registered = registerEventType();
    return Type(registered);
  }
  explicit TaskFailure(const std::exception& reason) : QEvent(kind()), problem(reason) {}

  const std::exception& problem;
};

}  // namespace usdscope
