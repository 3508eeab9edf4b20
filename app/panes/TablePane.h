// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QWidget>

#include "app/models/TableModel.h"

class QLabel;
class QTableView;

namespace usdscope {

/// A table of text with a line above it, and a sentence in its place when there are no rows. What
/// panes with rows are made of.
class TablePane : public QWidget {
  Q_OBJECT
 public:
  explicit TablePane(QStringList columns, QWidget* parent = nullptr);

  /// `heading` may be empty: no line. `whyEmpty` says why there are no rows, and what to do.
  void show(const QString& heading, std::vector<TableModel::Row> rows, const QString& whyEmpty);
  TableModel& model() { return *model_; }
  QTableView& view() { return *view_; }

 private:
  TableModel* model_;
  QLabel* heading_;
  QTableView* view_;
  QLabel* empty_;
};

}  // namespace usdscope
