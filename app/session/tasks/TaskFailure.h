// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QEvent>

namespace usdscope {

/// Reports to the application that the memory is missing for a task of the window, which ended too
/// early. Tasks post it to the application object, which may ignore it.
class TaskFailure : public QEvent {
 public:
  static Type kind() {
    static const int registered = registerEventType();
    return Type(registered);
  }
  TaskFailure() : QEvent(kind()) {}
};

}  // namespace usdscope
