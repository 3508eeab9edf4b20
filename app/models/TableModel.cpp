// SPDX-License-Identifier: Apache-2.0
#include "app/models/TableModel.h"

#include "app/theme/LongText.h"
#include "app/theme/Theme.h"

namespace usdscope {

QVariant dataOf(const TableCell& cell, int role, const QFont& code) {
  switch (role) {
    case Qt::DisplayRole:
      return cell.text;
    case Qt::ToolTipRole:
      return wrapTip(cell.tip.isEmpty() ? cell.text : cell.tip);
    case Qt::ForegroundRole:
      return cell.color.isValid() ? QVariant(theme::shown(cell.color)) : QVariant();
    case Qt::FontRole: {
      QFont font = cell.isCode ? code : QFont();
      font.setBold(cell.isBold);
      font.setItalic(cell.isItalic);
      if (cell.isItalic && !cell.isBold) font.setWeight(QFont::Light);  // As in usdview.
      return font;
    }
    default:
      return {};
  }
}

TableModel::TableModel(QStringList columns, QObject* parent)
    : QAbstractTableModel(parent), columns_(std::move(columns)) {}

void TableModel::setRows(std::vector<Row> rows) {
  if (rows == rows_) return;
  if (rows.size() == rows_.size()) {
    rows_ = std::move(rows);
    if (!rows_.empty()) {
      Q_EMIT dataChanged(index(0, 0), index(rowCount() - 1, columnCount() - 1));
    }
    return;
  }
  beginResetModel();
  rows_ = std::move(rows);
  endResetModel();
}

void TableModel::setColumns(QStringList columns) {
  if (columns == columns_) return;
  beginResetModel();
  columns_ = std::move(columns);
  rows_.clear();
  endResetModel();
}

int TableModel::rowCount(const QModelIndex& parent) const {
  return parent.isValid() ? 0 : static_cast<int>(rows_.size());
}

int TableModel::columnCount(const QModelIndex& parent) const {
  return parent.isValid() ? 0 : static_cast<int>(columns_.size());
}

QVariant TableModel::data(const QModelIndex& index, int role) const {
  if (!index.isValid()) return {};
  const Row& row = rows_[static_cast<std::size_t>(index.row())];
  const auto column = static_cast<std::size_t>(index.column());
  return column < row.size() ? dataOf(row[column], role, theme::codeFont()) : QVariant();
}

void TableModel::setRowTitles(QStringList titles) {
  if (titles == rowTitles_) return;
  rowTitles_ = std::move(titles);
  if (!rows_.empty()) Q_EMIT headerDataChanged(Qt::Vertical, 0, rowCount() - 1);
}

QVariant TableModel::headerData(int section, Qt::Orientation orientation, int role) const {
  if (role != Qt::DisplayRole) return {};
  return orientation == Qt::Horizontal ? columns_.value(section) : rowTitles_.value(section);
}

}  // namespace usdscope
