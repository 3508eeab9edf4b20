// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QObject>
#include <string>

#include "app/session/Session.h"
#include "app/session/tasks/LatestTask.h"

namespace usdscope {

/// Opens layers in the text editor of the user: the program in USD_EDITOR, VISUAL or EDITOR, or the
/// desktop's program for the file. Skips editors that need a terminal. GUI thread only.
class TextEditor : public QObject {
  Q_OBJECT
 public:
  TextEditor(Session& session, QObject* parent);

  /// See ActionWindow::openInEditor().
  std::string open(const std::string& layer);

 private:
  Session& session_;
  LatestTask looking_;
};

}  // namespace usdscope
