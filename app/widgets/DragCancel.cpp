// SPDX-License-Identifier: Apache-2.0
#include "app/widgets/DragCancel.h"

#include <QApplication>
#include <QKeyEvent>
#include <utility>

namespace usdscope {

DragCancel::DragCancel(std::function<bool()> isDragging, std::function<void()> takeBack)
    : isDragging_(std::move(isDragging)), takeBack_(std::move(takeBack)) {
  qApp->installEventFilter(this);
}

bool DragCancel::eventFilter(QObject* watched, QEvent* event) {
  const bool isKey = event->type() == QEvent::ShortcutOverride || event->type() == QEvent::KeyPress;
  if (isKey && static_cast<QKeyEvent*>(event)->key() == Qt::Key_Escape && isDragging_()) {
    event->accept();  // Now the key comes as a KeyPress, and not as a shortcut.
    if (event->type() == QEvent::KeyPress) takeBack_();
    return true;
  }
  return QObject::eventFilter(watched, event);
}

}  // namespace usdscope
