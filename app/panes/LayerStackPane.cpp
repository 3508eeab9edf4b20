// SPDX-License-Identifier: Apache-2.0
#include "app/panes/LayerStackPane.h"

#include <QHeaderView>
#include <QTableView>

#include "app/Palette.h"
#include "engine/report/PropertyRows.h"
#include "engine/report/ValueText.h"

namespace usdscope {
namespace {

QString offsetText(const LayerOffset& offset) {
  if (offset.isIdentity()) return {};
  return QStringLiteral("(%1, %2)")
      .arg(QString::fromStdString(numberToText(offset.offset)),
           QString::fromStdString(numberToText(offset.scale)));
}

TableModel::Row cellsOf(const LayerStackRow& row) {
  const QColor color = row.isClip ? palette::ofSource(ValueSource::Clips) : QColor();
  const QString mark = row.isWinner ? QStringLiteral("▸ ") : QString();
  return {
      {mark + QString::fromStdString(row.layer), QString::fromStdString(row.identifier), color,
       row.isWinner, false},
      {offsetText(row.offset), {}, color, false, false},
      {QString::fromStdString(row.path), {}, color, false, false},
      {QString::fromStdString(row.value), {}, color, row.isWinner, false},
  };
}

}  // namespace

LayerStackPane::LayerStackPane(Session& session, QWidget* parent)
    : TablePane({tr("Layer"), tr("Offset , Scale"), tr("Path"), tr("Value")}, parent),
      session_(session) {
  view().horizontalHeader()->resizeSection(0, 190);
  view().horizontalHeader()->resizeSection(1, 110);
  view().horizontalHeader()->resizeSection(2, 240);
  session_.document.observe(this, [this](const Document&) { refresh(); });
  session_.selection.observe(this, [this](const Selection&) { refresh(); });
  session_.playback.observe(this, [this, shown = -1.0](const PlaybackState& state) mutable {
    if (state.time == shown) return;
    shown = state.time;
    refresh();
  });
}

void LayerStackPane::refresh() {
  const Document& document = session_.document.value();
  const Selection& selection = session_.selection.value();
  const Prim prim = document.isOpen() && !selection.leading().isEmpty()
                        ? document.stage->primAt(selection.leading())
                        : Prim();
  if (!prim) {
    show({}, {}, tr("Select a prim or a property to see which layers speak about it."));
    return;
  }
  std::vector<TableModel::Row> rows;
  for (const LayerStackRow& row :
       layerStackRows(prim, selection.property, session_.playback.value().time)) {
    rows.push_back(cellsOf(row));
  }
  const Path path = selection.property ? prim.path().property(selection.property) : prim.path();
  show(QString::fromStdString(path.text()), std::move(rows),
       selection.property ? tr("No layer says anything; the value is the schema's fallback.")
                          : tr("No layer has a spec for this prim."));
}

}  // namespace usdscope
