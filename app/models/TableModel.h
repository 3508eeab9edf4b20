// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QAbstractTableModel>
#include <QColor>
#include <QFont>
#include <QString>
#include <QStringList>
#include <vector>

namespace usdscope {

/// One cell of a table of text.
struct TableCell {
  QString text;
  QString tip;   ///< The tooltip; if it is empty, `text`.
  QColor color;  ///< The default colour if it is invalid.
  bool isBold = false;
  bool isItalic = false;
  bool isCode = false;  ///< A path or a value; drawn in the code font.
  bool operator==(const TableCell&) const = default;
};

/// Returns the data of a cell for a role of a model. `code` is the font of cells with code.
QVariant dataOf(const TableCell& cell, int role, const QFont& code);

/// Rows of text with a fixed set of columns. Rows are replaced all at once. If the number of rows
/// does not change, views keep their scroll position and selection, for example while scrubbing.
class TableModel : public QAbstractTableModel {
  Q_OBJECT
 public:
  using Row = std::vector<TableCell>;

  explicit TableModel(QStringList columns, QObject* parent = nullptr);

  void setRows(std::vector<Row> rows);
  /// Replaces the columns and removes the rows.
  void setColumns(QStringList columns);
  const std::vector<Row>& rows() const { return rows_; }
  const QStringList& columns() const { return columns_; }
  /// Sets the titles of the rows, for the vertical header.
  void setRowTitles(QStringList titles);

  int rowCount(const QModelIndex& parent = {}) const override;
  int columnCount(const QModelIndex& parent = {}) const override;
  QVariant data(const QModelIndex& index, int role) const override;
  QVariant headerData(int section, Qt::Orientation orientation, int role) const override;

 private:
  QStringList columns_;
  QStringList rowTitles_;
  std::vector<Row> rows_;
};

}  // namespace usdscope
