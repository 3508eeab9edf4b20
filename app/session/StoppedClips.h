// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QObject>

namespace usdscope {

class Session;

/// Whether the user has stopped the Clips pane while it read clips. The pane says so, an action
/// lets it read on. GUI thread only.
class StoppedClips : public QObject {
  Q_OBJECT
 public:
  /// The state of a session.
  static StoppedClips& of(Session& session);

  bool areLeft() const { return areLeft_; }
  void setLeft(bool areLeft) { areLeft_ = areLeft; }
  /// Emits wanted().
  void readOn() { Q_EMIT wanted(); }

 Q_SIGNALS:
  /// The clips that are left are wanted after all.
  void wanted();

 private:
  explicit StoppedClips(QObject& parent) : QObject(&parent) {}

  bool areLeft_ = false;
};

}  // namespace usdscope
