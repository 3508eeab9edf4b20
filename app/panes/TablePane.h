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

/// The base of panes with rows: a table of text with a heading, and a sentence in its place when
/// there are no rows.
class TablePane : public QWidget {
  Q_OBJECT
 public:
  explicit TablePane(QStringList columns, QWidget* parent = nullptr);

  /// An empty `heading` is not shown. `whyEmpty` explains why there are no rows, and what to do.
  void show(const QString& heading, std::vector<TableModel::Row> rows, const QString& whyEmpty);
  /// Adds a search field above the table. It is hidden while there is no heading.
  SearchField& addSearch(const QString& placeholder);
  /// Cuts text of this column in the middle, not at its end. For paths.
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
