// SPDX-License-Identifier: Apache-2.0
#include "app/widgets/ContentColumns.h"

#include <QAbstractItemView>
#include <QEvent>
#include <QGuiApplication>
#include <QHeaderView>
#include <QScopedValueRollback>
#include <algorithm>
#include <numeric>
#include <vector>

namespace usdscope {
namespace {

// In narrower columns words cannot be read; the list scrolls instead.
constexpr int kLeast = 92;
constexpr int kMost = 480;  // No content is worth more.
constexpr int kGap = 8;     // To the next column.

}  // namespace

void shrinkWidest(std::span<int> widths, int room, int least) {
  int excess = std::accumulate(widths.begin(), widths.end(), 0) - room;
  while (excess > 0) {
    const int widest = *std::ranges::max_element(widths);
    int next = least;  // The widest of the other columns.
    for (const int width : widths) next = width < widest ? std::max(next, width) : next;
    const int shared = int(std::ranges::count(widths, widest));
    const int limit = std::max(next, widest - (excess + shared - 1) / shared);
    if (limit >= widest) return;
    std::ranges::replace(widths, widest, limit);
    excess -= shared * (widest - limit);
  }
}

ContentColumns::ContentColumns(QAbstractItemView& view, QHeaderView& header)
    : QObject(&view), view_(view), header_(header) {
  view_.viewport()->installEventFilter(this);
  connect(&header_, &QHeaderView::sectionResized, this, [this] {
    if (!isFitting_ && QGuiApplication::mouseButtons() & Qt::LeftButton) isOfUser_ = true;
  });
}

void ContentColumns::fit() {
  if (header_.count() != count_) isOfUser_ = false;
  count_ = header_.count();
  if (isOfUser_ || count_ == 0) return;
  const QScopedValueRollback guard(isFitting_, true);
  std::vector<int> widths;
  for (int column = 0; column < count_; ++column) {
    const int needed = view_.sizeHintForColumn(column) + kGap;
    widths.push_back(std::min(kMost, std::max(header_.sectionSizeHint(column), needed)));
  }
  const int room = view_.viewport()->width();
  shrinkWidest(widths, room, kLeast);
  // The stretched column may keep an older width, which is too large now.
  const int others = std::accumulate(widths.begin(), widths.end() - 1, 0);
  widths.back() = std::max(widths.back(), room - others);
  for (int column = 0; column < count_; ++column) {
    header_.resizeSection(column, widths[std::size_t(column)]);
  }
}

bool ContentColumns::eventFilter(QObject* watched, QEvent* event) {
  if (event->type() == QEvent::Resize) fit();
  return QObject::eventFilter(watched, event);
}

}  // namespace usdscope
