// SPDX-License-Identifier: Apache-2.0
#include "app/widgets/ListKeys.h"

#include <QAbstractItemView>
#include <QCoreApplication>
#include <QKeyEvent>
#include <QLineEdit>
#include <utility>

namespace usdscope {

ListKeys::ListKeys(QLineEdit& field, QAbstractItemView& list, std::function<void()> choose)
    : QObject(&field), list_(list), choose_(std::move(choose)) {
  field.installEventFilter(this);
}

bool ListKeys::eventFilter(QObject* watched, QEvent* event) {
  if (event->type() != QEvent::KeyPress) return QObject::eventFilter(watched, event);
  switch (static_cast<QKeyEvent*>(event)->key()) {
    case Qt::Key_Return:
    case Qt::Key_Enter:
      choose_();
      return true;
    case Qt::Key_Up:
    case Qt::Key_Down:
    case Qt::Key_PageUp:
    case Qt::Key_PageDown:
      QCoreApplication::sendEvent(&list_, event);
      return true;
    default:
      return QObject::eventFilter(watched, event);
  }
}

}  // namespace usdscope
