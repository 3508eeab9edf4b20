// SPDX-License-Identifier: Apache-2.0
#include "app/panes/problems/ProblemDelegate.h"

#include <QPainter>
#include <QTextLayout>
#include <QTreeView>
#include <algorithm>
#include <cmath>

#include "app/panes/problems/ProblemModel.h"
#include "app/theme/Theme.h"

namespace usdscope {
namespace {

constexpr int kSide = 8;
constexpr int kAbove = 4;
constexpr int kSelectionBar = 3;
constexpr int kLeastWidth = 24;

int drawWrapped(QPainter* painter, const QRect& rect, const QFont& font,
                const ProblemBlock& block) {
  QTextLayout layout(block.text, font);
  QTextOption option;
  option.setWrapMode(QTextOption::WrapAtWordBoundaryOrAnywhere);
  layout.setTextOption(option);
  layout.beginLayout();
  qreal height = 0;
  for (QTextLine line = layout.createLine(); line.isValid(); line = layout.createLine()) {
    line.setLineWidth(std::max(rect.width(), kLeastWidth));
    line.setPosition({0, height});
    height += line.height();
  }
  layout.endLayout();
  if (painter) {
    painter->setPen(theme::shown(block.color));
    layout.draw(painter, rect.topLeft());
  }
  return int(std::ceil(height));
}

int drawCut(QPainter* painter, const QRect& rect, const QFont& font, const ProblemBlock& block) {
  const QFontMetrics metrics(font);
  if (painter) {
    painter->setFont(font);
    painter->setPen(theme::shown(block.color));
    painter->drawText(QRect(rect.topLeft(), QSize(rect.width(), metrics.height())),
                      Qt::AlignLeft | Qt::AlignVCenter,
                      metrics.elidedText(block.text, Qt::ElideMiddle, rect.width()));
  }
  return metrics.height();
}

}  // namespace

ProblemDelegate::ProblemDelegate(const ProblemModel& model, QTreeView& view)
    : QStyledItemDelegate(&view), model_(model), view_(view) {}

int ProblemDelegate::layOut(QPainter* painter, const QRect& rect, const QFont& font,
                            const QModelIndex& index) const {
  int height = 0;
  for (const ProblemBlock& block : model_.blocks(index)) {
    const QRect rest = rect.adjusted(0, height, 0, 0);
    const QFont& own = block.isCode ? theme::codeFont() : font;
    height +=
        block.wraps ? drawWrapped(painter, rest, own, block) : drawCut(painter, rest, own, block);
  }
  return height;
}

QSize ProblemDelegate::sizeHint(const QStyleOptionViewItem& option,
                                const QModelIndex& index) const {
  const int width = view_.columnWidth(index.column());
  const QRect rect(0, 0, width - 2 * kSide, 0);
  return {width, layOut(nullptr, rect, option.font, index) + 2 * kAbove};
}

void ProblemDelegate::paint(QPainter* painter, const QStyleOptionViewItem& option,
                            const QModelIndex& index) const {
  painter->save();
  painter->setClipRect(option.rect);
  if (option.state & QStyle::State_Selected) {
    painter->fillRect(option.rect, theme::kSelectedRow);
    if (index.column() == 0) {
      painter->fillRect(QRect(option.rect.topLeft(), QSize(kSelectionBar, option.rect.height())),
                        theme::kSelection);
    }
  } else if (option.state & QStyle::State_MouseOver) {
    painter->fillRect(option.rect, theme::kRaised);
  }
  layOut(painter, option.rect.adjusted(kSide, kAbove, -kSide, 0), option.font, index);
  // A thin line, since rows have several lines each.
  painter->setPen(theme::kRaised);
  painter->drawLine(option.rect.bottomLeft(), option.rect.bottomRight());
  painter->restore();
}

}  // namespace usdscope
