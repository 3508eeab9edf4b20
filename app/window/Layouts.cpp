// SPDX-License-Identifier: Apache-2.0
#include "app/window/Layouts.h"

#include <QCryptographicHash>
#include <QDockWidget>
#include <QEvent>
#include <QSettings>
#include <algorithm>
#include <utility>

#include "app/panes/Panes.h"

namespace usdscope {
namespace {

constexpr const char* kCurrentKey = "layouts/current";
constexpr int kStateVersion = 1;
constexpr int kHashSize = 32;
// In a lower window the lower parts of the sides would have only a few rows.
constexpr int kLowWindow = 800;
// The sides ask for less than half of the width. A pane that cannot become so narrow takes more.
constexpr double kMostOfSides = 0.48;
// The first byte of saved arrangements.
constexpr char kTableExtents = 't';
constexpr char kOwnExtents = 'o';

QString keyOf(const LayoutRow& layout) { return QStringLiteral("layouts/") + layout.id; }

// Qt checks only the format of a state. The hash finds all other damage.
QByteArray sealed(const QByteArray& text) {
  return QCryptographicHash::hash(text, QCryptographicHash::Sha256) + text;
}
QByteArray unsealed(const QByteArray& saved) {
  const QByteArray text = saved.mid(kHashSize);
  return sealed(text) == saved ? text : QByteArray();
}

}  // namespace

Layouts::Layouts(QMainWindow& window, std::vector<QWidget*> bars)
    : QObject(&window),
      window_(window),
      bars_(std::move(bars)),
      current_(&layoutRows().front()),
      previous_(current_) {
  arrange();
  window_.installEventFilter(this);
}

QStringList Layouts::restore() {
  const QSettings settings;
  QStringList damaged;
  for (const LayoutRow& row : layoutRows()) {
    const QByteArray text = settings.value(keyOf(row)).toByteArray();
    const QByteArray saved = unsealed(text);
    if (saved.isEmpty() && !text.isEmpty()) damaged << keyOf(row);
    if (!saved.isEmpty()) kept_[row.id] = {saved.mid(1), saved[0] == kTableExtents};
  }
  const LayoutRow* saved = findLayout(settings.value(kCurrentKey).toString().toStdString());
  if (saved && !saved->isPictureOnly) current_ = previous_ = saved;
  const bool hasKept = kept_.contains(current_->id);
  const bool isArranged = arrangeAsKept();
  if (hasKept && !isArranged) damaged << keyOf(*current_);
  if (!isArranged) arrange();
  Q_EMIT currentChanged();
  return damaged;
}

void Layouts::save() {
  keepArrangement();
  QSettings settings;
  for (const auto& [id, kept] : kept_) {
    const char mark = kept.hasTableExtents ? kTableExtents : kOwnExtents;
    settings.setValue(keyOf(*findLayout(id)), sealed(mark + kept.state));
  }
  settings.setValue(kCurrentKey, previous_->id);
}

void Layouts::show(const LayoutRow& layout) {
  if (&layout == current_) return;
  keepArrangement();
  current_ = &layout;
  if (!layout.isPictureOnly) previous_ = &layout;
  showBars(!layout.isPictureOnly);
  if (!arrangeAsKept()) arrange();
  Q_EMIT currentChanged();
}

void Layouts::showPanes() {
  if (current_->isPictureOnly) show(*previous_);
}

void Layouts::reset() {
  showPanes();
  kept_.erase(current_->id);
  arrange();
}

std::vector<QDockWidget*> Layouts::docks() const {
  std::vector<QDockWidget*> docks;
  for (const PaneRow& row : paneRows()) docks.push_back(dockOf(row.id));
  return docks;
}

QDockWidget* Layouts::dockOf(std::string_view id) const {
  return window_.findChild<QDockWidget*>(QString::fromUtf8(id.data(), qsizetype(id.size())));
}

void Layouts::keepArrangement() {
  if (current_->isPictureOnly) return;
  kept_[current_->id] = {window_.saveState(kStateVersion), hasTableExtents_};
}

bool Layouts::arrangeAsKept() {
  const auto found = kept_.find(current_->id);
  if (found == kept_.end()) return false;
  if (!window_.restoreState(found->second.state, kStateVersion)) {
    kept_.erase(found);
    return false;
  }
  isNew_ = false;
  fronts_.clear();
  for (const PanePlace& pane : current_->panes) fronts_.try_emplace(pane.place, dockOf(pane.pane));
  hasTableExtents_ = found->second.hasTableExtents;
  if (hasTableExtents_) setExtents();
  return true;
}

void Layouts::arrange() {
  for (QDockWidget* dock : docks()) {
    dock->setFloating(false);
    window_.removeDockWidget(dock);
  }
  const bool isLow = window_.height() < kLowWindow;
  // The lower panes have tables, which need width. The right side gives it if it has few rows
  // anyway; else the sides reach down to the playback bar.
  window_.setCorner(Qt::BottomRightCorner,
                    isLow ? Qt::BottomDockWidgetArea : Qt::RightDockWidgetArea);
  fronts_ = putFronts(isLow);
  for (const PanePlace& pane : current_->panes) {
    QDockWidget* dock = dockOf(pane.pane);
    QDockWidget* front = fronts_.at(pane.place);
    if (dock != front) window_.tabifyDockWidget(front, dock);
    dock->show();
  }
  for (const auto& [place, front] : fronts_) front->raise();
  // Closed panes have a place too, where the Window menu opens them.
  Places homes = fronts_;
  for (const PaneRow& row : paneRows()) {
    const bool isShown = std::ranges::any_of(current_->panes, [&](const PanePlace& pane) {
      return std::string_view(pane.pane) == row.id;
    });
    if (isShown) continue;
    const DockPlace home = row.area == Qt::LeftDockWidgetArea    ? DockPlace::Left
                           : row.area == Qt::RightDockWidgetArea ? DockPlace::Right
                                                                 : DockPlace::Bottom;
    QDockWidget* dock = dockOf(row.id);
    const auto [front, isFirst] = homes.try_emplace(home, dock);
    if (isFirst) {
      window_.addDockWidget(row.area, dock);
    } else {
      window_.tabifyDockWidget(front->second, dock);
    }
    dock->hide();
  }
  hasTableExtents_ = true;
  setExtents();
  setHeightsOfSides();
}

Layouts::Places Layouts::putFronts(bool isLow) {
  Places fronts;
  const auto put = [&](DockPlace place, DockPlace upper, Qt::DockWidgetArea area) {
    for (const PanePlace& pane : current_->panes) {
      if (pane.place != place) continue;
      QDockWidget* dock = dockOf(pane.pane);
      const auto above = fronts.find(upper);
      if (above == fronts.end()) {
        window_.addDockWidget(area, dock);
      } else if (isLow) {
        // All panes of the place become tabs. Tables of values need the width of the bottom.
        const auto bottom = fronts.find(DockPlace::Bottom);
        const bool isBelow = place == DockPlace::RightLower && bottom != fronts.end();
        dock = isBelow ? bottom->second : above->second;
      } else {
        window_.splitDockWidget(above->second, dock, Qt::Vertical);
      }
      fronts[place] = dock;
      return;
    }
  };
  put(DockPlace::Left, DockPlace::Left, Qt::LeftDockWidgetArea);
  put(DockPlace::LeftLower, DockPlace::Left, Qt::LeftDockWidgetArea);
  put(DockPlace::Right, DockPlace::Right, Qt::RightDockWidgetArea);
  put(DockPlace::Bottom, DockPlace::Bottom, Qt::BottomDockWidgetArea);
  put(DockPlace::RightLower, DockPlace::Right, Qt::RightDockWidgetArea);
  return fronts;
}

int Layouts::extentOf(DockPlace place) const {
  const auto limited = [](const DockExtent& extent, int whole) {
    return std::min(extent.most, static_cast<int>(extent.share * whole));
  };
  const int left = limited(current_->left, window_.width());
  const int right = limited(current_->right, window_.width());
  const bool hasBoth = fronts_.contains(DockPlace::Left) && fronts_.contains(DockPlace::Right);
  const double room = kMostOfSides * window_.width();
  const double scale = hasBoth ? std::min(1.0, room / std::max(1, left + right)) : 1.0;
  switch (place) {
    case DockPlace::Left:
      return static_cast<int>(scale * left);
    case DockPlace::Right:
      return static_cast<int>(scale * right);
    case DockPlace::Bottom:
      return limited(current_->bottom, window_.height());
    case DockPlace::LeftLower:
    case DockPlace::RightLower:
      return static_cast<int>(current_->lowerShare * window_.height());
  }
  return 0;
}

void Layouts::setExtents() {
  for (const DockPlace place : {DockPlace::Left, DockPlace::Right, DockPlace::Bottom}) {
    const auto front = fronts_.find(place);
    if (front == fronts_.end()) continue;
    const Qt::Orientation across = place == DockPlace::Bottom ? Qt::Vertical : Qt::Horizontal;
    window_.resizeDocks({front->second}, {extentOf(place)}, across);
  }
}

void Layouts::setHeightsOfSides() {
  constexpr std::pair<DockPlace, DockPlace> kSides[] = {{DockPlace::Left, DockPlace::LeftLower},
                                                        {DockPlace::Right, DockPlace::RightLower}};
  for (const auto& [upper, lower] : kSides) {
    const auto above = fronts_.find(upper);
    const auto below = fronts_.find(lower);
    if (above == fronts_.end() || below == fronts_.end() || above->second == below->second)
      continue;
    const auto bottom = fronts_.find(DockPlace::Bottom);
    if (bottom != fronts_.end() && bottom->second == below->second) continue;
    const int height = extentOf(lower);
    window_.resizeDocks({above->second, below->second}, {window_.height() - height, height},
                        Qt::Vertical);
  }
}

void Layouts::showBars(bool isShown) {
  for (QWidget* bar : bars_) bar->setVisible(isShown);
}

bool Layouts::eventFilter(QObject* watched, QEvent* event) {
  // The window itself gets only presses on the lines between its docks.
  if (watched == &window_ && event->type() == QEvent::MouseButtonPress) hasTableExtents_ = false;
  // The size is known only now; it decides which panes are tabs.
  if (watched == &window_ && event->type() == QEvent::Show && std::exchange(isNew_, false)) {
    arrange();
  }
  // A smaller window must not take all its width from the picture.
  if (watched == &window_ && event->type() == QEvent::Resize && hasTableExtents_) {
    const bool isMoved = std::ranges::any_of(fronts_, [](const auto& each) {
      return each.second->isFloating() || each.second->isHidden();
    });
    if (!isMoved) setExtents();
  }
  return QObject::eventFilter(watched, event);
}

}  // namespace usdscope
