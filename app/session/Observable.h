// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QObject>
#include <utility>

#include "engine/base/ResponsiveThread.h"

namespace usdscope {

class ObservableBase : public QObject {
  Q_OBJECT
 Q_SIGNALS:
  void changed();
};

/// One piece of session state. All code may read and observe it; only the session's commands set
/// it. GUI thread only.
template <typename T>
class Observable : public ObservableBase {
 public:
  explicit Observable(T value = {}) : value_(std::move(value)) {}

  const T& value() const { return value_; }

  /// Calls `react` with the current value now and with each new value until `receiver` dies.
  template <typename React>
  void observe(const QObject* receiver, React react) const {
    {
      const ResponsiveScope scope;
      react(value_);
    }
    connect(this, &ObservableBase::changed, receiver,
            [this, react = std::move(react)]() mutable { react(value_); });
  }

 private:
  friend class DisplayColors;
  friend class Inspection;
  friend class EditTargetChoice;
  friend class FileWatch;
  friend class LayerSaver;
  friend class Markers;
  friend class PlaybackClock;
  friend class PreparedFrames;
  friend class Preferences;
  friend class ProblemFinder;
  friend class RangeDoctor;
  friend class RigChoice;
  friend class SceneAtTime;
  friend class SceneMemory;
  friend class Session;
  friend class SkinningCheck;
  friend class SoundTrack;
  friend class StageEditor;
  friend class Transport;
  friend class ViewChoice;

  /// Setting an equal value does nothing, so panes may write back what they show without looping.
  void set(T value) {
    if (value_ == value) return;
    value_ = std::move(value);
    const ResponsiveScope scope;
    Q_EMIT changed();
  }

  T value_;
};

}  // namespace usdscope
