// SPDX-License-Identifier: Apache-2.0
#include "app/viewport/HeldKeys.h"

#include <QApplication>
#include <QKeyEvent>
#include <QWidget>
#include <utility>

#include "app/widgets/Typing.h"

namespace usdscope {

HeldKeys::HeldKeys(QWidget& widget, std::set<int> keys, std::function<bool()> isWanted)
    : widget_(widget), keys_(std::move(keys)), isWanted_(std::move(isWanted)) {
  qApp->installEventFilter(this);
}

void HeldKeys::releaseAll() {
  for (const int key : std::exchange(held_, {})) Q_EMIT released(key);
}

bool HeldKeys::isTaken(const QKeyEvent& event) const {
  if (!keys_.contains(event.key())) return false;
  if (isHeld(event.key())) return true;
  const bool isPlain =
      !(event.modifiers() & (Qt::ControlModifier | Qt::AltModifier | Qt::MetaModifier));
  return isPlain && widget_.window()->isActiveWindow() && !QApplication::activePopupWidget() &&
         !isTyping() && isWanted_();
}

bool HeldKeys::eventFilter(QObject* watched, QEvent* event) {
  switch (event->type()) {
    case QEvent::ShortcutOverride:
      if (!isTaken(*static_cast<QKeyEvent*>(event))) break;
      event->accept();  // Now the key comes as a KeyPress, and not as a shortcut.
      return true;
    case QEvent::KeyPress: {
      const auto& key = *static_cast<QKeyEvent*>(event);
      if (!isTaken(key)) break;
      if (!key.isAutoRepeat() && held_.insert(key.key()).second) Q_EMIT pressed(key.key());
      return true;
    }
    case QEvent::KeyRelease: {
      const auto& key = *static_cast<QKeyEvent*>(event);
      if (!isHeld(key.key())) break;
      if (!key.isAutoRepeat() && held_.erase(key.key()) > 0) Q_EMIT released(key.key());
      return true;
    }
    case QEvent::WindowDeactivate:
      // The release of the key goes to another window.
      if (watched == widget_.window()) releaseAll();
      break;
    default:
      break;
  }
  return QObject::eventFilter(watched, event);
}

}  // namespace usdscope
