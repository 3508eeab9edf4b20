// SPDX-License-Identifier: Apache-2.0
#include "app/widgets/PaneParts.h"

#include <QPainter>
#include <QTextOption>
#include <QVBoxLayout>

#include "app/theme/LongText.h"
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

namespace {

// A sentence that breaks inside of words that are wider than the pane, such as long paths. QLabel
// would make the pane wider instead.
class WrappedText : public QLabel {
 public:
  QSize minimumSizeHint() const override { return {40, 40}; }
  QSize sizeHint() const override { return {240, 120}; }
  bool hasHeightForWidth() const override { return false; }

 protected:
  void paintEvent(QPaintEvent*) override {
    QPainter painter(this);
    painter.setPen(palette().color(QPalette::WindowText));
    QTextOption option(Qt::AlignCenter);
    option.setWrapMode(QTextOption::WrapAtWordBoundaryOrAnywhere);
    painter.drawText(QRectF(contentsRect()), cutForRow(text()), option);
  }
};

}  // namespace

QLabel* makeEmptyText() {
  auto* text = new WrappedText;
  text->setAlignment(Qt::AlignCenter);
  text->setWordWrap(true);
  text->setContentsMargins(16, 16, 16, 16);
  QPalette colors = text->palette();
  colors.setColor(QPalette::WindowText, theme::kDim);
  colors.setColor(QPalette::Window, theme::kPane);  // As bright as a pane with contents.
  text->setPalette(colors);
  text->setAutoFillBackground(true);
  return text;
}

}  // namespace usdscope
