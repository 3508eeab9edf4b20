// SPDX-License-Identifier: Apache-2.0
#include "app/panes/clips/ClipSetsPage.h"

#include <QHBoxLayout>
#include <QHeaderView>
#include <QLabel>
#include <QScopedValueRollback>
#include <QToolButton>
#include <QTreeWidget>
#include <QVBoxLayout>
#include <algorithm>
#include <string_view>

#include "app/theme/LongText.h"
#include "app/theme/Theme.h"
#include "app/widgets/PaneParts.h"
#include "engine/layer/ClipKeys.h"
#include "engine/value/Dictionary.h"

namespace usdscope {
namespace {

enum SetColumn { kName, kMissing, kLoop, kPrim };

// Whether the session layer has times of a set, as loopClips writes them.
bool isLoopedInSession(const Stage& stage, const ClipSetReport& set) {
  const auto& session = stage.sessionLayer();
  const PrimSpec spec = session ? session->findPrim(set.prim) : PrimSpec();
  const Value clips = spec ? spec.field(fields::kClips) : Value();
  const auto* sets = clips.find<Dictionary>();
  const Value* info = sets ? sets->find(set.definition.name) : nullptr;
  const auto* entries = info ? info->find<Dictionary>() : nullptr;
  return entries && entries->find(clip_keys::kActive) && entries->find(clip_keys::kTimes);
}

}  // namespace

std::vector<ClipSetRow> clipSetRows(const Stage& stage, const ClipsReport& report) {
  std::vector<ClipSetRow> rows;
  for (const ClipSetReport& set : report.sets) {
    ClipSetRow& row = rows.emplace_back();
    row.prim = set.prim;
    row.name = set.definition.name;
    row.isOn = set.set != nullptr;
    row.interpolatesMissing = set.definition.interpolatesMissing;
    row.isLooped = isLoopedInSession(stage, set);
    if (row.isOn) continue;
    const auto& paths = set.definition.assetPaths;
    const auto& active = set.definition.active;
    const bool isEmpty = (paths && paths->empty()) || (active && active->empty());
    const std::string_view emptied = set.definition.emptyKey();
    row.isOffInSession =
        !emptied.empty() && set.definition.siteOf(emptied).layer == stage.sessionLayer();
    row.why = row.isOffInSession ? "off in the session" : isEmpty ? "without clips" : "faulty";
  }
  return rows;
}

QString switchedOffText(const std::vector<ClipSetRow>& rows) {
  const auto off = std::ranges::count_if(rows, &ClipSetRow::isOffInSession);
  if (off == 0) return {};
  if (off > 1) {
    return QObject::tr(
               "%1 clip sets are switched off in the session. Their boxes in Sets switch "
               "them on again.")
        .arg(off);
  }
  const auto row = std::ranges::find_if(rows, &ClipSetRow::isOffInSession);
  return QObject::tr(
             "The clip set %1 of %2 is switched off in the session. Its box in Sets "
             "switches it on again.")
      .arg(QString::fromStdString(row->name), QString::fromStdString(row->prim.text()));
}

ClipSetsPage::ClipSetsPage(Session& session, QWidget* parent)
    : QWidget(parent), session_(session), list_(new QTreeWidget) {
  list_->setObjectName("clipSetList");
  list_->setAccessibleName(tr("Clip sets, strongest first"));
  list_->setHeaderLabels(
      {tr("Clip set"), tr("Interpolate missing values"), tr("Loop"), tr("Prim")});
  list_->setRootIsDecorated(false);
  list_->setUniformRowHeights(true);
  list_->header()->setStretchLastSection(true);
  list_->setTextElideMode(Qt::ElideMiddle);
  // A long name must not push the boxes out of sight.
  list_->header()->setSectionResizeMode(kName, QHeaderView::Stretch);
  list_->header()->setSectionResizeMode(kMissing, QHeaderView::ResizeToContents);
  list_->header()->setSectionResizeMode(kLoop, QHeaderView::ResizeToContents);
  list_->headerItem()->setToolTip(
      kLoop, wrapTip(tr("Repeats the clips before their first and after their last time; otherwise "
                        "the ends hold")));
  connect(list_, &QTreeWidget::itemChanged, this,
          [this](QTreeWidgetItem* item, int column) { change(item, column); });
  auto* const buttons = new QHBoxLayout;
  buttons->setContentsMargins(6, 2, 6, 2);
  auto* const hint = new QLabel(tr("Changes here go to the session layer."));
  theme::makeDim(*hint);
  buttons->addWidget(hint);
  buttons->addStretch(1);
  const auto addButton = [&](const QString& text, const char* name, int by) {
    auto* const button = new QToolButton;
    button->setText(text);
    button->setObjectName(name);
    connect(button, &QToolButton::clicked, this, [this, by] { move(by); });
    buttons->addWidget(button);
  };
  addButton(tr("Stronger"), "strongerClipSet", -1);
  addButton(tr("Weaker"), "weakerClipSet", 1);
  QVBoxLayout* layout = makeColumn(*this);
  layout->addLayout(buttons);
  layout->addWidget(list_, 1);
}

void ClipSetsPage::show(std::vector<ClipSetRow> rows) {
  if (rows == rows_) return;
  const int current = list_->indexOfTopLevelItem(list_->currentItem());
  const QScopedValueRollback guard(isFilling_, true);
  rows_ = std::move(rows);
  list_->clear();
  for (const ClipSetRow& row : rows_) {
    auto* const item = new QTreeWidgetItem(list_);
    QString name = QString::fromStdString(row.name);
    if (!row.isOn) name += QStringLiteral("  (%1)").arg(QString::fromStdString(row.why));
    item->setText(kName, name);
    item->setToolTip(kName, wrapTip(name));
    item->setCheckState(kName, row.isOn ? Qt::Checked : Qt::Unchecked);
    item->setCheckState(kMissing, row.interpolatesMissing ? Qt::Checked : Qt::Unchecked);
    item->setCheckState(kLoop, row.isLooped ? Qt::Checked : Qt::Unchecked);
    item->setText(kPrim, QString::fromStdString(row.prim.text()));
  }
  if (current >= 0 && current < list_->topLevelItemCount()) {
    list_->setCurrentItem(list_->topLevelItem(current));
  }
}

void ClipSetsPage::change(QTreeWidgetItem* item, int column) {
  if (isFilling_) return;
  const auto row = std::size_t(list_->indexOfTopLevelItem(item));
  if (row >= rows_.size()) return;
  const std::string state = item->checkState(column) == Qt::Checked ? "on" : "off";
  if (column == kLoop) {
    const std::string ends = state == "on" ? "loop" : "hold";
    // The mark follows when the edit is made: it may turn out to be impossible.
    {
      const QScopedValueRollback guard(isFilling_, true);
      item->setCheckState(kLoop, rows_[row].isLooped ? Qt::Checked : Qt::Unchecked);
    }
    return session_.perform("clipEnds", {rows_[row].prim.text(), rows_[row].name, ends});
  }
  session_.perform(column == kName ? "switchClipSet" : "interpolateClips",
                   {rows_[row].prim.text(), rows_[row].name, state});
}

// Moves the current set among those of its prim.
void ClipSetsPage::move(int by) {
  const int current = list_->indexOfTopLevelItem(list_->currentItem());
  if (current < 0) return session_.showNote("Select a clip set first.");
  const Path prim = rows_[std::size_t(current)].prim;
  std::vector<std::string> arguments = {prim.text()};
  for (const ClipSetRow& row : rows_) {
    if (row.prim == prim) arguments.push_back(row.name);
  }
  const auto at =
      std::find(arguments.begin() + 1, arguments.end(), rows_[std::size_t(current)].name);
  const auto to = at + by;
  if (to < arguments.begin() + 1 || to >= arguments.end()) return;
  std::iter_swap(at, to);
  list_->setCurrentItem(list_->topLevelItem(current + by));
  session_.perform("orderClipSets", arguments);
}

}  // namespace usdscope
