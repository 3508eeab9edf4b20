// SPDX-License-Identifier: Apache-2.0
#include "app/widgets/FittingColumns.h"

#include <QEvent>
#include <QHeaderView>
#include <QTreeView>
#include <algorithm>

namespace usdscope {

FittingColumns::FittingColumns(QTreeView& tree, std::vector<int> hidden, int least)
    : QObject(&tree), tree_(tree), hidden_(std::move(hidden)), least_(least) {
  tree_.viewport()->installEventFilter(this);
}

void FittingColumns::fit() {
  QHeaderView& header = *tree_.header();
  const auto isOurs = [this](int column) {
    return std::ranges::find(hidden_, column) != hidden_.end();
  };
  int room = tree_.viewport()->width() - least_;
  for (int column = 0; column < header.count(); ++column) {
    const bool isStretched = header.sectionResizeMode(column) == QHeaderView::Stretch;
    if (!isStretched && !isOurs(column)) room -= header.sectionSize(column);
  }
  // The columns that are hidden last get the room first.
  bool isFull = false;
  for (auto column = hidden_.rbegin(); column != hidden_.rend(); ++column) {
    // A hidden section has no size.
    header.setSectionHidden(*column, false);
    isFull = isFull || header.sectionSize(*column) > room;
    room -= header.sectionSize(*column);
    header.setSectionHidden(*column, isFull);
  }
}

bool FittingColumns::eventFilter(QObject* watched, QEvent* event) {
  if (event->type() == QEvent::Resize) fit();
  return QObject::eventFilter(watched, event);
}

}  // namespace usdscope
