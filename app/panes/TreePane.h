// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QWidget>

#include "app/models/RowTreeModel.h"

class QLabel;
class QTreeView;

namespace usdscope {

class ContentColumns;
class ElidedLabel;

/// The base of panes with a tree of rows: a heading and the tree. When there are no rows, a
/// sentence replaces the tree. Selected rows keep their colours.
class TreePane : public QWidget {
  Q_OBJECT
 public:
  explicit TreePane(QStringList columns, QWidget* parent = nullptr);

  /// Shows rows, or `whyEmpty` when the list of rows is empty; `openDepth` levels are open. If the
  /// rows have the shape of the rows before, rows stay open or closed. An empty `heading` is
  /// hidden.
  void show(const QString& heading, QStringList columns, std::vector<RowTreeModel::Row> rows,
            const QString& whyEmpty, int openDepth);
  /// Gives the columns the widths that their contents need.
  void fitColumns();
  RowTreeModel& model() { return *model_; }
  QTreeView& view() { return *view_; }

 private:
  RowTreeModel* model_;
  ElidedLabel* heading_;
  QTreeView* view_;
  QLabel* empty_;
  ContentColumns* columns_ = nullptr;  ///< Null if the widths are fixed.
};

}  // namespace usdscope
