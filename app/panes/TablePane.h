// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QWidget>

#include "app/models/TableModel.h"

class QTableView;

class QLabel;
class QStyledItemDelegate;

namespace usdscope {

class ContentColumns;
class ElidedLabel;
class SearchField;

/// The base of panes with rows: a heading and a table of text. When there are no rows, a sentence
/// replaces the table.
class TablePane : public QWidget {
  Q_OBJECT
 public:
  explicit TablePane(QStringList columns, QWidget* parent = nullptr);

  /// Shows rows. An empty `heading` is hidden. `whyEmpty` is shown when there are no rows, and says
  /// why and what to do.
  void show(const QString& heading, std::vector<TableModel::Row> rows, const QString& whyEmpty);
  /// Adds a search field above the table. It is hidden while there is no heading.
  SearchField& addSearch(const QString& placeholder);
  /// Makes a column cut its text in the middle and not at the end, which suits paths.
  void cutInTheMiddle(int column);
  /// Makes selected rows keep the colours of their texts, which have a meaning. Texts that do not
  /// fit are cut at `elide`.
  void keepColors(Qt::TextElideMode elide);
  /// Gives the columns the widths that their contents need.
  void fitColumns();
  TableModel& model() { return *model_; }
  QTableView& view() const { return *view_; }

 private:
  TableModel* model_;
  ElidedLabel* heading_;
  SearchField* search_ = nullptr;
  QTableView* view_;
  QLabel* empty_;
  QStyledItemDelegate* middle_;
  ContentColumns* columns_ = nullptr;  ///< Null if the widths are fixed.
};

}  // namespace usdscope
