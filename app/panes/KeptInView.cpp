// SPDX-License-Identifier: Apache-2.0
#include "app/panes/KeptInView.h"

#include <QAbstractItemView>
#include <QItemSelectionModel>
#include <QScrollBar>
#include <QTimer>
#include <memory>

namespace usdscope {

void keepCurrentInView(QAbstractItemView& list) {
  const auto isScrolledAway = std::make_shared<bool>(false);
  const auto keep = [&list, isScrolledAway] {
    const QModelIndex current = list.currentIndex();
    if (!*isScrolledAway && list.selectionModel()->isSelected(current)) list.scrollTo(current);
  };
  const QScrollBar* bar = list.verticalScrollBar();
  QObject::connect(bar, &QScrollBar::actionTriggered, &list,
                   [isScrolledAway] { *isScrolledAway = true; });
  // Qt scrolls to a row when it becomes current, which may be before the list is shown, and before
  // it has its rows and size.
  QObject::connect(list.selectionModel(), &QItemSelectionModel::currentRowChanged, &list,
                   [&list, isScrolledAway, keep] {
                     *isScrolledAway = false;
                     QTimer::singleShot(0, &list, keep);
                   });
  QObject::connect(bar, &QScrollBar::rangeChanged, &list, keep);
}

}  // namespace usdscope
