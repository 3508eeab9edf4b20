// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>
#include <optional>
#include <vector>

#include "app/panes/PaneTask.h"
#include "app/panes/PlayingBudget.h"
#include "app/panes/TablePane.h"
#include "app/session/Inspection.h"
#include "engine/report/plot/AttributePlot.h"
#include "engine/report/rows/PropertyRows.h"

namespace usdscope {

/// Lists the watched attributes with their values at the playhead, their sources, and a small curve
/// over the range of playback. They stay while the selection goes on. The plot of the Value pane
/// has the same attributes. A click selects an attribute, Delete stops watching it.
class WatchPane : public TablePane {
  Q_OBJECT
 public:
  explicit WatchPane(Session& session, QWidget* parent = nullptr);

  /// The curve of a row; null until it is known.
  const AttributePlot* curveOf(int row) const;

 protected:
  bool eventFilter(QObject* watched, QEvent* event) override;

 private:
  enum Column { kAttribute, kValue, kSource, kCurve };
  struct Watched {
    PlotItem item;
    std::optional<PropertyRow> row;  ///< Empty if the attribute does not exist.
    std::string element;             ///< The value of one element as text.
  };
  struct Curve {
    PlotItem item;
    std::shared_ptr<const AttributePlot> plot;
  };

  static Watched read(const Stage& stage, const PlotItem& item, TimeCode time);
  void refresh();
  void refreshCurves();
  void showRows(std::vector<Watched> rows);
  void select(int row);

  Session& session_;
  std::vector<Watched> rows_;
  std::vector<Curve> curves_;
  std::shared_ptr<const Stage> curvesFrom_;
  std::pair<double, double> curvesFor_;  ///< The range of playback.
  bool isShowing_ = false;
  PlayingBudget budget_;
  PaneTask reading_;
  PaneTask plotting_;
};

}  // namespace usdscope
