// SPDX-License-Identifier: Apache-2.0
#include "app/panes/ValuePane.h"

#include <QHeaderView>
#include <QLabel>
#include <QLocale>
#include <QTableView>
#include <QVBoxLayout>
#include <algorithm>

#include "app/models/ArrayModel.h"
#include "app/session/ObserveSubject.h"
#include "app/theme/Theme.h"
#include "app/widgets/ElidedLabel.h"
#include "app/widgets/PaneParts.h"
#include "app/widgets/RowDelegate.h"
#include "app/widgets/SearchField.h"
#include "engine/report/ValueText.h"

namespace usdscope {
namespace {

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

struct Found {
  std::shared_ptr<const ArrayTable> table;
  QString type;
  ValueSource source = ValueSource::None;
};

Found findValue(const Subject& subject, double time) {
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
      model_(new ArrayModel(this)),
      heading_(makeHeading()),
      slice_(new SearchField(tr("Slice: 10:20, ::100, -1"))),
      view_(new QTableView),
      problem_(new QLabel),
      statistics_(new QLabel),
      empty_(makeEmptyText()),
      table_(std::make_shared<const ArrayTable>()),
      task_(session, *this) {
  setProperty("contextMenu", "value");
  QVBoxLayout* layout = makeColumn(*this);
  for (QWidget* each : {static_cast<QWidget*>(heading_), static_cast<QWidget*>(slice_),
                        static_cast<QWidget*>(problem_)}) {
    layout->addWidget(each);
  }
  layout->addWidget(view_, 1);
  layout->addWidget(statistics_);
  layout->addWidget(empty_, 1);
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
  view_->verticalHeader()->setDefaultSectionSize(22);
  view_->verticalHeader()->setSectionResizeMode(QHeaderView::Fixed);
  view_->verticalHeader()->setDefaultAlignment(Qt::AlignRight | Qt::AlignVCenter);
  view_->horizontalHeader()->setHighlightSections(false);
  view_->horizontalHeader()->setDefaultAlignment(Qt::AlignLeft | Qt::AlignVCenter);
  view_->horizontalHeader()->setDefaultSectionSize(110);
  RowDelegate::drawRowsOf(*view_, Qt::ElideMiddle);
  connect(slice_, &SearchField::searched, this, [this] { showSlice(); });
  observeSubject(session_, this, [this] { refresh(); });
  observeTime(session_, this, [this](double) { refresh(); });
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
    return showNothing(tr("Select a property in Properties to see its whole value."));
  }
  const double time = session_.playback.value().time;
  task_.startFor(subject, [this, subject, time](const TaskRun& run) -> LatestTask::Show {
    const Found found = findValue(subject, time);
    run.post([this, subject, found] { showTable(subject, found.table, found.type, found.source); });
    return [this, statistics = computeStatistics(found.table->value(), run.stop)] {
      showStatistics(statistics);
    };
  });
}

void ValuePane::showNothing(const QString& why) {
  table_ = std::make_shared<const ArrayTable>();
  for (QWidget* each : {static_cast<QWidget*>(heading_), static_cast<QWidget*>(slice_),
                        static_cast<QWidget*>(problem_), static_cast<QWidget*>(view_),
                        static_cast<QWidget*>(statistics_)}) {
    each->hide();
  }
  statistics_->clear();
  empty_->setText(why);
  empty_->show();
}

void ValuePane::showTable(const Subject& subject, std::shared_ptr<const ArrayTable> table,
                          const QString& type, ValueSource source) {
  table_ = std::move(table);
  source_ = source;
  QString heading = QString::fromStdString(subject.prim.path().property(subject.property).text()) +
                    QStringLiteral("  ") + type;
  if (table_->isArray()) heading += tr("  %1 elements").arg(grouped(table_->rowCount()));
  heading_->setFullText(heading);
  heading_->show();
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
}

void ValuePane::showStatistics(const ArrayStatistics& statistics) {
  firstNan_ = statistics.firstNan;
  QStringList parts;
  if (!statistics.columns.empty() && (statistics.count > 1 || statistics.nanCount > 0)) {
    parts << tr("min %1").arg(numbersText(statistics, &ArrayStatistics::Column::min))
          << tr("max %1").arg(numbersText(statistics, &ArrayStatistics::Column::max))
          << tr("mean %1").arg(numbersText(statistics, &ArrayStatistics::Column::mean));
    parts << (statistics.nanCount == 0
                  ? tr("no NaN")
                  : QStringLiteral("<a href=\"nan\" style=\"color:%1\">%2 NaN</a>")
                        .arg(theme::kError.name(), grouped(statistics.nanCount)));
    if (statistics.infiniteCount > 0) {
      parts << tr("%1 infinite").arg(grouped(statistics.infiniteCount));
    }
  }
  statistics_->setText(parts.join(QStringLiteral(" · ")));
  statistics_->setVisible(!parts.isEmpty());
}

void ValuePane::goToNan() {
  if (!firstNan_) return;
  if (model_->rowOf(*firstNan_) < 0) {
    slice_->setText({});
    showSlice();
  }
  const int row = model_->rowOf(*firstNan_);
  if (row < 0) return;
  view_->selectRow(row);
  view_->scrollTo(model_->index(row, 0), QAbstractItemView::PositionAtCenter);
}

}  // namespace usdscope
