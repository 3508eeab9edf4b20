// SPDX-License-Identifier: Apache-2.0
#include "app/panes/PropertiesPane.h"

#include <QHeaderView>
#include <QItemSelectionModel>
#include <QScopedValueRollback>
#include <QTableView>
#include <algorithm>
#include <utility>

#include "app/theme/Theme.h"
#include "app/widgets/SearchField.h"
#include "engine/report/PropertyRows.h"

namespace usdscope {
namespace {

QString textOf(std::string_view text) {
  return QString::fromUtf8(text.data(), static_cast<qsizetype>(text.size()));
}

QString wordOf(ValueSource source) {
  switch (source) {
    case ValueSource::None:
      break;
    case ValueSource::Fallback:
      return PropertiesPane::tr("Fallback");
    case ValueSource::Default:
      return PropertiesPane::tr("Default");
    case ValueSource::TimeSamples:
      return PropertiesPane::tr("Samples");
    case ValueSource::Clips:
      return PropertiesPane::tr("Clips");
    case ValueSource::Spline:
      return PropertiesPane::tr("Spline");
  }
  return {};
}

TableModel::Row cellsOf(const PropertyRow& row) {
  const QColor color = row.isRelationship ? theme::kRelationship : theme::ofSource(row.source);
  const QString value = textOf(row.value);
  const QString source = textOf(row.sourceText);
  return {
      {row.isRelationship ? QStringLiteral("R") : QStringLiteral("A"), source, color, false, false},
      {textOf(row.name.text()), textOf(row.typeName) + "\n" + source, color, row.isAuthored, false},
      {value, value + "\n" + source, color, false, row.isInterpolated, true},
      {row.isRelationship ? QString() : wordOf(row.source), source, color, false, false},
  };
}

}  // namespace

PropertiesPane::PropertiesPane(Session& session, QWidget* parent)
    : TablePane({tr("Type"), tr("Property Name"), tr("Value"), tr("Source")}, parent),
      session_(session),
      search_(addSearch(tr("Name, authored, animated, clips"))) {
  setProperty("contextMenu", "property");
  connect(&search_, &SearchField::searched, this, [this] { refresh(); });
  QHeaderView* header = view().horizontalHeader();
  header->setStretchLastSection(false);
  header->setSectionResizeMode(2, QHeaderView::Stretch);
  header->setMinimumSectionSize(36);
  connect(view().selectionModel(), &QItemSelectionModel::currentRowChanged, this,
          [this](const QModelIndex& current) {
            if (isShowing_ || !current.isValid()) return;
            session_.selectProperty(names_[static_cast<std::size_t>(current.row())]);
          });
  session_.document.observe(this, [this](const Document&) { refresh(); });
  session_.selection.observe(this, [this](const Selection&) { refresh(); });
  session_.playback.observe(this, [this, shown = -1.0](const PlaybackState& state) mutable {
    if (state.time == shown) return;
    shown = state.time;
    refresh();
  });
}

void PropertiesPane::showEvent(QShowEvent* event) {
  TablePane::showEvent(event);
  if (std::exchange(hasWidths_, true)) return;
  QHeaderView* header = view().horizontalHeader();
  header->resizeSection(0, 48);
  header->resizeSection(1, std::min(180, width() * 2 / 5));
  header->resizeSection(3, 72);
}

void PropertiesPane::refresh() {
  const QScopedValueRollback guard(isShowing_, true);
  const Document& document = session_.document.value();
  const Path path = session_.selection.value().leading();
  const Prim prim = document.isOpen() && !path.isEmpty() ? document.stage->primAt(path) : Prim();
  names_.clear();
  if (!prim) {
    show({}, {}, tr("Select a prim to see its properties."));
    return;
  }
  std::vector<TableModel::Row> rows;
  const std::vector<PropertyRow> all = propertyRows(prim, session_.playback.value().time);
  for (const PropertyRow& row : all) {
    if (!isWanted(row)) continue;
    names_.push_back(row.name);
    rows.push_back(cellsOf(row));
  }
  search_.setCount(qsizetype(rows.size()), qsizetype(all.size()));
  show(QString::fromStdString(prim.path().text()), std::move(rows),
       all.empty() ? tr("This prim has no properties.")
                   : tr("No property fits \"%1\".").arg(search_.text()));
  showSelectedRow();
}

bool PropertiesPane::isWanted(const PropertyRow& row) const {
  const bool isAnimated = row.source == ValueSource::TimeSamples ||
                          row.source == ValueSource::Spline || row.source == ValueSource::Clips;
  for (const QString& word : search_.text().split(' ', Qt::SkipEmptyParts)) {
    const bool fits = word == QStringLiteral("authored")   ? row.isAuthored
                      : word == QStringLiteral("animated") ? isAnimated
                      : word == QStringLiteral("clips")
                          ? row.source == ValueSource::Clips
                          : textOf(row.name.text()).contains(word, Qt::CaseInsensitive);
    if (!fits) return false;
  }
  return true;
}

void PropertiesPane::showSelectedRow() {
  const auto found = std::ranges::find(names_, session_.selection.value().property);
  if (found == names_.end()) {
    view().clearSelection();
    return;
  }
  const auto row = static_cast<int>(found - names_.begin());
  if (view().currentIndex().row() != row || !view().selectionModel()->hasSelection()) {
    view().selectRow(row);
  }
}

}  // namespace usdscope
