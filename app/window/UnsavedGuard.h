// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QObject>
#include <QWidget>
#include <functional>

#include "app/session/Session.h"

namespace usdscope {

/// Asks the user before edits are lost, and before files are overwritten that another program has
/// changed. Scripts are never asked: they give up edits, and overwrite nothing. GUI thread only.
class UnsavedGuard : public QObject {
  Q_OBJECT
 public:
  /// `window` is the parent of the dialogs. Does not ask until setAsking() says so.
  UnsavedGuard(Session& session, QWidget* window);

  void setAsking(bool isAsking) { isAsking_ = isAsking; }
  /// Whether leave() would ask.
  bool mustAsk() const;
  /// See ActionWindow::leave().
  void leave(std::function<void()> then);

 private:
  void saveAll(const std::function<void()>& then);
  void saveSession(const std::function<void()>& then);
  void askToOverwrite();

  Session& session_;
  QWidget* window_;
  bool isAsking_ = false;
};

}  // namespace usdscope
