// SPDX-License-Identifier: Apache-2.0
#include "app/panes/KeptInView.h"

#include <QAbstractItemView>
#include <QItemSelectionModel>
#include <QScrollBar>
#include <memory>

namespace usdscope {

void keepCurrentInView(QAbstractItemView& list) {
  const auto isScrolledAway = std::make_shared<bool>(false);
  const QScrollBar* bar = list.verticalScrollBar();
  QObject::connect(bar, &QScrollBar::actionTriggered, &list,
                   [isScrolledAway] { *isScrolledAway = true; });
  QObject::connect(list.selectionModel(), &QItemSelectionModel::currentRowChanged, &list,
                   [isScrolledAway] { *isScrolledAway = false; });
  // Qt scrolls to a row when it becomes current, which may be before the list has its size.
  QObject::connect(bar, &QScrollBar::rangeChanged, &list, [&list, isScrolledAway] {
    const QModelIndex current = list.currentIndex();
    if (!*isScrolledAway && list.selectionModel()->isSelected(current)) list.scrollTo(current);
  });
}

}  // namespace usdscope
