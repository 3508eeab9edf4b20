// SPDX-License-Identifier: Apache-2.0
#include "app/widgets/TypedAhead.h"

#include <QApplication>
#include <QKeyEvent>
#include <QWidget>
#include <QWindow>

namespace usdscope {

TypedAhead::TypedAhead(QWidget& field) : QObject(&field), field_(field) {
  qApp->installEventFilter(this);
}

void TypedAhead::end() {
  qApp->removeEventFilter(this);
  deleteLater();
}

bool TypedAhead::eventFilter(QObject* watched, QEvent* event) {
  QWidget* const window = field_.window();
  switch (event->type()) {
    case QEvent::WindowActivate:
    case QEvent::Hide:
      if (watched == window) end();
      break;
    case QEvent::MouseButtonPress:
      end();
      break;
    case QEvent::ShortcutOverride:
    case QEvent::KeyPress: {
      // Keys for the new window need no help. Menus and modal dialogs keep theirs.
      const auto* widget = qobject_cast<QWidget*>(watched);
      const bool isThere = widget ? widget->window() == window
                                  : static_cast<QObject*>(window->windowHandle()) == watched;
      // Keys that were given by another such filter stay where they are.
      const bool isGiven = event->type() == QEvent::KeyPress && !event->spontaneous();
      if (isThere || isGiven) break;
      if (QApplication::activePopupWidget() || QApplication::activeModalWidget()) break;
      event->accept();  // Otherwise the key could be a shortcut.
      if (event->type() == QEvent::KeyPress) {
        const auto& key = static_cast<QKeyEvent&>(*event);
        QKeyEvent given(key.type(), key.key(), key.modifiers(), key.text(), key.isAutoRepeat());
        QCoreApplication::sendEvent(&field_, &given);
      }
      return true;
    }
    default:
      break;
  }
  return QObject::eventFilter(watched, event);
}

}  // namespace usdscope
