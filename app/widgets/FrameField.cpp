// SPDX-License-Identifier: Apache-2.0
#include "app/widgets/FrameField.h"

#include <QKeyEvent>

#include "engine/report/explain/Explain.h"

namespace usdscope {
namespace {

constexpr double kFarthest = 1e300;  // A field must not show another number than the scene has.

}  // namespace

FrameField::FrameField(QWidget* parent) : QDoubleSpinBox(parent) {
  setLocale(QLocale::c());  // A point, as in files.
  setDecimals(6);
  setRange(-kFarthest, kFarthest);
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
