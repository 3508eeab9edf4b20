// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QWidget>

#include "app/panes/PaneTask.h"
#include "engine/report/ArrayTable.h"
#include "engine/stage/resolve/ResolveInfo.h"

class QLabel;
class QTableView;

namespace usdscope {

class ArrayModel;
class ElidedLabel;
class SearchField;

/// Shows the whole value of the selected property at the playhead as a table: the elements of an
/// array, the targets of a relationship. A slice selects elements; the last line has statistics.
class ValuePane : public QWidget {
  Q_OBJECT
 public:
  explicit ValuePane(Session& session, QWidget* parent = nullptr);

  ArrayModel& model() { return *model_; }
  QTableView& view() { return *view_; }
  QString statistics() const;
  /// The sentence that replaces the table, or states why the slice is not valid; empty if neither.
  QString message() const;

 private:
  void refresh();
  void showNothing(const QString& why);
  void showTable(const Subject& subject, std::shared_ptr<const ArrayTable> table,
                 const QString& type, ValueSource source);
  void showSlice();
  void showStatistics(const ArrayStatistics& statistics);
  void goToNan();

  Session& session_;
  ArrayModel* model_;
  ElidedLabel* heading_;
  SearchField* slice_;
  QTableView* view_;
  QLabel* problem_;  ///< Why the slice is not valid.
  QLabel* statistics_;
  QLabel* empty_;
  std::shared_ptr<const ArrayTable> table_;
  ValueSource source_ = ValueSource::None;
  std::optional<std::size_t> firstNan_;
  PaneTask task_;
};

}  // namespace usdscope
