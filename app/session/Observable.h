// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QObject>
#include <utility>

namespace usdscope {

class ObservableBase : public QObject {
  Q_OBJECT
 Q_SIGNALS:
  void changed();
};

/// One piece of session state that panes can watch. GUI thread only.
///
/// Setting an equal value does nothing, so panes may write back what they show without looping.
template <typename T>
class Observable : public ObservableBase {
 public:
  explicit Observable(T value = {}) : value_(std::move(value)) {}

  const T& value() const { return value_; }

  void set(T value) {
    if (value == value_) return;
    value_ = std::move(value);
    Q_EMIT changed();
  }

  /// Calls `react` with the current value now and with every new one until `receiver` dies.
  template <typename React>
  void observe(const QObject* receiver, React react) const {
    react(value_);
    connect(this, &ObservableBase::changed, receiver,
            [this, react = std::move(react)]() mutable { react(value_); });
  }

 private:
  T value_;
};

}  // namespace usdscope
