// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QStyledItemDelegate>
#include <unordered_set>
#include <vector>

#include "engine/layer/Path.h"

namespace usdscope {

/// Draws the cells of the prim tree: the ancestors of selected prims are tinted, as in usdview, and
/// prims that the search found have a bar in front of their names.
class PrimTreeDelegate : public QStyledItemDelegate {
  Q_OBJECT
 public:
  using QStyledItemDelegate::QStyledItemDelegate;

  /// The caller must repaint the view.
  void setSelected(const std::vector<Path>& prims);
  void paint(QPainter* painter, const QStyleOptionViewItem& option,
             const QModelIndex& index) const override;

 private:
  std::unordered_set<Path> ancestors_;
};

}  // namespace usdscope
