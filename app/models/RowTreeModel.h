// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QAbstractItemModel>

#include "app/models/TableModel.h"

namespace usdscope {

/// Rows of text as a tree. All rows are replaced at once. If the new rows have the same shape,
/// views keep their open rows and their selection, for example while scrubbing.
class RowTreeModel : public QAbstractItemModel {
  Q_OBJECT
 public:
  /// A row whose parent is the last row before it with a smaller depth.
  struct Row {
    std::size_t depth = 0;
    std::vector<TableCell> cells;
    bool operator==(const Row&) const = default;
  };

  explicit RowTreeModel(QStringList columns, QObject* parent = nullptr);

  /// Replaces columns and rows. `rows` are in the order of the open tree.
  void setRows(QStringList columns, std::vector<Row> rows);
  const std::vector<Row>& rows() const { return rows_; }
  const QStringList& columns() const { return columns_; }
  /// The position of an index in rows(). Requires: `index` is valid.
  std::size_t numberOf(const QModelIndex& index) const { return index.internalId(); }
  QModelIndex indexOf(std::size_t number, int column = 0) const;

  QModelIndex index(int row, int column, const QModelIndex& parent = {}) const override;
  QModelIndex parent(const QModelIndex& index) const override;
  int rowCount(const QModelIndex& parent = {}) const override;
  int columnCount(const QModelIndex& parent = {}) const override;
  QVariant data(const QModelIndex& index, int role) const override;
  QVariant headerData(int section, Qt::Orientation orientation, int role) const override;

 private:
  const std::vector<std::size_t>& childrenOf(const QModelIndex& parent) const;
  bool hasShapeOf(const QStringList& columns, const std::vector<Row>& rows) const;

  QStringList columns_;
  std::vector<Row> rows_;
  std::vector<std::size_t> parents_;  ///< The number of rows for a row without a parent.
  std::vector<int> places_;           ///< The place of each row among its siblings.
  /// The children of each row; the last element has the rows without a parent.
  std::vector<std::vector<std::size_t>> children_{1};
};

}  // namespace usdscope
