// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QLineEdit>

#include "engine/value/TimeCode.h"

namespace usdscope {

/// A field for the time of the playhead. The user types a frame with any fraction, `default`, or
/// the left limit of a jump as `24-`. Up and Down step. After Enter it does not have the focus any
/// more; Escape takes back what was typed.
class TimeField : public QLineEdit {
  Q_OBJECT
 public:
  explicit TimeField(QWidget* parent = nullptr);

  /// Shows a time, unless the user is typing.
  void showTime(TimeCode time);

 Q_SIGNALS:
  void timeTyped(TimeCode time);
  /// The user has typed something that is not a time.
  void nonsenseTyped(const QString& text);
  void stepWanted(int steps);

 protected:
  void keyPressEvent(QKeyEvent* event) override;
  void focusInEvent(QFocusEvent* event) override;
  void focusOutEvent(QFocusEvent* event) override;

 private:
  void take();

  TimeCode shown_;
};

}  // namespace usdscope
