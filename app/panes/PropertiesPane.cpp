// SPDX-License-Identifier: Apache-2.0
#include "app/panes/PropertiesPane.h"

#include <QDockWidget>
#include <QEvent>
#include <QGuiApplication>
#include <QHBoxLayout>
#include <QHeaderView>
#include <QItemSelectionModel>
#include <QMenu>
#include <QScopedValueRollback>
#include <QTableView>
#include <QToolButton>
#include <QVBoxLayout>
#include <algorithm>
#include <array>
#include <iterator>
#include <utility>

#include "app/panes/KeptInView.h"
#include "app/panes/PropertyCells.h"
#include "app/session/Inspection.h"
#include "app/session/ObserveSubject.h"
#include "app/session/PathsFromText.h"
#include "app/theme/Theme.h"
#include "app/theme/Utf8Text.h"
#include "app/widgets/ContentColumns.h"
#include "app/widgets/SearchField.h"
#include "engine/report/rows/ComputedRows.h"
#include "engine/report/rows/InheritedPrimvars.h"
#include "engine/report/rows/PropertyGroups.h"
#include "engine/report/rows/SampleRows.h"

namespace usdscope {
namespace {

constexpr int kValueColumn = 2;
constexpr int kSourceColumn = 3;
constexpr std::ptrdiff_t kInFront = 4;  // Computed rows of usdview.
constexpr int kNarrow = 360;            // Widths below this leave little room for names and values.
constexpr int kLeastColumn = 36;
constexpr int kLeastValue = 96;           // Words of a value can be read.
constexpr std::size_t kMostPrims = 1000;  // Rows of the table of several prims.

// A heading of a group of rows is a computed row without a type.
PropertyRow headingRow(const std::string& title) {
  return {.name = Token(title), .isComputed = true};
}

// Puts a heading in front of each group of sorted rows.
std::vector<PropertyRow> withHeadings(std::vector<PropertyRow> rows, PropertyOrder order) {
  std::vector<PropertyRow> out;
  std::string group;
  for (PropertyRow& row : rows) {
    const std::string own = propertyGroup(row, order);
    if (own != group) out.push_back(headingRow(group = own));
    out.push_back(std::move(row));
  }
  return out;
}

bool isAnimated(const PropertyRow& row) {
  return row.source == ValueSource::TimeSamples || row.source == ValueSource::Spline ||
         row.source == ValueSource::Clips;
}

bool hasWord(const PropertyRow& row, const QString& word) {
  if (word == QStringLiteral("authored")) return row.isAuthored;
  if (word == QStringLiteral("animated")) return isAnimated(row);
  if (word == QStringLiteral("clips")) return row.source == ValueSource::Clips;
  const QString layer = QStringLiteral("layer:");
  if (word.startsWith(layer)) {
    return !row.layer.empty() &&
           textOf(row.layer).contains(word.mid(layer.size()), Qt::CaseInsensitive);
  }
  return textOf(row.name.text()).contains(word, Qt::CaseInsensitive);
}

const struct {
  PropertyOrder order;
  const char* title;
  const char* word;  // The argument of the action.
} kOrders[] = {{PropertyOrder::Composed, "Composed Order", "composed"},
               {PropertyOrder::Alphabetical, "Alphabetical", "alphabetical"},
               {PropertyOrder::Namespace, "By Namespace", "namespace"},
               {PropertyOrder::Schema, "By Schema", "schema"}};

// Names the buttons as far as a pane of this width has room.
void nameButtons(const QWidget& buttons, PropertyOrder order, int width) {
  const bool isNarrow = width < theme::px(kNarrow);
  buttons.findChild<QToolButton*>("authoredOnly")
      ->setText(isNarrow ? QObject::tr("Authored") : QObject::tr("Authored Only"));
  QToolButton& choosing = *buttons.findChild<QToolButton*>("propertyOrder");
  for (const auto& choice : kOrders) {
    if (choice.order != order) continue;
    choosing.setText((isNarrow ? QObject::tr("Order") : QObject::tr(choice.title)) + " ▾");
    choosing.setToolTip(QObject::tr(choice.title));
  }
}

}  // namespace

PropertiesPane::PropertiesPane(Session& session, Prims shown, QWidget* parent)
    : TablePane(listColumns(), parent),
      session_(session),
      isPinned_(shown == Prims::Pinned),
      search_(addSearch(tr("Name, animated, clips, layer:NAME"))),
      editing_(new PropertyEditing(session, view())),
      task_(session, *this),
      computing_(session, *this) {
  setProperty("contextMenu", "property");
  keepColors(Qt::ElideRight);
  keepCurrentInView(view());
  addButtons();
  connect(&search_, &SearchField::searched, this, [this] { showRows(); });
  QHeaderView* header = view().horizontalHeader();
  header->setStretchLastSection(false);
  header->setMinimumSectionSize(kLeastColumn);
  connect(header, &QHeaderView::sectionResized, this, [this] {
    if (!isSharing_ && QGuiApplication::mouseButtons() & Qt::LeftButton) isOfUser_ = true;
  });
  view().viewport()->installEventFilter(this);
  connect(view().selectionModel(), &QItemSelectionModel::currentRowChanged, this,
          [this](const QModelIndex& current) {
            if (!sheet_) select(current);
          });
  connect(view().selectionModel(), &QItemSelectionModel::currentChanged, this,
          [this](const QModelIndex& current) {
            if (sheet_) select(current);
          });
  connect(&view(), &QTableView::doubleClicked, this, [this](const QModelIndex& index) {
    if (sheet_ && index.column() == 0) {
      return session_.follow({sheet_->rows[std::size_t(index.row())].prim});
    }
    if (sheet_) return edit(index);
    const PropertyRow& row = wanted_[static_cast<std::size_t>(index.row())];
    if (index.column() == kSourceColumn) return session_.perform("pane", {"why"});
    if (const Path* from = inheritedFrom(row)) return session_.follow({from->property(row.name)});
    const bool isValue = index.column() == kValueColumn && !row.isRelationship;
    if (row.targets.empty() || isValue) return edit(index);
    session_.follow(row.targets);
  });
  if (!isPinned_) {
    connect(&session_, &Session::editingWanted, this, [this] { edit(view().currentIndex()); });
  }
  session_.document.observe(this, [this](const Document&) { refresh(); });
  observePrims();
  session_.view.observe(this, [this](const ViewSettings& settings) {
    const bool isSame = settings.propertyOrder == order_ && settings.authoredOnly == authoredOnly_;
    order_ = settings.propertyOrder;
    authoredOnly_ = settings.authoredOnly;
    if (!isSame) showRows();
  });
  observeColors(session_, this, [this] { showRows(); });
  // Computed rows are not kept up to date while playing.
  budget_.follow(session_, this, [this] { refresh(); });
}

void PropertiesPane::observePrims() {
  session_.selection.observe(
      this, [this, prims = std::vector<Path>()](const Selection& selection) mutable {
        const bool isSame = std::exchange(prims, selection.prims) == selection.prims;
        if (!isSame && !isPinned_) {
          editing_->stop();
          refresh();
        }
        showSelectedRow();
      });
  if (!isPinned_) return;
  session_.inspection().pinnedPrims.observe(this, [this](const std::vector<Path>& pinned) {
    refresh();
    auto* dock = qobject_cast<QDockWidget*>(parentWidget());
    if (!dock) return;
    dock->setVisible(!pinned.empty());
    if (!pinned.empty()) dock->raise();
  });
}

const std::vector<Path>& PropertiesPane::prims() const {
  return isPinned_ ? session_.inspection().pinnedPrims.value() : session_.selection.value().prims;
}

Subject PropertiesPane::subject() const {
  if (!isPinned_) return session_.subject();
  const auto& stage = session_.document.value().stage;
  if (!stage || prims().empty()) return {.stage = stage};
  return {.stage = stage, .prim = stage->primAt(prims().front())};
}

void PropertiesPane::addButtons() {
  buttons_ = new QWidget;
  auto* row = new QHBoxLayout(buttons_);
  row->setContentsMargins(4, 0, 4, 2);
  row->setSpacing(4);
  auto* authored = new QToolButton;
  authored->setObjectName("authoredOnly");
  authored->setCheckable(true);
  authored->setToolTip(tr("Authored Only"));
  connect(authored, &QToolButton::clicked, this, [this] { session_.perform("authoredOnly"); });
  auto* order = new QToolButton;
  order->setObjectName("propertyOrder");
  order->setPopupMode(QToolButton::InstantPopup);
  auto* menu = new QMenu(order);
  for (const auto& choice : kOrders) {
    menu->addAction(tr(choice.title), this,
                    [this, word = choice.word] { session_.perform("propertyOrder", {word}); });
  }
  order->setMenu(menu);
  auto* pin = new QToolButton;
  pin->setObjectName("pin");
  pin->setText(isPinned_ ? tr("Unpin") : tr("Pin"));
  pin->setToolTip(isPinned_ ? tr("Empties this pane")
                            : tr("Keeps these prims in the pane Pinned while you select others"));
  connect(pin, &QToolButton::clicked, this, [this] {
    if (isPinned_) return session_.perform("unpinProperties");
    std::vector<std::string> paths;
    for (const Path prim : prims()) paths.push_back(prim.text());
    session_.perform("pinProperties", paths);
  });
  row->addWidget(authored);
  row->addWidget(pin);
  row->addStretch(1);
  row->addWidget(order);
  static_cast<QVBoxLayout*>(layout())->insertWidget(2, buttons_);
  session_.view.observe(this, [this, authored](const ViewSettings& settings) {
    authored->setChecked(settings.authoredOnly);
    nameButtons(*buttons_, settings.propertyOrder, width());
  });
}

void PropertiesPane::select(const QModelIndex& current) {
  const bool isStale = shown_.prim != subject().prim;
  if (isShowing_ || isStale || !current.isValid()) return;
  if (isPinned_) session_.perform("select", pathTexts(prims()));
  if (sheet_) {
    const int column = current.column() - 1;
    return selectProperty(column < 0 ? Token() : sheetColumns_[std::size_t(column)]);
  }
  const PropertyRow& row = wanted_[static_cast<std::size_t>(current.row())];
  session_.inspectRow({{}, {}, row.name.string(), row.value});
  selectProperty(row.isComputed || inheritedFrom(row) ? Token() : row.name);
}

bool PropertiesPane::explainAt(QPoint at) {
  QWidget* const cells = view().viewport();
  const QPoint place = cells->mapFrom(this, at);
  const QModelIndex index = cells->rect().contains(place) ? view().indexAt(place) : QModelIndex();
  if (!index.isValid()) return false;
  view().setCurrentIndex(index);
  session_.perform("pane", {"why"});
  return true;
}

void PropertiesPane::selectProperty(Token name) {
  if (name) return session_.perform("selectProperty", {name.string()});
  if (session_.selection.value().property) session_.perform("deselectProperty");
}

void PropertiesPane::edit(const QModelIndex& cell) {
  const bool isStale = shown_.prim != subject().prim;
  if (isStale || !shown_ || !cell.isValid()) return;
  if (sheet_) {
    if (cell.column() == 0) return;
    const Token name = sheetColumns_[std::size_t(cell.column() - 1)];
    const Path prim = sheet_->rows[std::size_t(cell.row())].prim;
    return editing_->start(prim.property(name), cell, chosenInSheet(cell));
  }
  const PropertyRow& row = wanted_[static_cast<std::size_t>(cell.row())];
  if (isHeading(row)) return;
  if (row.isComputed) return session_.showNote("Computed rows cannot be edited.");
  if (const Path* from = inheritedFrom(row)) {
    return session_.showNote("The prim inherits this primvar; edit it on " + from->text() + ".");
  }
  editing_->start(shown_.prim.path().property(row.name), cell.siblingAtColumn(kValueColumn));
}

const Path* PropertiesPane::inheritedFrom(const PropertyRow& row) const {
  const auto found = inherited_.find(row.name);
  return found == inherited_.end() || row.isComputed ? nullptr : &found->second;
}

std::vector<Path> PropertiesPane::chosenInSheet(const QModelIndex& cell) const {
  const QItemSelectionModel& chosen = *view().selectionModel();
  std::vector<Path> properties;
  if (!chosen.isSelected(cell)) return properties;
  for (std::size_t row = 0; row < sheet_->rows.size(); ++row) {
    const QModelIndex inColumn = cell.siblingAtRow(int(row));
    // A selected name stands for its whole row.
    if (!chosen.isSelected(inColumn) && !chosen.isSelected(inColumn.siblingAtColumn(0))) continue;
    properties.push_back(
        sheet_->rows[row].prim.property(sheetColumns_[std::size_t(cell.column() - 1)]));
  }
  return properties;
}

void PropertiesPane::showEvent(QShowEvent* event) {
  TablePane::showEvent(event);
  if (!std::exchange(hasWidths_, true)) setListWidths();
}

void PropertiesPane::refresh() {
  Subject subject = this->subject();
  subject.property = {};
  if (!subject) {
    task_.cancel();
    computing_.cancel();
    computedFor_ = {};
    shown_ = {};
    rows_.clear();
    inherited_.clear();
    computed_.clear();
    sampled_ = {};
    sheet_.reset();
    return showRows();
  }
  const PlaybackState& playback = session_.playback.value();
  const std::vector<Path>& selected = prims();
  if (selected.size() > 1) {
    computing_.cancel();
    return task_.startFor(
        subject,
        [this, subject, selected, time = playback.timeCode()](const TaskRun&) -> LatestTask::Show {
          std::vector<Prim> prims;
          for (std::size_t i = 0; i < std::min(selected.size(), kMostPrims); ++i) {
            if (const Prim prim = subject.stage->primAt(selected[i])) prims.push_back(prim);
          }
          return [this, subject, sheet = propertySheet(prims, time)] {
            shown_ = subject;
            sheet_ = sheet;
            budget_.spend([this] { showRows(); });
          };
        });
  }
  task_.startFor(subject, [this, subject, time = playback.timeCode()](const TaskRun&) {
    return [this, subject, rows = propertyRows(subject.prim, time),
            inherited = inheritedPrimvars(subject.prim, time)] {
      if (computedFor_ != subject) computed_.clear();
      shown_ = subject;
      sheet_.reset();
      rows_ = rows;
      addInheritedPrimvars(rows_, inherited);
      inherited_.clear();
      for (const auto& [from, row] : inherited) inherited_[row.name] = from;
      budget_.spend([this] { showRows(); });
    };
  });
  if (playback.isPlaying) return computing_.cancel();
  compute(subject, playback.timeCode());
}

void PropertiesPane::compute(const Subject& subject, TimeCode time) {
  if (sampled_.stage != subject.stage) sampled_ = {};
  const bool isSampled = sampled_ == subject;
  const auto work = [this, subject, time, isSampled,
                     known = isSampled ? sampleRows_ : std::vector<PropertyRow>()](
                        const TaskRun& run) -> LatestTask::Show {
    std::vector<PropertyRow> computed = computedRows(subject.prim, time, run.stop);
    if (run.stop.stop_requested()) return {};
    computed.insert(computed.end(), known.begin(), known.end());
    const auto take = [this, subject, computed](std::vector<PropertyRow> samples) {
      if (this->subject().prim != subject.prim) return;
      computedFor_ = subject;
      computed_ = computed;
      std::ranges::move(samples, std::back_inserter(computed_));
      if (shown_ == subject) showRows();  // Else the properties come soon.
    };
    if (isSampled) return [take] { take({}); };
    // These take longer, since they read all clips of the prim.
    run.post([take] { take({}); });
    return [this, take, subject, samples = sampleRows(subject.prim)] {
      sampled_ = subject;
      sampleRows_ = samples;
      take(samples);
    };
  };
  computing_.startFor(subject, work);
}

void PropertiesPane::showRows() {
  const QScopedValueRollback guard(isShowing_, true);
  wanted_.clear();
  buttons_->setVisible(bool(shown_));
  buttons_->findChild<QToolButton*>("propertyOrder")->setVisible(!sheet_);
  view().setSelectionBehavior(sheet_ ? QAbstractItemView::SelectItems
                                     : QAbstractItemView::SelectRows);
  view().setSelectionMode(sheet_ ? QAbstractItemView::ExtendedSelection
                                 : QAbstractItemView::SingleSelection);
  if (shown_ && sheet_) return showSheet();
  if (model().columns() != listColumns()) {
    model().setColumns(listColumns());
    setListWidths();
  }
  if (!shown_) {
    const bool isOpen = session_.document.value().isOpen();
    return show({}, {},
                !isOpen     ? tr("Nothing is open.")
                : isPinned_ ? tr("Pin in Properties keeps prims here while you select others.")
                            : tr("Select a prim to see its properties."));
  }
  showList();
}

void PropertiesPane::showList() {
  const auto wanted = [this](const PropertyRow& row) { return isWanted(row); };
  std::vector<PropertyRow> properties;
  std::ranges::copy_if(rows_, std::back_inserter(properties), wanted);
  if (order_ != PropertyOrder::Composed) sortPropertyRows(properties, shown_.prim, order_);
  properties = withHeadings(std::move(properties), order_);
  // Only usdview's computed rows stand in front: the properties matter most.
  const auto split = computed_.begin() + std::min<std::ptrdiff_t>(kInFront, std::ssize(computed_));
  std::copy_if(computed_.begin(), split, std::back_inserter(wanted_), wanted);
  const bool hasGroups = std::ranges::any_of(properties, isHeading);
  std::ranges::move(properties, std::back_inserter(wanted_));
  if (hasGroups && split != computed_.end()) wanted_.push_back(headingRow("computed"));
  std::copy_if(split, computed_.end(), std::back_inserter(wanted_), wanted);
  std::vector<TableModel::Row> cells;
  for (const PropertyRow& row : wanted_) cells.push_back(cellsOf(row, inheritedFrom(row)));
  const auto count = std::ranges::count(wanted_, false, &PropertyRow::isComputed);
  search_.setCount(count, qsizetype(rows_.size()));
  show(QString::fromStdString(shown_.prim.path().text()), std::move(cells), whyEmpty());
  showSelectedRow();
}

void PropertiesPane::showSheet() {
  QStringList columns = {tr("Prim")};
  std::vector<std::size_t> places;
  sheetColumns_.clear();
  for (std::size_t i = 0; i < sheet_->columns.size(); ++i) {
    const bool isWantedColumn = std::ranges::any_of(
        sheet_->rows, [&](const auto& row) { return row.cells[i] && isWanted(*row.cells[i]); });
    if (!isWantedColumn) continue;
    places.push_back(i);
    sheetColumns_.push_back(sheet_->columns[i]);
    columns << textOf(sheet_->columns[i].text());
  }
  if (model().columns() != columns) {
    model().setColumns(columns);
    QHeaderView* header = view().horizontalHeader();
    header->setSectionResizeMode(QHeaderView::Interactive);
    for (int i = 0; i < header->count(); ++i) header->setSectionHidden(i, false);
    header->resizeSection(0, 130);
    for (int i = 1; i < columns.size(); ++i) header->resizeSection(i, 120);
  }
  std::vector<TableModel::Row> cells;
  for (const PropertySheet::Row& row : sheet_->rows) {
    const QString path = QString::fromStdString(row.prim.text());
    TableModel::Row line = {{QString::fromStdString(row.prim.name().string()), path}};
    for (const std::size_t i : places) {
      line.push_back(row.cells[i] ? cellsOf(*row.cells[i])[2] : TableCell{});
    }
    cells.push_back(std::move(line));
  }
  search_.setCount(qsizetype(places.size()), qsizetype(sheet_->columns.size()));
  const std::size_t selected = prims().size();
  QString heading = tr("%1 prims").arg(selected);
  if (selected > sheet_->rows.size()) heading += tr(", the first %1").arg(sheet_->rows.size());
  show(heading, std::move(cells), tr("No prims."));
}

QStringList PropertiesPane::listColumns() {
  return {tr("Type"), tr("Property Name"), tr("Value"), tr("Source")};
}

void PropertiesPane::setListWidths() {
  const QScopedValueRollback guard(isSharing_, true);
  isOfUser_ = false;
  QHeaderView* header = view().horizontalHeader();
  header->setSectionResizeMode(QHeaderView::Interactive);
  header->setSectionResizeMode(kValueColumn, QHeaderView::Stretch);
  // The colours of a row say where its value comes from, too.
  const bool isNarrow = width() < theme::px(kNarrow);
  header->setSectionHidden(kSourceColumn, isNarrow);
  const int type = theme::px(isNarrow ? 44 : 52);
  header->resizeSection(0, type);
  const int name = isNarrow ? width() - type - theme::px(kLeastValue) : width() * 2 / 5;
  header->resizeSection(1, std::clamp(name, theme::px(100), theme::px(180)));
  if (!isNarrow) header->resizeSection(kSourceColumn, theme::px(76));
  shareRoom();
}

void PropertiesPane::shareRoom() {
  const QScopedValueRollback guard(isSharing_, true);
  QHeaderView* header = view().horizontalHeader();
  const std::array columns = {0, 1, kSourceColumn};
  std::array<int, columns.size()> widths{};
  for (std::size_t i = 0; i < columns.size(); ++i) widths[i] = header->sectionSize(columns[i]);
  const int room = view().viewport()->width();
  shrinkWidest(widths, room - std::min(theme::px(kLeastValue), room / 3), kLeastColumn);
  for (std::size_t i = 0; i < columns.size(); ++i) {
    // A hidden section would keep the width 0.
    if (!header->isSectionHidden(columns[i])) header->resizeSection(columns[i], widths[i]);
  }
}

// The pane may have become narrower, or wider again.
bool PropertiesPane::eventFilter(QObject* watched, QEvent* event) {
  if (event->type() == QEvent::Resize) nameButtons(*buttons_, order_, width());
  const bool isList = hasWidths_ && model().columns() == listColumns();
  if (event->type() == QEvent::Resize && isList) isOfUser_ ? shareRoom() : setListWidths();
  return TablePane::eventFilter(watched, event);
}

QString PropertiesPane::whyEmpty() const {
  if (rows_.empty()) return tr("This prim has no properties.");
  if (search_.text().isEmpty()) return tr("No property of this prim is authored.");
  return tr("No property matches \"%1\".").arg(search_.text());
}

bool PropertiesPane::isWanted(const PropertyRow& row) const {
  if (authoredOnly_ && !row.isAuthored) return false;
  for (const QString& word : search_.text().split(' ', Qt::SkipEmptyParts)) {
    if (!hasWord(row, word)) return false;
  }
  return true;
}

void PropertiesPane::showSelectedRow() {
  if (sheet_) return;
  const QScopedValueRollback guard(isShowing_, true);
  const Selection& selection = session_.selection.value();
  const bool isOther = isPinned_ && shown_ && selection.leading() != shown_.prim.path();
  const Token property = isOther ? Token() : selection.property;
  const auto isProperty = [this](const PropertyRow& row) {
    return !row.isComputed && !inheritedFrom(row);
  };
  const auto found = std::ranges::find_if(
      wanted_, [&](const PropertyRow& row) { return isProperty(row) && row.name == property; });
  if (found == wanted_.end()) {
    const QModelIndex current = view().currentIndex();
    const bool isOtherRow = current.isValid() && std::size_t(current.row()) < wanted_.size() &&
                            !isProperty(wanted_[std::size_t(current.row())]);
    if (!isOtherRow) view().clearSelection();
    return;
  }
  const auto row = static_cast<int>(found - wanted_.begin());
  if (view().currentIndex().row() != row || !view().selectionModel()->hasSelection()) {
    view().selectRow(row);
  }
}

}  // namespace usdscope
