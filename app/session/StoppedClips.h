// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QObject>

namespace usdscope {

class Session;

/// Whether the Clips pane reads clips, and whether the user has stopped it. The pane says so,
/// actions stop it and let it read on. GUI thread only.
class StoppedClips : public QObject {
  Q_OBJECT
 public:
  /// The state of a session.
  static StoppedClips& of(Session& session);

  /// Whether clips are being read. At most one of this and areLeft() is true.
  bool isReading() const { return isReading_; }
  /// Whether the user has stopped the reading, so that clips are left.
  bool areLeft() const { return areLeft_; }
  void set(bool isReading, bool areLeft);
  /// Emits stopWanted().
  void stop() { Q_EMIT stopWanted(); }
  /// Emits wanted().
  void readOn() { Q_EMIT wanted(); }

 Q_SIGNALS:
  void changed();
  /// Reading is to stop.
  void stopWanted();
  /// The clips that are left are wanted after all.
  void wanted();

 private:
  explicit StoppedClips(QObject& parent) : QObject(&parent) {}

  bool isReading_ = false;
  bool areLeft_ = false;
};

}  // namespace usdscope
