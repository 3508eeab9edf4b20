// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QAbstractTableModel>
#include <QString>
#include <QStringList>
#include <limits>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "engine/report/statistics/SceneStatistics.h"

namespace usdscope {

/// A cell of the statistics: a name, or a number with its text.
struct StatisticsCell {
  QString text;
  double number = std::numeric_limits<double>::quiet_NaN();  ///< NaN for names.
  QString tip;  ///< The tooltip; if it is empty, the row's.
  bool isNumber() const { return number == number; }
};

struct StatisticsTableRow {
  std::vector<StatisticsCell> cells;  ///< One for each column.
  QString tip;
  /// The row of the statistics whose prims a click selects; empty if there are none.
  std::optional<std::pair<StatisticsGroup, std::string>> counted;
};

/// One page of the statistics.
struct StatisticsTable {
  QStringList columns;
  QStringList columnTips;
  std::vector<StatisticsTableRow> rows;
  bool isSortable = true;  ///< The rows of the overview have a fixed order.
};

/// A table of the statistics, sorted by any column: names by letters, numbers by size.
class StatisticsModel : public QAbstractTableModel {
  Q_OBJECT
 public:
  using QAbstractTableModel::QAbstractTableModel;

  /// Keeps the order that the user chose if the columns are the same.
  void setTable(StatisticsTable table);
  const StatisticsTable& table() const { return table_; }
  const StatisticsTableRow& row(int number) const { return table_.rows[std::size_t(number)]; }
  /// Returns rows as lines of cells with tabs between them, after a line with the columns.
  QString textOf(const std::vector<int>& rows) const;
  QString text() const;

  int rowCount(const QModelIndex& parent = {}) const override;
  int columnCount(const QModelIndex& parent = {}) const override;
  QVariant data(const QModelIndex& index, int role) const override;
  QVariant headerData(int section, Qt::Orientation orientation, int role) const override;
  void sort(int column, Qt::SortOrder order) override;

 private:
  void sortRows();

  StatisticsTable table_;
  int sortColumn_ = -1;
  Qt::SortOrder sortOrder_ = Qt::DescendingOrder;
};

}  // namespace usdscope
