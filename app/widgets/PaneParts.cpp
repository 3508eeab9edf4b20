// SPDX-License-Identifier: Apache-2.0
#include "app/widgets/PaneParts.h"

#include <QVBoxLayout>

#include "app/theme/Theme.h"
#include "app/widgets/ElidedLabel.h"

namespace usdscope {

QVBoxLayout* makeColumn(QWidget& parent) {
  auto* column = new QVBoxLayout(&parent);
  column->setContentsMargins(0, 0, 0, 0);
  column->setSpacing(0);
  return column;
}

ElidedLabel* makeHeading() {
  auto* heading = new ElidedLabel;
  heading->setContentsMargins(8, 6, 8, 6);
  return heading;
}

QLabel* makeEmptyText() {
  auto* text = new QLabel;
  text->setAlignment(Qt::AlignCenter);
  text->setWordWrap(true);
  text->setContentsMargins(16, 16, 16, 16);
  theme::makeDim(*text);
  return text;
}

}  // namespace usdscope
