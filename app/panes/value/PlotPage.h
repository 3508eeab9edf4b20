// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QWidget>
#include <string>
#include <vector>

#include "app/panes/PaneTask.h"
#include "app/panes/value/PlotPainter.h"
#include "app/session/ExplainablePlace.h"
#include "app/session/Inspection.h"

class QHBoxLayout;
class QLabel;

namespace usdscope {

class PlotView;

/// The plot of the selected attribute and of the pinned ones, with a legend. A click on an entry of
/// the legend pins it, or takes it away. Values are resolved in the background; plots that are
/// known stay while others are made.
class PlotPage : public QWidget, public ExplainablePlace {
  Q_OBJECT
 public:
  /// `pane` is the pane that shows the page: nothing is resolved while nobody sees it.
  PlotPage(Session& session, QWidget& pane);

  PlotView& view() { return *view_; }
  /// The entries of the legend in one line, for the pane to place.
  QWidget& legendBar() { return *bar_; }
  /// The texts of the legend.
  QStringList legend() const;
  /// The text about the place under the pointer that was shown last.
  const QString& tip() const { return tip_; }
  bool explainAt(QPoint at) override;
  /// The sentence that replaces the plot; empty if there is a plot.
  QString message() const;

 private:
  /// A plot, and what it was made from.
  struct Made {
    PlotItem item;
    std::shared_ptr<const AttributePlot> plot;
  };

  std::vector<PlotItem> wantedItems() const;
  void refresh();
  void take(const PlotItem& item, std::shared_ptr<const AttributePlot> plot);
  void showPlots();
  void showLegend();
  void requestTip(std::size_t plot, double time);

  Session& session_;
  PlotView* view_;
  QWidget* bar_ = nullptr;
  QHBoxLayout* legend_;
  QLabel* empty_;
  std::vector<PlotItem> items_;  ///< In the order of the legend: the selected one first.
  std::vector<Made> made_;
  std::shared_ptr<const Stage> madeFrom_;
  std::pair<double, double> madeFor_;  ///< The range of playback.
  QString tip_;
  PaneTask making_;
  PaneTask telling_;
};

}  // namespace usdscope
