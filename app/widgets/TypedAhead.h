// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QObject>

class QWidget;

namespace usdscope {

/// Gives keys that are pressed before a new window has the keyboard to a field of that window. A
/// busy desktop takes a while to hand the keyboard over, and the first letters of a text would be
/// shortcuts of the window before. Ends when the new window has had the keyboard, when it is
/// hidden, or when the mouse is pressed. Belongs to `field`. GUI thread only.
class TypedAhead : public QObject {
 public:
  explicit TypedAhead(QWidget& field);

 protected:
  bool eventFilter(QObject* watched, QEvent* event) override;

 private:
  void end();

  QWidget& field_;
};

}  // namespace usdscope
