// SPDX-License-Identifier: Apache-2.0
#include "app/panes/PropertiesPane.h"

#include <QHeaderView>
#include <QItemSelectionModel>
#include <QScopedValueRollback>
#include <QTableView>
#include <algorithm>
#include <utility>

#include "app/session/ObserveSubject.h"
#include "app/theme/Theme.h"
#include "app/widgets/SearchField.h"

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
      search_(addSearch(tr("Name, authored, animated, clips"))),
      task_(session, *this) {
  setProperty("contextMenu", "property");
  connect(&search_, &SearchField::searched, this, [this] { showRows(); });
  QHeaderView* header = view().horizontalHeader();
  header->setStretchLastSection(false);
  header->setSectionResizeMode(2, QHeaderView::Stretch);
  header->setMinimumSectionSize(36);
  connect(view().selectionModel(), &QItemSelectionModel::currentRowChanged, this,
          [this](const QModelIndex& current) {
            const bool isStale = shown_.prim != session_.subject().prim;
            if (isShowing_ || isStale || !current.isValid()) return;
            session_.selectProperty(names_[static_cast<std::size_t>(current.row())]);
          });
  session_.document.observe(this, [this](const Document&) { refresh(); });
  session_.selection.observe(this, [this, leading = Path()](const Selection& selection) mutable {
    if (std::exchange(leading, selection.leading()) != selection.leading()) refresh();
    showSelectedRow();
  });
  observeTime(session_, this, [this](double) { refresh(); });
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
  Subject subject = session_.subject();
  subject.property = {};
  if (!subject) {
    task_.cancel();
    shown_ = {};
    rows_.clear();
    return showRows();
  }
  const double time = session_.playback.value().time;
  task_.startFor(subject, [this, subject, time](const TaskRun&) -> LatestTask::Show {
    return [this, subject, rows = propertyRows(subject.prim, time)] {
      shown_ = subject;
      rows_ = rows;
      showRows();
    };
  });
}

void PropertiesPane::showRows() {
  const QScopedValueRollback guard(isShowing_, true);
  names_.clear();
  if (!shown_) return show({}, {}, tr("Select a prim to see its properties."));
  std::vector<TableModel::Row> cells;
  for (const PropertyRow& row : rows_) {
    if (!isWanted(row)) continue;
    names_.push_back(row.name);
    cells.push_back(cellsOf(row));
  }
  search_.setCount(qsizetype(cells.size()), qsizetype(rows_.size()));
  show(QString::fromStdString(shown_.prim.path().text()), std::move(cells),
       rows_.empty() ? tr("This prim has no properties.")
                     : tr("No property matches \"%1\".").arg(search_.text()));
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
  const QScopedValueRollback guard(isShowing_, true);
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
