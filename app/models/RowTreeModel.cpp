// SPDX-License-Identifier: Apache-2.0
#include "app/models/RowTreeModel.h"

#include <algorithm>

#include "app/theme/Theme.h"

namespace usdscope {

RowTreeModel::RowTreeModel(QStringList columns, QObject* parent)
    : QAbstractItemModel(parent), columns_(std::move(columns)) {}

void RowTreeModel::setRows(QStringList columns, std::vector<Row> rows) {
  if (columns == columns_ && rows == rows_) return;
  if (hasShapeOf(columns, rows)) {
    rows_ = std::move(rows);
    for (std::size_t i = 0; i < rows_.size(); ++i) {
      Q_EMIT dataChanged(indexOf(i), indexOf(i, columnCount() - 1));
    }
    return;
  }
  beginResetModel();
  columns_ = std::move(columns);
  rows_ = std::move(rows);
  parents_.clear();
  places_.clear();
  children_.assign(rows_.size() + 1, {});
  std::vector<std::size_t> open;  // The last row of each depth on the way to the next row.
  for (std::size_t i = 0; i < rows_.size(); ++i) {
    open.resize(std::min(open.size(), rows_[i].depth));
    const std::size_t parent = open.empty() ? rows_.size() : open.back();
    parents_.push_back(parent);
    places_.push_back(static_cast<int>(children_[parent].size()));
    children_[parent].push_back(i);
    open.push_back(i);
  }
  endResetModel();
}

bool RowTreeModel::hasShapeOf(const QStringList& columns, const std::vector<Row>& rows) const {
  return columns == columns_ && std::ranges::equal(rows, rows_, {}, &Row::depth, &Row::depth);
}

const std::vector<std::size_t>& RowTreeModel::childrenOf(const QModelIndex& parent) const {
  return parent.isValid() ? children_[parent.internalId()] : children_.back();
}

QModelIndex RowTreeModel::indexOf(std::size_t number, int column) const {
  if (number >= rows_.size()) return {};
  return createIndex(places_[number], column, quintptr(number));
}

QModelIndex RowTreeModel::index(int row, int column, const QModelIndex& parent) const {
  if (parent.column() > 0) return {};
  const std::vector<std::size_t>& siblings = childrenOf(parent);
  if (row < 0 || std::size_t(row) >= siblings.size() || column < 0 || column >= columnCount()) {
    return {};
  }
  return createIndex(row, column, quintptr(siblings[std::size_t(row)]));
}

QModelIndex RowTreeModel::parent(const QModelIndex& index) const {
  return index.isValid() ? indexOf(parents_[index.internalId()]) : QModelIndex();
}

int RowTreeModel::rowCount(const QModelIndex& parent) const {
  return parent.column() > 0 ? 0 : static_cast<int>(childrenOf(parent).size());
}

int RowTreeModel::columnCount(const QModelIndex&) const {
  return static_cast<int>(columns_.size());
}

QVariant RowTreeModel::data(const QModelIndex& index, int role) const {
  if (!index.isValid()) return {};
  const std::vector<TableCell>& cells = rows_[index.internalId()].cells;
  const auto column = static_cast<std::size_t>(index.column());
  return column < cells.size() ? dataOf(cells[column], role, theme::codeFont()) : QVariant();
}

QVariant RowTreeModel::headerData(int section, Qt::Orientation orientation, int role) const {
  if (orientation != Qt::Horizontal || role != Qt::DisplayRole) return {};
  return columns_.value(section);
}

}  // namespace usdscope
