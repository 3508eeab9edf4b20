// SPDX-License-Identifier: Apache-2.0
#include "app/panes/Panes.h"

#include <QDockWidget>
#include <QTimer>

#include "app/panes/CompositionPane.h"
#include "app/panes/EditsPane.h"
#include "app/panes/LayerStackPane.h"
#include "app/panes/MetadataPane.h"
#include "app/panes/PropertiesPane.h"
#include "app/panes/changes/ChangesPane.h"
#include "app/panes/clips/ClipsPane.h"
#include "app/panes/layers/LayersPane.h"
#include "app/panes/primtree/PrimTreePane.h"
#include "app/panes/problems/ProblemsPane.h"
#include "app/panes/skel/SkelPane.h"
#include "app/panes/statistics/StatisticsPane.h"
#include "app/panes/value/ValuePane.h"
#include "app/panes/value/WatchPane.h"
#include "app/panes/why/WhyPane.h"
#include "app/session/Inspection.h"

namespace usdscope {
namespace {

template <typename Pane>
QWidget* make(Session& session) {
  return new Pane(session);
}

// The dock of pinned prims is hidden and empty until the user pins prims for the first time.
QWidget* makePinned(Session& session) {
  auto* empty = new QWidget;
  const auto dockOf = [empty] { return qobject_cast<QDockWidget*>(empty->parentWidget()); };
  QTimer::singleShot(0, empty, [dockOf] {
    if (QDockWidget* dock = dockOf()) dock->hide();
  });
  session.inspection().pinnedPrims.observe(
      empty, [&session, empty, dockOf](const std::vector<Path>& pinned) {
        QDockWidget* dock = dockOf();
        if (pinned.empty() || !dock || dock->widget() != empty) return;
        dock->setWidget(new PropertiesPane(session, PropertiesPane::Prims::Pinned));
        empty->deleteLater();
        dock->show();
        dock->raise();
      });
  return empty;
}

}  // namespace

std::span<const PaneRow> paneRows() {
  static constexpr PaneRow kRows[] = {
      {"primTree", "Prim Tree", Qt::LeftDockWidgetArea, make<PrimTreePane>},
      {"properties", "Properties", Qt::RightDockWidgetArea, make<PropertiesPane>},
      {"skel", "Skel", Qt::RightDockWidgetArea, make<SkelPane>},
      {"value", "Value", Qt::BottomDockWidgetArea, make<ValuePane>},
      {"metadata", "Meta Data", Qt::BottomDockWidgetArea, make<MetadataPane>},
      {"layerStack", "Layer Stack", Qt::BottomDockWidgetArea, make<LayerStackPane>},
      {"composition", "Composition", Qt::BottomDockWidgetArea, make<CompositionPane>},
      {"why", "Why", Qt::BottomDockWidgetArea, make<WhyPane>},
      {"changes", "Changes", Qt::BottomDockWidgetArea, make<ChangesPane>},
      {"clips", "Clips", Qt::BottomDockWidgetArea, make<ClipsPane>},
      {"layers", "Layers", Qt::BottomDockWidgetArea, make<LayersPane>},
      {"edits", "Edits", Qt::BottomDockWidgetArea, make<EditsPane>},
      {"watch", "Watch", Qt::BottomDockWidgetArea, make<WatchPane>},
      {"pinned", "Pinned", Qt::BottomDockWidgetArea, makePinned},
      {"statistics", "Statistics", Qt::BottomDockWidgetArea, make<StatisticsPane>},
      {"problems", "Problems", Qt::BottomDockWidgetArea, make<ProblemsPane>},
  };
  return kRows;
}

}  // namespace usdscope
