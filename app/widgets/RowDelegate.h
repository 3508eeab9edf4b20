// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QStyledItemDelegate>

class QAbstractItemView;

namespace usdscope {

/// Draws the cells of a view whose colours have a meaning: a selected row is dark gold with a bar
/// at its left, and keeps the colours of its texts.
class RowDelegate : public QStyledItemDelegate {
  Q_OBJECT
 public:
  /// Texts that do not fit are cut at `elide`.
  explicit RowDelegate(Qt::TextElideMode elide, QObject* parent = nullptr);

  /// Makes a view draw all its cells in this way. The view owns the delegate.
  static void drawRowsOf(QAbstractItemView& view, Qt::TextElideMode elide = Qt::ElideRight);

  void paint(QPainter* painter, const QStyleOptionViewItem& option,
             const QModelIndex& index) const override;

 protected:
  void initStyleOption(QStyleOptionViewItem* option, const QModelIndex& index) const override;

 private:
  Qt::TextElideMode elide_;
};

}  // namespace usdscope
