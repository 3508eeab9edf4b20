// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QAbstractTableModel>
#include <QColor>
#include <QFont>
#include <memory>

#include "engine/report/rows/ArrayTable.h"

namespace usdscope {

/// The elements of an array, one row each; the vertical header has their indices. Cells become text
/// only when a view asks for them, so arrays may have any size.
class ArrayModel : public QAbstractTableModel {
  Q_OBJECT
 public:
  /// Views use memory for each row, so further rows need a slice.
  static constexpr std::size_t kMostRows = 10'000'000;

  explicit ArrayModel(QObject* parent = nullptr);

  /// Shows the rows of a slice. Requires: `slice` fits the table. If the number of rows and columns
  /// stays, views keep their scroll position.
  void setTable(std::shared_ptr<const ArrayTable> table, const ArraySlice& slice,
                const QColor& color);
  const ArraySlice& slice() const { return slice_; }
  /// Returns the row that shows an element; -1 if the slice does not have it.
  int rowOf(std::size_t element) const;
  /// Returns the element of a row. Requires: the row exists.
  std::size_t elementOf(int row) const { return slice_.row(std::size_t(row)); }

  int rowCount(const QModelIndex& parent = {}) const override;
  int columnCount(const QModelIndex& parent = {}) const override;
  QVariant data(const QModelIndex& index, int role) const override;
  QVariant headerData(int section, Qt::Orientation orientation, int role) const override;

 private:
  std::shared_ptr<const ArrayTable> table_;
  ArraySlice slice_;
  QColor color_;
};

}  // namespace usdscope
