// SPDX-License-Identifier: Apache-2.0
#include "app/widgets/ElidedLabel.h"

#include <QPainter>

#include "app/theme/LongText.h"

namespace usdscope {

ElidedLabel::ElidedLabel(QWidget* parent) : QLabel(parent) {
  setSizePolicy(QSizePolicy::Ignored, QSizePolicy::Preferred);
  QLabel::setText(" ");  // Gives the line its height.
}

void ElidedLabel::setFullText(const QString& text) {
  text_ = text;
  setToolTip(wrapTip(text));
  setAccessibleName(text);
  update();
}

void ElidedLabel::paintEvent(QPaintEvent*) {
  QPainter painter(this);
  painter.setPen(palette().color(QPalette::WindowText));
  const QRect line = contentsRect();
  painter.drawText(line, Qt::AlignLeft | Qt::AlignVCenter | Qt::TextSingleLine,
                   fontMetrics().elidedText(cutForRow(text_), Qt::ElideMiddle, line.width()));
}

}  // namespace usdscope
