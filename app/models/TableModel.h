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
  QString tip;   ///< Empty: the text.
  QColor color;  ///< Invalid: the usual one.
  bool isBold = false;
  bool isItalic = false;
  bool isCode = false;  ///< A path or a value; drawn in the code font.
  bool operator==(const TableCell&) const = default;
};

/// Rows of text with a fixed set of columns, replaced as a whole. While the number of rows stays
/// the same, only their contents change, so that views keep their place while scrubbing.
class TableModel : public QAbstractTableModel {
  Q_OBJECT
 public:
  using Row = std::vector<TableCell>;

  explicit TableModel(QStringList columns, QObject* parent = nullptr);

  void setRows(std::vector<Row> rows);
  /// Replaces the columns and removes the rows.
  void setColumns(QStringList columns);
  const std::vector<Row>& rows() const { return rows_; }

  int rowCount(const QModelIndex& parent = {}) const override;
  int columnCount(const QModelIndex& parent = {}) const override;
  QVariant data(const QModelIndex& index, int role) const override;
  QVariant headerData(int section, Qt::Orientation orientation, int role) const override;

 private:
  QStringList columns_;
  QFont code_;
  std::vector<Row> rows_;
};

}  // namespace usdscope
