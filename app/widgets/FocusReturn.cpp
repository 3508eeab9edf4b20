// SPDX-License-Identifier: Apache-2.0
#include "app/widgets/FocusReturn.h"

#include <QApplication>

namespace usdscope {

FocusReturn::FocusReturn(QWidget& field) : QObject(&field), field_(field) {
  connect(qApp, &QApplication::focusChanged, this, [this](QWidget* old, QWidget* now) {
    // Another window has the keyboard for a moment only.
    if (now == &field_ && old && old->window() == field_.window()) before_ = old;
  });
}

void FocusReturn::giveBack() {
  if (before_ && before_->isVisible() && before_->isEnabled()) {
    before_->setFocus(Qt::OtherFocusReason);
  } else {
    field_.clearFocus();
  }
}

}  // namespace usdscope
