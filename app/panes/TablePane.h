// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QWidget>

#include "app/models/TableModel.h"

class QTableView;

class QLabel;
class QStyledItemDelegate;

namespace usdscope {

class ElidedLabel;
class SearchField;

/// A table of text with a line above it, and a sentence in its place when there are no rows. What
/// panes with rows are made of.
class TablePane : public QWidget {
  Q_OBJECT
 public:
  explicit TablePane(QStringList columns, QWidget* parent = nullptr);

  /// `heading` may be empty: no line. `whyEmpty` says why there are no rows, and what to do.
  void show(const QString& heading, std::vector<TableModel::Row> rows, const QString& whyEmpty);
  /// A field above the table to search in it, hidden while `show` has no heading.
  SearchField& addSearch(const QString& placeholder);
  /// Text of this column that does not fit is cut in the middle, not at its end: paths.
  void cutInTheMiddle(int column);
  TableModel& model() { return *model_; }
  QTableView& view() { return *view_; }

 private:
  TableModel* model_;
  ElidedLabel* heading_;
  SearchField* search_ = nullptr;
  QTableView* view_;
  QLabel* empty_;
  QStyledItemDelegate* middle_;
};

}  // namespace usdscope
