// SPDX-License-Identifier: Apache-2.0
#include "app/panes/value/PlotPage.h"

#include <QHBoxLayout>
#include <QLabel>
#include <QLocale>
#include <QPainter>
#include <QPixmap>
#include <QScrollArea>
#include <QScrollBar>
#include <QToolButton>
#include <QVBoxLayout>
#include <algorithm>

#include "app/panes/value/PlotView.h"
#include "app/session/ObserveSubject.h"
#include "app/theme/Theme.h"
#include "app/widgets/PaneParts.h"
#include "engine/report/text/ValueText.h"

namespace usdscope {
namespace {

constexpr int kLegendHeight = 28;
constexpr int kSwatch = 14;
constexpr std::size_t kMostSwatches = 4;

QString countText(std::size_t number) {
  return QLocale(QLocale::English).toString(qulonglong(number));
}

// The lines of a plot, one for each component.
QIcon swatches(const AttributePlot& plot, std::size_t index) {
  const std::size_t count = std::clamp<std::size_t>(plot.curves.size(), 1, kMostSwatches);
  QPixmap pixmap(int(count) * kSwatch * 2, kSwatch * 2);
  pixmap.setDevicePixelRatio(2.0);
  pixmap.fill(Qt::transparent);
  QPainter painter(&pixmap);
  for (std::size_t i = 0; i < count; ++i) {
    QPen pen = plotPen(plot, index, i);
    pen.setWidthF(2.0);
    painter.setPen(pen);
    const double left = double(i) * kSwatch;
    painter.drawLine(QPointF(left, kSwatch / 2.0), QPointF(left + kSwatch - 3.0, kSwatch / 2.0));
  }
  return QIcon(pixmap);
}

QString nameOf(const PlotItem& item, bool isSelected) {
  QString name = QString::fromStdString(item.attribute.name().string());
  if (item.element) name += QStringLiteral("[%1]").arg(*item.element);
  if (isSelected) return name;
  return QString::fromStdString(item.attribute.primPath().name().string()) + QChar('.') + name;
}

QString plotFacts(const AttributePlot& plot) {
  if (!plot.problem.empty()) return QString::fromStdString(plot.problem);
  QStringList facts;
  if (plot.sampleCount > 0) facts << PlotPage::tr("%1 samples").arg(countText(plot.sampleCount));
  if (plot.knotCount > 0) facts << PlotPage::tr("%1 knots").arg(countText(plot.knotCount));
  if (!plot.clips.empty()) {
    facts << PlotPage::tr("%1 clips of `%2`")
                 .arg(countText(plot.clips.size()), QString::fromStdString(plot.clipSet));
  }
  if (facts.isEmpty()) facts << PlotPage::tr("constant");
  return facts.join(QStringLiteral(", "));
}

Attribute attributeOf(const Stage& stage, const PlotItem& item) {
  const Prim prim = stage.primAt(item.attribute.primPath());
  return prim ? prim.attribute(item.attribute.name()) : Attribute();
}

}  // namespace

PlotPage::PlotPage(Session& session, QWidget& pane)
    : QWidget(&pane),
      session_(session),
      view_(new PlotView),
      empty_(makeEmptyText()),
      making_(session, pane),
      telling_(session, pane) {
  QVBoxLayout* layout = makeColumn(*this);
  auto* entries = new QWidget;
  legend_ = new QHBoxLayout(entries);
  legend_->setContentsMargins(4, 0, 4, 0);
  legend_->setSpacing(2);
  auto* scroll = new QScrollArea;
  scroll->setWidget(entries);
  scroll->setWidgetResizable(true);
  scroll->setFrameShape(QFrame::NoFrame);
  scroll->setFixedHeight(kLegendHeight);
  scroll->setVerticalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
  scroll->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
  scroll->setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Fixed);
  bar_ = scroll;
  layout->addWidget(view_, 1);
  layout->addWidget(empty_, 1);
  Inspection& inspection = session_.inspection();
  connect(view_, &PlotView::timeWanted, this,
          [this](double time) { session_.perform("frame", {numberToText(time)}); });
  connect(
      view_, &PlotView::viewWanted, this, [this](PlotView::Range times, PlotView::Range values) {
        if (!times) return session_.perform("framePlot");
        std::vector<std::string> range = {numberToText(times->first), numberToText(times->second)};
        if (values) range.push_back(numberToText(values->first));
        if (values) range.push_back(numberToText(values->second));
        session_.perform("zoomPlot", range);
      });
  connect(view_, &PlotView::tipWanted, this, &PlotPage::requestTip);
  observeSubject(session_, this, [this] { refresh(); });
  inspection.plot.observe(this, [this](const PlotChoice& choice) {
    view_->setView(choice.times, choice.values);
    refresh();
  });
  inspection.marked.observe(this, [this](const MarkedElements&) { refresh(); });
  session_.playback.observe(this, [this](const PlaybackState& state) {
    view_->setPlayhead(state.shownTime(), state.timeCodesPerFrame());
    if (madeFor_ != std::pair(state.start, state.end)) refresh();
  });
}

bool PlotPage::explainAt(QPoint at) {
  const QPoint place = view_->mapFrom(this, at);
  if (!view_->isVisible() || !view_->rect().contains(place)) return false;
  const auto near = view_->nearTo(place);
  if (!near || near->plot >= view_->plots().size()) return false;
  const Path attribute = view_->plots()[near->plot]->attribute;
  session_.perform("frame", {numberToText(near->time)});
  session_.perform("select", {attribute.text()});
  session_.perform("pane", {"why"});
  return true;
}

QStringList PlotPage::legend() const {
  QStringList texts;
  for (const QToolButton* entry : bar_->findChildren<QToolButton*>("plotEntry"))
    texts << entry->text();
  return texts;
}

QString PlotPage::message() const { return empty_->isHidden() ? QString() : empty_->text(); }

// The selected attribute, or the marked element of it, and the pinned ones.
std::vector<PlotItem> PlotPage::wantedItems() const {
  std::vector<PlotItem> items;
  const Subject subject = session_.subject();
  if (subject && subject.property && subject.prim.attribute(subject.property)) {
    PlotItem selected{subject.prim.path().property(subject.property), {}};
    const MarkedElements& marked = session_.inspection().marked.value();
    if (marked.attribute == selected.attribute && !marked.elements.empty()) {
      selected.element = marked.elements.front();
    }
    items.push_back(selected);
  }
  for (const PlotItem& item : session_.inspection().plot.value().pinned) {
    if (std::ranges::find(items, item) == items.end()) items.push_back(item);
  }
  return items;
}

void PlotPage::refresh() {
  const auto& stage = session_.document.value().stage;
  const bool isWanted = stage && session_.inspection().plot.value().isShown;
  const PlaybackState& playback = session_.playback.value();
  const std::pair range(playback.start, playback.end);
  if (stage != madeFrom_ || range != madeFor_) {
    made_.clear();
    madeFrom_ = stage;
    madeFor_ = range;
  }
  items_ = isWanted ? wantedItems() : std::vector<PlotItem>();
  std::erase_if(made_, [this](const Made& made) {
    return std::ranges::find(items_, made.item) == items_.end();
  });
  // All plots cover the time of each of them.
  std::pair<double, double> wanted = range;
  for (const Made& made : made_) {
    if (!made.plot->problem.empty()) continue;
    wanted = {std::min(wanted.first, made.plot->from), std::max(wanted.second, made.plot->to)};
  }
  std::vector<PlotItem> missing;
  for (const PlotItem& item : items_) {
    const auto made = std::ranges::find(made_, item, &Made::item);
    const bool isEnough = made != made_.end() &&
                          (!made->plot->problem.empty() ||
                           (made->plot->from <= wanted.first && made->plot->to >= wanted.second));
    if (!isEnough) missing.push_back(item);
  }
  showPlots();
  if (missing.empty()) return making_.cancel();
  making_.start([this, stage, missing, wanted](const TaskRun& run) -> LatestTask::Show {
    for (const PlotItem& item : missing) {
      const Attribute attribute = attributeOf(*stage, item);
      auto plot = std::make_shared<AttributePlot>();
      if (attribute) {
        *plot = plotAttribute(attribute, wanted.first, wanted.second, item.element, run.stop);
      } else {
        plot->attribute = item.attribute;
        plot->problem = "There is no attribute " + item.attribute.text() + ".";
      }
      if (run.stop.stop_requested()) return {};
      run.post([this, item, plot] { take(item, plot); });
    }
    return [this] { refresh(); };
  });
}

void PlotPage::take(const PlotItem& item, std::shared_ptr<const AttributePlot> plot) {
  // A run that was interrupted makes its first plots again.
  std::erase_if(made_, [&](const Made& made) { return made.item == item; });
  made_.push_back({item, std::move(plot)});
  showPlots();
}

void PlotPage::showPlots() {
  PlotList plots;
  QString problem;
  for (const PlotItem& item : items_) {
    const auto made = std::ranges::find(made_, item, &Made::item);
    if (made == made_.end()) continue;
    if (made->plot->problem.empty()) {
      plots.push_back(made->plot);
    } else {
      problem = QString::fromStdString(made->plot->problem);
    }
  }
  if (items_.empty()) problem = tr("Select an attribute in Properties to see it over time.");
  const bool isMissing = made_.size() < items_.size();
  empty_->setText(problem);
  empty_->setVisible(plots.empty() && !isMissing);
  view_->setVisible(!plots.empty() || isMissing);
  view_->setPlots(std::move(plots));
  showLegend();
}

void PlotPage::showLegend() {
  while (QLayoutItem* item = legend_->takeAt(0)) {
    // A click on the entry may be what removes it.
    if (QWidget* entry = item->widget()) {
      entry->setObjectName({});
      entry->hide();
      entry->deleteLater();
    }
    delete item;
  }
  const std::vector<PlotItem>& pinned = session_.inspection().plot.value().pinned;
  std::size_t index = 0;
  for (const PlotItem& item : items_) {
    const auto made = std::ranges::find(made_, item, &Made::item);
    const bool isPinned = std::ranges::find(pinned, item) != pinned.end();
    const bool isSelected = &item == &items_.front() && !isPinned;
    auto* entry = new QToolButton;
    entry->setObjectName("plotEntry");
    entry->setToolButtonStyle(Qt::ToolButtonTextBesideIcon);
    entry->setText(nameOf(item, isSelected) + (isPinned ? QStringLiteral("  ✕") : QString()));
    QString tip = QString::fromStdString(item.attribute.text());
    if (made != made_.end()) {
      const AttributePlot& plot = *made->plot;
      tip += QChar('\n') + plotFacts(plot);
      if (plot.problem.empty()) {
        entry->setIcon(swatches(plot, index++));
        const auto lines = std::clamp<std::size_t>(plot.curves.size(), 1, kMostSwatches);
        entry->setIconSize({int(lines) * kSwatch, kSwatch});
      }
    }
    tip += isPinned ? tr("\nClick to take it out of the plot.")
                    : tr("\nClick to keep it in the plot while you select others.");
    entry->setToolTip(tip);
    connect(entry, &QToolButton::clicked, this,
            [this, item] { session_.inspection().togglePlotPin(item); });
    legend_->addWidget(entry);
  }
  legend_->addStretch(1);
}

void PlotPage::requestTip(std::size_t plot, double time) {
  const auto& stage = session_.document.value().stage;
  if (!stage || plot >= view_->plots().size()) return;
  const PlotItem item{view_->plots()[plot]->attribute, view_->plots()[plot]->element};
  telling_.start([this, stage, item, time](const TaskRun&) -> LatestTask::Show {
    const Attribute attribute = attributeOf(*stage, item);
    if (!attribute) return {};
    return [this, item, text = plotTip(attribute, time, item.element)] {
      tip_ = QString::fromStdString(item.attribute.text() + "\n" + text);
      view_->showTip(tip_);
    };
  });
}

}  // namespace usdscope
