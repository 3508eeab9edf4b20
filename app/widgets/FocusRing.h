// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QObject>
#include <QPointer>
#include <QWidget>

namespace usdscope {

/// Draws a line around the widget that has the keyboard: a list, tabs, a button or a field. It
/// appears when the user moves the keyboard with keys or types, and goes with the next click.
class FocusRing : public QObject {
  Q_OBJECT
 public:
  /// Watches all windows of the application.
  explicit FocusRing(QObject* parent);
  ~FocusRing() override;

  /// The widget with the ring; null if there is none.
  QWidget* ringed() const { return ring_ ? ring_->parentWidget() : nullptr; }

 protected:
  bool eventFilter(QObject* watched, QEvent* event) override;

 private:
  void show();
  void place();

  bool isByKeys_ = false;
  QPointer<QWidget> ring_;  ///< A child of the widget with the ring, which may delete it.
};

}  // namespace usdscope
