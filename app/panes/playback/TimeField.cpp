// SPDX-License-Identifier: Apache-2.0
#include "app/panes/playback/TimeField.h"

#include <QKeyEvent>
#include <QTimer>

#include "app/panes/playback/PlaybackStrip.h"
#include "app/session/playback/FrameText.h"

namespace usdscope {

TimeField::TimeField(QWidget* parent) : QLineEdit(parent) {
  setAlignment(Qt::AlignRight);
  setText(typedText(shown_));
}

void TimeField::showTime(TimeCode time) {
  shown_ = time;
  if (hasFocus() && isModified()) return;
  const QString text = typedText(time);
  if (text != this->text()) setText(text);
}

void TimeField::take() {
  if (!isModified()) return;
  const QString typed = text().trimmed();
  setModified(false);
  setText(typedText(shown_));
  if (const auto time = timeFromTyped(typed.toStdString())) {
    Q_EMIT timeTyped(*time);
  } else {
    Q_EMIT nonsenseTyped(typed);
  }
}

void TimeField::keyPressEvent(QKeyEvent* event) {
  switch (event->key()) {
    case Qt::Key_Return:
    case Qt::Key_Enter:
      take();
      return clearFocus();
    case Qt::Key_Escape:
      setModified(false);
      setText(typedText(shown_));
      return clearFocus();
    case Qt::Key_Up:
      return Q_EMIT stepWanted(1);
    case Qt::Key_Down:
      return Q_EMIT stepWanted(-1);
    default:
      return QLineEdit::keyPressEvent(event);
  }
}

// Typing replaces the time. The press of the mouse that gave the focus would clear the selection.
void TimeField::focusInEvent(QFocusEvent* event) {
  QLineEdit::focusInEvent(event);
  if (event->reason() == Qt::MouseFocusReason) QTimer::singleShot(0, this, &QLineEdit::selectAll);
}

void TimeField::focusOutEvent(QFocusEvent* event) {
  take();
  QLineEdit::focusOutEvent(event);
}

}  // namespace usdscope
