// SPDX-License-Identifier: Apache-2.0
#include "app/panes/primtree/PrimTreeDelegate.h"

#include <QPainter>

#include "app/models/PrimTreeModel.h"
#include "app/theme/Theme.h"

namespace usdscope {
namespace {

constexpr int kBarWidth = 3;

}  // namespace

void PrimTreeDelegate::setSelected(const std::vector<Path>& prims) {
  ancestors_.clear();
  for (const Path prim : prims) {
    for (Path at = prim.parent(); !at.isEmpty() && !at.isRoot(); at = at.parent()) {
      if (!ancestors_.insert(at).second) break;
    }
  }
}

void PrimTreeDelegate::paint(QPainter* painter, const QStyleOptionViewItem& option,
                             const QModelIndex& index) const {
  const auto* model = qobject_cast<const PrimTreeModel*>(index.model());
  const bool isSelected = option.state & QStyle::State_Selected;
  if (model && !isSelected && ancestors_.contains(model->pathOf(index))) {
    painter->fillRect(option.rect, theme::kAncestorOfSelection);
  }
  QStyledItemDelegate::paint(painter, option, index);
  if (!index.data(PrimTreeModel::kIsMatchRole).toBool()) return;
  const QRect bar(option.rect.topLeft() + QPoint(0, 3), QSize(kBarWidth, option.rect.height() - 6));
  painter->fillRect(bar, isSelected ? theme::kOnSelection : theme::kPlayhead);
}

}  // namespace usdscope
