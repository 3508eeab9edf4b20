// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QStyledItemDelegate>

class QTreeView;

namespace usdscope {

class ProblemModel;

/// Draws the cells of a ProblemModel: paragraphs below each other, wrapped to the width of the
/// column. A selected row keeps the colours of its texts.
class ProblemDelegate : public QStyledItemDelegate {
  Q_OBJECT
 public:
  /// The view owns the delegate.
  ProblemDelegate(const ProblemModel& model, QTreeView& view);

  void paint(QPainter* painter, const QStyleOptionViewItem& option,
             const QModelIndex& index) const override;
  QSize sizeHint(const QStyleOptionViewItem& option, const QModelIndex& index) const override;

 private:
  /// Draws the paragraphs into a rectangle, or only measures them if `painter` is null. Returns
  /// their height.
  int layOut(QPainter* painter, const QRect& rect, const QFont& font,
             const QModelIndex& index) const;

  const ProblemModel& model_;
  QTreeView& view_;
};

}  // namespace usdscope
