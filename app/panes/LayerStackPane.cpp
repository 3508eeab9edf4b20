// SPDX-License-Identifier: Apache-2.0
#include "app/panes/LayerStackPane.h"

#include <QHeaderView>
#include <QTableView>
#include <algorithm>

#include "app/session/ObserveSubject.h"
#include "app/theme/Theme.h"
#include "engine/report/ValueText.h"

namespace usdscope {
namespace {

QString offsetText(const LayerOffset& offset) {
  if (offset.isIdentity()) return {};
  return QStringLiteral("(%1, %2)")
      .arg(QString::fromStdString(numberToText(offset.offset)),
           QString::fromStdString(numberToText(offset.scale)));
}

TableModel::Row cellsOf(const LayerStackRow& row, bool hasOffsets) {
  const QColor color = row.isClip ? theme::ofSource(ValueSource::Clips) : QColor();
  const QString mark = row.isWinner ? QStringLiteral("▸ ") : QString();
  TableModel::Row cells = {
      {mark + QString::fromStdString(row.layer), QString::fromStdString(row.identifier), color,
       row.isWinner},
      {QString::fromStdString(row.path), {}, color, false, false, true},
      {QString::fromStdString(row.value), {}, color, row.isWinner, false, true}};
  if (hasOffsets) {
    cells.insert(cells.begin() + 1, {offsetText(row.offset), {}, color, false, false, true});
  }
  return cells;
}

}  // namespace

LayerStackPane::LayerStackPane(Session& session, QWidget* parent)
    : TablePane({tr("Layer"), tr("Path"), tr("Value")}, parent),
      session_(session),
      task_(session, *this) {
  showColumns(false, tr("Value"));
  observeSubject(session_, this, [this] { refresh(); });
  observeTime(session_, this, [this](double) { refresh(); });
}

void LayerStackPane::refresh() {
  const Subject subject = session_.subject();
  if (!subject) {
    task_.cancel();
    return show({}, {}, tr("Select a prim or a property to see which layers have opinions on it."));
  }
  const double time = session_.playback.value().time;
  task_.startFor(subject, [this, subject, time](const TaskRun&) -> LatestTask::Show {
    return [this, subject, rows = layerStackRows(subject.prim, subject.property, time)] {
      showRows(subject, rows);
    };
  });
}

void LayerStackPane::showRows(const Subject& subject, const std::vector<LayerStackRow>& rows) {
  // Like usdview, the pane shows offsets only when there are any.
  const bool hasOffsets =
      std::ranges::any_of(rows, [](const LayerStackRow& row) { return !row.offset.isIdentity(); });
  const bool isRelationship = subject.property && subject.prim.relationship(subject.property);
  showColumns(hasOffsets, !subject.property ? tr("Metadata")
                          : isRelationship  ? tr("Target Paths")
                                            : tr("Value"));
  std::vector<TableModel::Row> cells;
  for (const LayerStackRow& row : rows) cells.push_back(cellsOf(row, hasOffsets));
  const Path prim = subject.prim.path();
  const Path path = subject.property ? prim.property(subject.property) : prim;
  show(QString::fromStdString(path.text()), std::move(cells),
       subject.property ? tr("No layer has an opinion; the value is the schema's fallback.")
                        : tr("No layer has a spec for this prim."));
}

void LayerStackPane::showColumns(bool hasOffsets, const QString& last) {
  QStringList columns = {tr("Layer"), tr("Path"), last};
  if (hasOffsets) columns.insert(1, tr("Offset , Scale"));
  if (columns == columns_) return;
  const bool isOtherCount = columns.size() != columns_.size();
  columns_ = columns;
  model().setColumns(columns);
  if (!isOtherCount) return;
  for (int column = 0; column < columns.size() - 1; ++column) cutInTheMiddle(column);
  view().setItemDelegateForColumn(static_cast<int>(columns.size()) - 1, nullptr);
  int section = 0;
  view().horizontalHeader()->resizeSection(section++, 190);
  if (hasOffsets) view().horizontalHeader()->resizeSection(section++, 110);
  view().horizontalHeader()->resizeSection(section, 280);
}

}  // namespace usdscope
