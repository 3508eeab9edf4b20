// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QWidget>

#include "app/panes/PaneTask.h"
#include "app/panes/PlayingBudget.h"
#include "engine/report/rows/ArrayTable.h"
#include "engine/stage/resolve/ResolveInfo.h"

class QItemSelection;
class QLabel;
class QTableView;
class QToolButton;

namespace usdscope {

class ArrayModel;
class ElidedLabel;
class PlotPage;
class SearchField;

/// Shows the selected property. The table has its whole value at the playhead: the elements of an
/// array, the targets of a relationship. A slice selects elements; the last line has statistics.
/// Selected rows are marked in the picture, and a clicked point of the picture selects its row. The
/// plot has the values over time.
class ValuePane : public QWidget {
  Q_OBJECT
 public:
  explicit ValuePane(Session& session, QWidget* parent = nullptr);

  ArrayModel& model() { return *model_; }
  QTableView& view() { return *view_; }
  PlotPage& plot() { return *plot_; }
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
  bool goToElement(std::size_t element);
  void buildTable();
  void buildTabs();
  void takeSelectedRows();
  void showMarked();
  void goToPoint(Path prim, std::uint32_t point);

  Session& session_;
  QToolButton* asTable_ = nullptr;
  QToolButton* asPlot_ = nullptr;
  QWidget* tablePage_;
  PlotPage* plot_;
  ArrayModel* model_;
  ElidedLabel* heading_;
  SearchField* slice_;
  QTableView* view_;
  QLabel* problem_;  ///< Why the slice is not valid.
  QLabel* statistics_;
  QLabel* empty_;
  std::shared_ptr<const ArrayTable> table_;
  ValueSource source_ = ValueSource::None;
  Path shown_;              ///< The attribute of the table; empty for a relationship.
  bool isMarking_ = false;  ///< The session selects rows, not the user.
  PlayingBudget budget_;
  PaneTask task_;
  PaneTask pointTask_;
};

}  // namespace usdscope
