// SPDX-License-Identifier: Apache-2.0
#include "app/widgets/FramingKey.h"

#include <QKeyEvent>

namespace usdscope {

bool acceptFramingKey(QEvent& event) {
  if (event.type() != QEvent::ShortcutOverride) return false;
  const auto& key = static_cast<const QKeyEvent&>(event);
  if (key.key() != Qt::Key_F || key.modifiers() != Qt::NoModifier) return false;
  event.accept();
  return true;
}

}  // namespace usdscope
