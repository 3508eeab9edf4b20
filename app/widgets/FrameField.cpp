// SPDX-License-Identifier: Apache-2.0
#include "app/widgets/FrameField.h"

#include <QKeyEvent>

#include "engine/report/explain/Explain.h"

namespace usdscope {

FrameField::FrameField(QWidget* parent) : QDoubleSpinBox(parent) {
  setLocale(QLocale::c());  // A point, as in files.
  setDecimals(6);
  setRange(-1e9, 1e9);
  setButtonSymbols(QAbstractSpinBox::NoButtons);
  setAlignment(Qt::AlignRight);
  setKeyboardTracking(false);
}

QString FrameField::textFromValue(double value) const {
  return QString::fromStdString(timeText(value));
}

void FrameField::keyPressEvent(QKeyEvent* event) {
  QDoubleSpinBox::keyPressEvent(event);
  const int key = event->key();
  if (key == Qt::Key_Return || key == Qt::Key_Enter || key == Qt::Key_Escape) clearFocus();
}

}  // namespace usdscope
