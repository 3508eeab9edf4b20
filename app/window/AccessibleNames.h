// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QObject>

class QWidget;

namespace usdscope {

/// Gives widgets that take the keyboard, and have no name of their own, a name for screen readers
/// when they are shown: lists and tabs that of their pane or window, fields their placeholder or
/// tooltip, buttons without a text their tooltip.
class AccessibleNames : public QObject {
  Q_OBJECT
 public:
  /// Watches all windows of the application.
  explicit AccessibleNames(QObject* parent);

 protected:
  bool eventFilter(QObject* watched, QEvent* event) override;
};

/// Returns whether a screen reader has something to say for a widget.
bool hasAccessibleName(const QWidget& widget);

}  // namespace usdscope
