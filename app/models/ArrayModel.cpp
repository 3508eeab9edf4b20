// SPDX-License-Identifier: Apache-2.0
#include "app/models/ArrayModel.h"

#include <algorithm>

#include "app/theme/Theme.h"
#include "app/theme/Utf8Text.h"

namespace usdscope {
namespace {

int shownRows(const ArraySlice& slice) {
  return static_cast<int>(std::min(slice.count, ArrayModel::kMostRows));
}

}  // namespace

ArrayModel::ArrayModel(QObject* parent)
    : QAbstractTableModel(parent), table_(std::make_shared<const ArrayTable>()) {}

void ArrayModel::setTable(std::shared_ptr<const ArrayTable> table, const ArraySlice& slice,
                          const QColor& color) {
  const bool isSameShape = shownRows(slice) == rowCount() &&
                           table->columnCount() == columnCount() && slice.step == slice_.step &&
                           slice.start == slice_.start &&
                           table->value().kind() == table_->value().kind();
  if (!isSameShape) beginResetModel();
  table_ = std::move(table);
  slice_ = slice;
  color_ = color;
  if (!isSameShape) return endResetModel();
  if (rowCount() == 0) return;
  Q_EMIT dataChanged(index(0, 0), index(rowCount() - 1, columnCount() - 1));
}

int ArrayModel::rowOf(std::size_t element) const {
  const std::int64_t distance = static_cast<std::int64_t>(element) - slice_.start;
  if (distance % slice_.step != 0) return -1;
  const std::int64_t row = distance / slice_.step;
  return row >= 0 && row < rowCount() ? static_cast<int>(row) : -1;
}

int ArrayModel::rowCount(const QModelIndex& parent) const {
  return parent.isValid() ? 0 : shownRows(slice_);
}

int ArrayModel::columnCount(const QModelIndex& parent) const {
  return parent.isValid() ? 0 : table_->columnCount();
}

QVariant ArrayModel::data(const QModelIndex& index, int role) const {
  if (!index.isValid()) return {};
  const std::size_t row = slice_.row(std::size_t(index.row()));
  switch (role) {
    case Qt::DisplayRole:
      return textOf(table_->cell(row, index.column()));
    case Qt::ToolTipRole:
      return textOf(table_->exactCell(row, index.column()));
    case Qt::ForegroundRole: {
      const bool isNan = table_->isArray() && table_->cell(row, index.column()) == "nan";
      return isNan ? QVariant(theme::kError) : (color_.isValid() ? QVariant(color_) : QVariant());
    }
    case Qt::FontRole:
      return theme::codeFont();
    case Qt::TextAlignmentRole:
      return int(Qt::AlignLeft | Qt::AlignVCenter);
    default:
      return {};
  }
}

QVariant ArrayModel::headerData(int section, Qt::Orientation orientation, int role) const {
  if (role != Qt::DisplayRole) return {};
  if (orientation == Qt::Horizontal) {
    const std::string_view name = table_->columnName(section);
    return name.empty() ? tr("Value") : textOf(name);
  }
  return QString::number(slice_.row(std::size_t(section)));
}

}  // namespace usdscope
