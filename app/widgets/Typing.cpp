// SPDX-License-Identifier: Apache-2.0
#include "app/widgets/Typing.h"

#include <QApplication>
#include <QWidget>

namespace usdscope {

bool isTyping() {
  const QWidget* focus = QApplication::focusWidget();
  return focus && (focus->inherits("QLineEdit") || focus->inherits("QTextEdit") ||
                   focus->inherits("QPlainTextEdit") || focus->inherits("QAbstractSpinBox"));
}

}  // namespace usdscope
