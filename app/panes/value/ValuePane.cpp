// SPDX-License-Identifier: Apache-2.0
#include "app/panes/value/ValuePane.h"

#include <QHBoxLayout>
#include <QHeaderView>
#include <QItemSelectionModel>
#include <QLabel>
#include <QLocale>
#include <QScopedValueRollback>
#include <QTableView>
#include <QToolButton>
#include <QVBoxLayout>
#include <algorithm>

#include "app/models/ArrayModel.h"
#include "app/panes/value/PlotPage.h"
#include "app/session/Inspection.h"
#include "app/session/ObserveSubject.h"
#include "app/theme/Theme.h"
#include "app/widgets/ElidedLabel.h"
#include "app/widgets/PaneParts.h"
#include "app/widgets/RowDelegate.h"
#include "app/widgets/SearchField.h"
#include "engine/report/rows/ElementPoints.h"
#include "engine/report/text/ValueText.h"

namespace usdscope {
namespace {

// Elements that can be marked in the picture.
constexpr std::size_t kMostMarked = 10'000;

QString grouped(std::size_t number) {
  return QLocale(QLocale::English).toString(qulonglong(number));
}

// The numbers of one fact for all components: `(0, 1, 2)`.
QString numbersText(const ArrayStatistics& statistics, double ArrayStatistics::Column::* fact) {
  QStringList numbers;
  for (const ArrayStatistics::Column& column : statistics.columns) {
    numbers << (column.finiteCount > 0 ? QString::fromStdString(numberToText(column.*fact))
                                       : QStringLiteral("–"));
  }
  return numbers.size() == 1 ? numbers[0] : '(' + numbers.join(", ") + ')';
}

// The elements with a NaN and, for vectors, the NaN of each component.
QString nanText(const ArrayStatistics& statistics) {
  QString text = grouped(statistics.nanCount);
  if (statistics.columns.size() == 1) return text;
  QStringList numbers;
  for (const ArrayStatistics::Column& column : statistics.columns) {
    numbers << grouped(column.nanCount);
  }
  return text + " (" + numbers.join(", ") + ")";
}

struct Found {
  std::shared_ptr<const ArrayTable> table;
  QString type;
  ValueSource source = ValueSource::None;
};

Found findValue(const Subject& subject, TimeCode time) {
  if (const Attribute attribute = subject.prim.attribute(subject.property)) {
    return {std::make_shared<const ArrayTable>(attribute.value(time)),
            QString::fromStdString(attribute.typeName().string()),
            attribute.resolveInfo(time).source};
  }
  std::vector<std::string> targets;
  for (const Path target : subject.prim.relationship(subject.property).targets()) {
    targets.emplace_back(target.text());
  }
  return {std::make_shared<const ArrayTable>(Value(Array<std::string>(std::move(targets)))),
          ValuePane::tr("relationship"), ValueSource::None};
}

}  // namespace

ValuePane::ValuePane(Session& session, QWidget* parent)
    : QWidget(parent),
      session_(session),
      tablePage_(new QWidget),
      plot_(new PlotPage(session, *this)),
      model_(new ArrayModel(this)),
      heading_(makeHeading()),
      slice_(new SearchField(tr("Slice: 10:20, ::100, -1"))),
      view_(new QTableView),
      problem_(new QLabel),
      statistics_(new QLabel),
      empty_(makeEmptyText()),
      table_(std::make_shared<const ArrayTable>()),
      task_(session, *this),
      pointTask_(session, *this) {
  setProperty("contextMenu", "value");
  observeColors(session_, this, [this] {
    if (table_) showSlice();
  });
  makeColumn(*this);
  buildTabs();
  buildTable();
  static_cast<QVBoxLayout*>(layout())->addWidget(tablePage_, 1);
  static_cast<QVBoxLayout*>(layout())->addWidget(plot_, 1);
  connect(slice_, &SearchField::searched, this, [this] { showSlice(); });
  observeSubject(session_, this, [this] { refresh(); });
  budget_.follow(session_, this, [this] { refresh(); });
  Inspection& inspection = session_.inspection();
  inspection.plot.observe(this, [this](const PlotChoice& choice) {
    const bool wasPlot = !plot_->isHidden();
    asTable_->setChecked(!choice.isShown);
    asPlot_->setChecked(choice.isShown);
    tablePage_->setVisible(!choice.isShown);
    plot_->setVisible(choice.isShown);
    plot_->legendBar().setVisible(choice.isShown);
    heading_->setVisible(!choice.isShown);
    if (wasPlot != choice.isShown) refresh();
  });
  connect(&inspection, &Inspection::nextNanWanted, this, &ValuePane::goToNan);
  inspection.marked.observe(this, [this](const MarkedElements&) { showMarked(); });
  inspection.clicked.observe(
      this, [this](const ClickedPoint& clicked) { goToPoint(clicked.prim, clicked.point); });
}

// The heading, and the buttons that choose between table and plot.
void ValuePane::buildTabs() {
  auto* line = new QHBoxLayout;
  line->setContentsMargins(0, 0, 4, 0);
  line->setSpacing(0);
  line->addWidget(heading_, 1);
  line->addWidget(&plot_->legendBar(), 1);
  const auto add = [&](const QString& text, const QString& tip, bool isPlot) {
    auto* button = new QToolButton;
    button->setText(text);
    button->setToolTip(tip);
    button->setCheckable(true);
    connect(button, &QToolButton::clicked, this,
            [this, isPlot] { session_.perform(isPlot ? "plot" : "table"); });
    line->addWidget(button);
    return button;
  };
  asTable_ = add(tr("Table"), tr("The value at the playhead"), false);
  asPlot_ = add(tr("Plot"),
                tr("The values over time\nWheel: zoom in time, Ctrl + wheel: in values\n"
                   "Drag: pan, F or double click: everything"),
                true);
  static_cast<QVBoxLayout*>(layout())->addLayout(line);
}

void ValuePane::buildTable() {
  QVBoxLayout* column = makeColumn(*tablePage_);
  column->addWidget(slice_);
  column->addWidget(problem_);
  column->addWidget(view_, 1);
  column->addWidget(statistics_);
  column->addWidget(empty_, 1);
  problem_->setContentsMargins(8, 2, 8, 4);
  problem_->setWordWrap(true);
  QPalette colors = problem_->palette();
  colors.setColor(QPalette::WindowText, theme::kError);
  problem_->setPalette(colors);
  statistics_->setContentsMargins(8, 4, 8, 4);
  statistics_->setWordWrap(true);
  theme::makeDim(*statistics_);
  connect(statistics_, &QLabel::linkActivated, this, &ValuePane::goToNan);
  view_->setModel(model_);
  view_->setShowGrid(false);
  view_->setWordWrap(false);
  view_->setTabKeyNavigation(false);
  view_->setContextMenuPolicy(Qt::NoContextMenu);  // It is the window's.
  view_->setSelectionBehavior(QAbstractItemView::SelectRows);
  view_->setCornerButtonEnabled(false);
  theme::setRowHeight(*view_, 22);
  view_->verticalHeader()->setSectionResizeMode(QHeaderView::Fixed);
  view_->verticalHeader()->setDefaultAlignment(Qt::AlignRight | Qt::AlignVCenter);
  view_->horizontalHeader()->setHighlightSections(false);
  view_->horizontalHeader()->setDefaultAlignment(Qt::AlignLeft | Qt::AlignVCenter);
  view_->horizontalHeader()->setDefaultSectionSize(110);
  RowDelegate::drawRowsOf(*view_, Qt::ElideMiddle);
  connect(view_->selectionModel(), &QItemSelectionModel::selectionChanged, this,
          [this] { takeSelectedRows(); });
}

QString ValuePane::statistics() const { return statistics_->text(); }

QString ValuePane::message() const {
  return !empty_->isHidden() ? empty_->text() : problem_->text();
}

void ValuePane::refresh() {
  const Subject subject = session_.subject();
  const bool isThere =
      subject && subject.property &&
      (subject.prim.attribute(subject.property) || subject.prim.relationship(subject.property));
  if (!isThere) {
    task_.cancel();
    return showNothing(session_.document.value().isOpen()
                           ? tr("Select a property in Properties to see its whole value.")
                           : tr("Nothing is open."));
  }
  const TimeCode time = session_.playback.value().timeCode();
  if (session_.inspection().plot.value().isShown) {
    // The table is not in sight.
    return task_.cancel();
  }
  task_.startFor(subject, [this, subject, time](const TaskRun& run) -> LatestTask::Show {
    const Found found = findValue(subject, time);
    run.post([this, subject, found] {
      budget_.spend([&] { showTable(subject, found.table, found.type, found.source); });
    });
    return [this, statistics = computeStatistics(found.table->value(), run.stop)] {
      budget_.spend([&] { showStatistics(statistics); });
    };
  });
}

void ValuePane::showNothing(const QString& why) {
  table_ = std::make_shared<const ArrayTable>();
  shown_ = {};
  for (QWidget* each : {static_cast<QWidget*>(slice_), static_cast<QWidget*>(problem_),
                        static_cast<QWidget*>(view_), static_cast<QWidget*>(statistics_)}) {
    each->hide();
  }
  heading_->setFullText({});
  statistics_->clear();
  empty_->setText(why);
  empty_->show();
}

void ValuePane::showTable(const Subject& subject, std::shared_ptr<const ArrayTable> table,
                          const QString& type, ValueSource source) {
  table_ = std::move(table);
  source_ = source;
  const Path property = subject.prim.path().property(subject.property);
  shown_ = subject.prim.attribute(subject.property) ? property : Path();
  QString heading = QString::fromStdString(property.text()) + QStringLiteral("  ") + type;
  if (table_->isArray()) heading += tr("  %1 elements").arg(grouped(table_->rowCount()));
  heading_->setFullText(heading);
  slice_->setVisible(table_->isArray());
  const bool isEmpty = table_->rowCount() == 0;
  empty_->setText(table_->isArray() ? tr("The array is empty.") : tr("The property has no value."));
  empty_->setVisible(isEmpty);
  view_->setVisible(!isEmpty);
  view_->verticalHeader()->setVisible(table_->isArray());
  showSlice();
}

void ValuePane::showSlice() {
  std::string problem;
  const std::string text = table_->isArray() ? slice_->text().toStdString() : std::string();
  const auto slice = parseSlice(text, table_->rowCount(), problem);
  problem_->setText(QString::fromStdString(problem));
  problem_->setVisible(!slice);
  if (!slice) {
    model_->setTable(table_, {}, {});
    return slice_->setNote({});
  }
  const bool hasSource = source_ != ValueSource::None && source_ != ValueSource::Fallback;
  model_->setTable(table_, *slice, hasSource ? theme::ofSource(source_) : QColor());
  if (slice->count > ArrayModel::kMostRows) {
    slice_->setNote(
        tr("first %1 of %2").arg(grouped(ArrayModel::kMostRows), grouped(slice->count)));
  } else {
    slice_->setNote(slice->count == table_->rowCount()
                        ? grouped(slice->count)
                        : tr("%1 of %2").arg(grouped(slice->count), grouped(table_->rowCount())));
  }
  view_->horizontalHeader()->setStretchLastSection(table_->columnCount() == 1);
  // Other rows came without a selection.
  if (!view_->selectionModel()->hasSelection()) showMarked();
}

void ValuePane::showStatistics(const ArrayStatistics& statistics) {
  QStringList parts;
  if (!statistics.columns.empty() && (statistics.count > 1 || statistics.nanCount > 0)) {
    parts << tr("min %1").arg(numbersText(statistics, &ArrayStatistics::Column::min))
          << tr("max %1").arg(numbersText(statistics, &ArrayStatistics::Column::max))
          << tr("mean %1").arg(numbersText(statistics, &ArrayStatistics::Column::mean));
    parts << (statistics.nanCount == 0
                  ? tr("no NaN")
                  : QStringLiteral("<a href=\"nan\" style=\"color:%1\">%2 NaN</a>")
                        .arg(theme::kError.name(), nanText(statistics)));
    if (statistics.infiniteCount > 0) {
      parts << tr("%1 infinite").arg(grouped(statistics.infiniteCount));
    }
  }
  statistics_->setText(parts.join(QStringLiteral(" · ")));
  statistics_->setVisible(!parts.isEmpty());
}

// Goes to the first NaN after the current row, also when the slice does not have it.
void ValuePane::goToNan() {
  std::optional<std::size_t> current;
  if (const QModelIndex index = view_->currentIndex(); index.isValid()) {
    current = model_->elementOf(index.row());
  }
  if (const auto next = nextNan(table_->value(), current)) goToElement(*next);
}

// Selects the row of an element; gives up the slice if it does not have it.
bool ValuePane::goToElement(std::size_t element) {
  if (element >= table_->rowCount()) return false;
  if (model_->rowOf(element) < 0) {
    slice_->setText({});
    showSlice();
  }
  const int row = model_->rowOf(element);
  if (row < 0) {
    session_.showNote("Row " + std::to_string(element) + " is too far down; use a slice.");
    return false;
  }
  view_->selectRow(row);
  view_->scrollTo(model_->index(row, 0), QAbstractItemView::PositionAtCenter);
  return true;
}

void ValuePane::takeSelectedRows() {
  if (isMarking_ || shown_.isEmpty() || !table_->isArray()) return;
  const Selection& selection = session_.selection.value();
  const bool isSelected = selection.property && !selection.leading().isEmpty() &&
                          selection.leading().property(selection.property) == shown_;
  if (!isSelected) return;
  std::vector<std::string> elements;
  for (const QItemSelectionRange& range : view_->selectionModel()->selection()) {
    for (int row = range.top(); row <= range.bottom(); ++row) {
      if (elements.size() >= kMostMarked) break;
      elements.push_back(std::to_string(model_->elementOf(row)));
    }
  }
  const QScopedValueRollback guard(isMarking_, true);
  session_.perform("markElements", elements);
}

// Selects the rows of the marked elements, as far as the slice has them.
void ValuePane::showMarked() {
  const MarkedElements& marked = session_.inspection().marked.value();
  if (isMarking_ || shown_.isEmpty() || marked.attribute != shown_) return;
  const QScopedValueRollback guard(isMarking_, true);
  if (marked.elements.size() == 1 && table_->isArray()) {
    if (view_->selectionModel()->isRowSelected(model_->rowOf(marked.elements[0]))) return;
    goToElement(marked.elements[0]);
    return;
  }
  QItemSelection rows;
  for (const std::size_t element : marked.elements) {
    const int row = model_->rowOf(element);
    if (row >= 0) rows.select(model_->index(row, 0), model_->index(row, 0));
  }
  view_->selectionModel()->select(rows,
                                  QItemSelectionModel::ClearAndSelect | QItemSelectionModel::Rows);
  if (!rows.isEmpty()) {
    view_->scrollTo(model_->index(rows.first().top(), 0), QAbstractItemView::PositionAtCenter);
  }
}

void ValuePane::goToPoint(Path prim, std::uint32_t point) {
  const Subject subject = session_.subject();
  if (!subject || prim.isEmpty() || session_.inspection().plot.value().isShown) return;
  const Attribute attribute = subject.prim.attribute(subject.property);
  if (!attribute) return;
  const TimeCode time = session_.playback.value().timeCode();
  pointTask_.start(
      [this, subject, attribute, prim, point, time](const TaskRun&) -> LatestTask::Show {
        const ElementPoints relation(attribute, time);
        if (relation.prim() != prim) return {};
        const auto element = relation.elementOf(point);
        if (!element) return {};
        return [this, path = attribute.path(), element = *element] {
          if (path == shown_) goToElement(element);
        };
      });
}

}  // namespace usdscope
