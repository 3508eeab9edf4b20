// SPDX-License-Identifier: Apache-2.0
#include "app/panes/statistics/StatisticsModel.h"

#include <algorithm>

#include "app/theme/LongText.h"
#include "app/theme/Theme.h"

namespace usdscope {

void StatisticsModel::setTable(StatisticsTable table) {
  beginResetModel();
  if (table.columns != table_.columns) sortColumn_ = -1;
  table_ = std::move(table);
  sortRows();
  endResetModel();
}

int StatisticsModel::rowCount(const QModelIndex& parent) const {
  return parent.isValid() ? 0 : int(table_.rows.size());
}

int StatisticsModel::columnCount(const QModelIndex& parent) const {
  return parent.isValid() ? 0 : int(table_.columns.size());
}

QVariant StatisticsModel::data(const QModelIndex& index, int role) const {
  if (!index.isValid()) return {};
  const StatisticsTableRow& at = row(index.row());
  const StatisticsCell& cell = at.cells[std::size_t(index.column())];
  switch (role) {
    case Qt::DisplayRole:
      return cell.text;
    case Qt::ToolTipRole:
      return wrapTip(cell.tip.isEmpty() ? at.tip : cell.tip);
    case Qt::TextAlignmentRole:
      return int((cell.isNumber() ? Qt::AlignRight : Qt::AlignLeft) | Qt::AlignVCenter);
    case Qt::ForegroundRole:
      return cell.number == 0 ? QVariant(theme::kFaint) : QVariant();
    default:
      return {};
  }
}

QVariant StatisticsModel::headerData(int section, Qt::Orientation orientation, int role) const {
  if (orientation != Qt::Horizontal) return {};
  if (role == Qt::DisplayRole) {
    // The mark of the order needs room beside the title.
    const QString room = section == sortColumn_ ? QStringLiteral("\u2003") : QString();
    return table_.columns.value(section) + room;
  }
  if (role == Qt::ToolTipRole) return wrapTip(table_.columnTips.value(section));
  if (role == Qt::TextAlignmentRole && !table_.rows.empty() && section < columnCount()) {
    const bool isNumber = table_.rows.front().cells[std::size_t(section)].isNumber();
    return int((isNumber ? Qt::AlignRight : Qt::AlignLeft) | Qt::AlignVCenter);
  }
  return {};
}

void StatisticsModel::sort(int column, Qt::SortOrder order) {
  sortColumn_ = column;
  sortOrder_ = order;
  beginResetModel();
  sortRows();
  endResetModel();
}

void StatisticsModel::sortRows() {
  if (!table_.isSortable || sortColumn_ < 0 || sortColumn_ >= columnCount()) return;
  const auto isLess = [this](const StatisticsTableRow& a, const StatisticsTableRow& b) {
    const StatisticsCell& left = a.cells[std::size_t(sortColumn_)];
    const StatisticsCell& right = b.cells[std::size_t(sortColumn_)];
    if (left.isNumber() && right.isNumber()) return left.number < right.number;
    if (left.isNumber() != right.isNumber()) return right.isNumber();
    return left.text.compare(right.text, Qt::CaseInsensitive) < 0;
  };
  const bool isDescending = sortOrder_ == Qt::DescendingOrder;
  std::ranges::stable_sort(table_.rows, [&](const auto& a, const auto& b) {
    return isDescending ? isLess(b, a) : isLess(a, b);
  });
}

QString StatisticsModel::textOf(const std::vector<int>& rows) const {
  QString text = table_.columns.join('\t') + '\n';
  for (const int number : rows) {
    QStringList cells;
    for (const StatisticsCell& cell : row(number).cells) cells << cell.text;
    text += cells.join('\t') + '\n';
  }
  return text;
}

QString StatisticsModel::text() const {
  std::vector<int> all(table_.rows.size());
  for (std::size_t i = 0; i < all.size(); ++i) all[i] = int(i);
  return textOf(all);
}

}  // namespace usdscope
