// SPDX-License-Identifier: Apache-2.0
#include "app/panes/value/WatchPane.h"

#include <fmt/format.h>

#include <QHeaderView>
#include <QItemSelectionModel>
#include <QKeyEvent>
#include <QScopedValueRollback>
#include <QTableView>
#include <algorithm>

#include "app/panes/PropertyCells.h"
#include "app/panes/value/Sparkline.h"
#include "app/session/ObserveSubject.h"
#include "app/theme/Theme.h"
#include "app/widgets/RowDelegate.h"

namespace usdscope {
namespace {

class CurveDelegate : public RowDelegate {
 public:
  CurveDelegate(const WatchPane& pane, const Session& session, QObject* parent)
      : RowDelegate(Qt::ElideRight, parent), pane_(pane), session_(session) {}

  void paint(QPainter* painter, const QStyleOptionViewItem& option,
             const QModelIndex& index) const override {
    RowDelegate::paint(painter, option, index);
    const AttributePlot* plot = pane_.curveOf(index.row());
    const PlaybackState& playback = session_.playback.value();
    if (plot && (!plot->curves.empty() || !plot->spans.empty())) {
      paintSparkline(*painter, option.rect, *plot, playback.start, playback.end,
                     playback.shownTime());
    }
  }

 private:
  const WatchPane& pane_;
  const Session& session_;
};

}  // namespace

WatchPane::WatchPane(Session& session, QWidget* parent)
    : TablePane({tr("Attribute"), tr("Value"), tr("Source"), tr("Over Time")}, parent),
      session_(session),
      reading_(session, *this),
      plotting_(session, *this) {
  setProperty("contextMenu", "watch");
  keepColors(Qt::ElideMiddle);
  QHeaderView* header = view().horizontalHeader();
  header->setStretchLastSection(false);
  header->setSectionResizeMode(kValue, QHeaderView::Stretch);
  header->setSectionResizeMode(kCurve, QHeaderView::Stretch);
  header->resizeSection(kAttribute, 180);
  header->resizeSection(kSource, 76);
  view().setItemDelegateForColumn(kCurve, new CurveDelegate(*this, session_, &view()));
  view().installEventFilter(this);
  connect(view().selectionModel(), &QItemSelectionModel::currentRowChanged, this,
          [this](const QModelIndex& current) {
            if (!isShowing_ && current.isValid()) select(current.row());
          });
  session_.document.observe(this, [this](const Document&) { refresh(); });
  session_.inspection().plot.observe(
      this, [this, last = std::vector<PlotItem>()](const PlotChoice& choice) mutable {
        if (std::exchange(last, choice.pinned) != choice.pinned) refresh();
      });
  budget_.follow(session_, this, [this] { refresh(); });
  session_.playback.observe(this, [this](const PlaybackState& state) {
    if (curvesFor_ != std::pair(state.start, state.end)) refresh();
  });
  observeColors(session_, this, [this] { showRows(rows_); });
}

const AttributePlot* WatchPane::curveOf(int row) const {
  if (row < 0 || std::size_t(row) >= rows_.size()) return nullptr;
  const auto found = std::ranges::find(curves_, rows_[std::size_t(row)].item, &Curve::item);
  return found == curves_.end() ? nullptr : found->plot.get();
}

WatchPane::Watched WatchPane::read(const Stage& stage, const PlotItem& item, TimeCode time) {
  Watched watched{.item = item, .row = {}, .element = {}};
  const Prim prim = stage.primAt(item.attribute.primPath());
  if (!prim) return watched;
  watched.row = propertyRow(prim, item.attribute.name(), time);
  const Attribute attribute = prim.attribute(item.attribute.name());
  if (item.element && attribute) {
    watched.element = exactText(attribute.value(time), item.element);
  }
  return watched;
}

void WatchPane::refresh() {
  const auto& stage = session_.document.value().stage;
  const std::vector<PlotItem>& items = session_.inspection().plot.value().pinned;
  if (!stage || items.empty()) {
    reading_.cancel();
    plotting_.cancel();
    curves_.clear();
    curvesFrom_ = nullptr;
    return showRows({});
  }
  reading_.startFor(Subject{.stage = stage},
                    [this, stage, items, time = session_.playback.value().timeCode()](
                        const TaskRun&) -> LatestTask::Show {
                      std::vector<Watched> rows;
                      for (const PlotItem& item : items) rows.push_back(read(*stage, item, time));
                      return [this, rows = std::move(rows)]() mutable {
                        budget_.spend([&] { showRows(std::move(rows)); });
                      };
                    });
  refreshCurves();
}

void WatchPane::refreshCurves() {
  const auto& stage = session_.document.value().stage;
  const PlaybackState& playback = session_.playback.value();
  const std::pair range(playback.start, playback.end);
  const std::vector<PlotItem>& items = session_.inspection().plot.value().pinned;
  const bool isOther = stage != curvesFrom_ || range != curvesFor_;
  if (isOther) curves_.clear();
  curvesFrom_ = stage;
  curvesFor_ = range;
  std::vector<PlotItem> missing;
  for (const PlotItem& item : items) {
    if (std::ranges::find(curves_, item, &Curve::item) == curves_.end()) missing.push_back(item);
  }
  // While the time alone changes, the run in progress goes on.
  if (missing.empty()) return;
  plotting_.startFor(
      Subject{.stage = stage},
      [this, stage, missing, range](const TaskRun& run) -> LatestTask::Show {
        for (const PlotItem& item : missing) {
          const Prim prim = stage->primAt(item.attribute.primPath());
          const Attribute attribute = prim ? prim.attribute(item.attribute.name()) : Attribute();
          auto plot = std::make_shared<AttributePlot>();
          if (attribute) {
            *plot = plotAttribute(attribute, range.first, range.second, item.element, run.stop);
          }
          if (run.stop.stop_requested()) return {};
          run.post([this, stage, range, item, plot] {
            if (stage != curvesFrom_ || range != curvesFor_) return;
            std::erase_if(curves_, [&](const Curve& curve) { return curve.item == item; });
            curves_.push_back({item, plot});
            view().viewport()->update();
          });
        }
        return {};
      });
}

void WatchPane::showRows(std::vector<Watched> rows) {
  const QScopedValueRollback guard(isShowing_, true);
  rows_ = std::move(rows);
  std::vector<TableModel::Row> cells;
  for (const Watched& each : rows_) {
    const Path path = each.item.attribute;
    QString name = QString::fromStdString(path.primPath().name().string()) + QChar('.') +
                   QString::fromStdString(path.name().string());
    if (each.item.element) name += QStringLiteral("[%1]").arg(*each.item.element);
    const QString tip = QString::fromStdString(path.text());
    if (!each.row) {
      cells.push_back(
          {{name, tip, theme::kFaint}, {tr("does not exist"), tip, theme::kFaint}, {}, {}});
      continue;
    }
    TableModel::Row row = cellsOf(*each.row);
    if (each.item.element) row[2].text = QString::fromStdString(each.element);
    cells.push_back({{name, tip, row[1].color}, row[2], row[3], {{}, tip}});
  }
  show(
      {}, std::move(cells),
      tr("Nothing is watched. Watch Values in the menu of a property keeps its value and its curve "
         "here while you select others."));
}

void WatchPane::select(int row) {
  if (!rows_[std::size_t(row)].row) return;
  const Path attribute = rows_[std::size_t(row)].item.attribute;
  session_.perform("select", {attribute.text()});
}

bool WatchPane::eventFilter(QObject* watched, QEvent* event) {
  if (watched == &view() && event->type() == QEvent::KeyPress) {
    const int key = static_cast<QKeyEvent*>(event)->key();
    const QModelIndex current = view().currentIndex();
    if (current.isValid() && (key == Qt::Key_Delete || key == Qt::Key_Backspace)) {
      const PlotItem item = rows_[std::size_t(current.row())].item;
      const std::string element = item.element ? fmt::format("[{}]", *item.element) : "";
      session_.perform("unwatch", {item.attribute.text() + element});
      return true;
    }
  }
  return TablePane::eventFilter(watched, event);
}

}  // namespace usdscope
