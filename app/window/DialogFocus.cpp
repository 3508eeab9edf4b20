// SPDX-License-Identifier: Apache-2.0
#include "app/window/DialogFocus.h"

#include <QApplication>
#include <QDialog>
#include <QEvent>

namespace usdscope {

DialogFocus::DialogFocus(QWidget& window, QWidget& picture)
    : QObject(&window), window_(window), picture_(picture) {
  qApp->installEventFilter(this);
  connect(qApp, &QApplication::focusChanged, this, [this](QWidget*, QWidget* now) {
    if (now && now->window() == &window_) place_ = now;
  });
}

bool DialogFocus::canTakeKeyboard(const QWidget* widget) const {
  return widget && widget->window() == &window_ && widget->isVisibleTo(&window_) &&
         widget->isEnabled();
}

void DialogFocus::giveBack() {
  QWidget* to = canTakeKeyboard(place_) ? place_.data() : &picture_;
  if (window_.focusWidget() != to) to->setFocus(Qt::ActiveWindowFocusReason);
}

bool DialogFocus::eventFilter(QObject* watched, QEvent* event) {
  if (watched == &window_) {
    // Qt would choose the first field of the window.
    const bool isChoosing = event->type() == QEvent::WindowActivate;
    if (isChoosing && !canTakeKeyboard(window_.focusWidget())) giveBack();
    return QObject::eventFilter(watched, event);
  }
  const bool isShown = event->type() == QEvent::Show;
  if (!isShown && event->type() != QEvent::Hide) return QObject::eventFilter(watched, event);
  const auto* dialog = qobject_cast<QDialog*>(watched);
  const QWidget* parent = dialog ? dialog->parentWidget() : nullptr;
  if (!parent || parent->window() != &window_) return QObject::eventFilter(watched, event);
  if (!isShown) {
    giveBack();
  } else if (QWidget* now = window_.focusWidget()) {
    place_ = now;
  }
  return QObject::eventFilter(watched, event);
}

}  // namespace usdscope
