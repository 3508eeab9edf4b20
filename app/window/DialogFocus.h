// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QObject>
#include <QPointer>
#include <QWidget>

namespace usdscope {

/// Gives the keyboard back when a dialog of a window is closed: to the widget of the window that
/// had it before, or to the picture if that widget is hidden, disabled or gone. Without this, Qt
/// may give it to the first field of the window, where keys of actions would become text.
class DialogFocus : public QObject {
  Q_OBJECT
 public:
  /// Watches all dialogs of `window`. Requires: `picture` is in `window`.
  DialogFocus(QWidget& window, QWidget& picture);

 protected:
  bool eventFilter(QObject* watched, QEvent* event) override;

 private:
  bool canTakeKeyboard(const QWidget* widget) const;
  void giveBack();

  QWidget& window_;
  QWidget& picture_;
  QPointer<QWidget> place_;  ///< The widget of the window that had the keyboard last.
};

}  // namespace usdscope
