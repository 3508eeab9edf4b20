// SPDX-License-Identifier: Apache-2.0
#include "app/widgets/RowDelegate.h"

#include <QAbstractItemView>
#include <QPainter>
#include <QTreeView>

#include "app/theme/LongText.h"
#include "app/theme/Theme.h"

namespace usdscope {
namespace {

constexpr int kBarWidth = 3;

}  // namespace

RowDelegate::RowDelegate(Qt::TextElideMode elide, QObject* parent)
    : QStyledItemDelegate(parent), elide_(elide) {}

void RowDelegate::drawRowsOf(QAbstractItemView& view, Qt::TextElideMode elide) {
  view.setItemDelegate(new RowDelegate(elide, &view));
  if (!qobject_cast<QTreeView*>(&view)) return;
  // A tree draws the area of its arrows itself.
  view.setProperty("keepsColors", true);
  view.setStyleSheet(QStringLiteral("QTreeView { selection-background-color: %1; }"
                                    "QTreeView::item:selected { background: %1; }")
                         .arg(theme::kSelectedRow.name()));
}

void RowDelegate::paint(QPainter* painter, const QStyleOptionViewItem& option,
                        const QModelIndex& index) const {
  const bool isSelected = option.state & QStyle::State_Selected;
  if (isSelected) painter->fillRect(option.rect, theme::kSelectedRow);
  QStyledItemDelegate::paint(painter, option, index);
  if (!isSelected || index.column() != 0) return;
  painter->fillRect(QRect(option.rect.topLeft(), QSize(kBarWidth, option.rect.height())),
                    theme::kSelection);
}

void RowDelegate::initStyleOption(QStyleOptionViewItem* option, const QModelIndex& index) const {
  QStyledItemDelegate::initStyleOption(option, index);
  option->text = cutForRow(option->text);
  option->textElideMode = elide_;
  option->state &= ~(QStyle::State_Selected | QStyle::State_HasFocus);
}

}  // namespace usdscope
