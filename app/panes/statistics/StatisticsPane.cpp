// SPDX-License-Identifier: Apache-2.0
#include "app/panes/statistics/StatisticsPane.h"

#include <QApplication>
#include <QClipboard>
#include <QHeaderView>
#include <QKeyEvent>
#include <QLabel>
#include <QMenu>
#include <QProgressBar>
#include <QTabBar>
#include <QTableView>
#include <QToolButton>
#include <QVBoxLayout>
#include <algorithm>
#include <array>

#include "app/panes/statistics/StatisticsTables.h"
#include "app/session/Inspection.h"
#include "app/theme/Theme.h"
#include "app/widgets/ElidedLabel.h"
#include "app/widgets/PaneParts.h"

namespace usdscope {
namespace {

constexpr int kLeastName = 120;
constexpr int kMostName = 320;
constexpr int kColumnGap = 4;  // Between columns.
constexpr int kSortMark = 12;  // Beside the title of any column.

}  // namespace

StatisticsPane::StatisticsPane(Session& session, QWidget* parent)
    : QWidget(parent),
      session_(session),
      model_(new StatisticsModel(this)),
      pages_(new QTabBar),
      ofSelection_(new QToolButton),
      stop_(new QToolButton),
      progress_(new QProgressBar),
      heading_(makeHeading()),
      view_(new QTableView),
      empty_(makeEmptyText()),
      weighing_(session, *this),
      counting_(session, *this) {
  QVBoxLayout* layout = makeColumn(*this);
  buildBar();
  layout->addWidget(progress_);
  layout->addWidget(heading_);
  layout->addWidget(view_, 1);
  layout->addWidget(empty_, 1);
  progress_->setTextVisible(false);
  progress_->setStyleSheet(QStringLiteral("QProgressBar { max-height: 2px; min-height: 2px; }"));
  progress_->hide();

  view_->setModel(model_);
  view_->setShowGrid(false);
  view_->setWordWrap(false);
  view_->setTabKeyNavigation(false);
  view_->setTextElideMode(Qt::ElideMiddle);
  view_->setSelectionBehavior(QAbstractItemView::SelectRows);
  view_->setSelectionMode(QAbstractItemView::ExtendedSelection);
  view_->setContextMenuPolicy(Qt::CustomContextMenu);
  view_->verticalHeader()->hide();
  theme::setRowHeight(*view_, 22);
  view_->horizontalHeader()->setHighlightSections(false);
  view_->installEventFilter(this);
  connect(view_, &QTableView::clicked, this, [this](const QModelIndex& index) {
    // Ctrl and Shift choose rows to copy.
    if (QApplication::keyboardModifiers() == Qt::NoModifier) selectCounted(index);
  });
  connect(view_, &QTableView::activated, this, &StatisticsPane::selectCounted);
  connect(view_, &QTableView::customContextMenuRequested, this, &StatisticsPane::openMenu);
  session_.document.observe(this, [this](const Document&) { refresh(); });
  session_.inspection().statistics.observe(this, [this](const StatisticsChoice&) { takeChoice(); });
  session_.scene.observe(this, [this](const std::shared_ptr<const Scene>&) { weighPicture(); });
  session_.playback.observe(this, [this](const PlaybackState& state) {
    if (!state.isPlaying) weighPicture();
  });
  connect(&session_.inspection(), &Inspection::statisticsCopyWanted, this, [this] {
    isCopyWanted_ = isCounting_ || !statistics_;
    if (!isCopyWanted_) QApplication::clipboard()->setText(model_->text());
  });
}

void StatisticsPane::buildBar() {
  for (const StatisticsPage& page : kStatisticsPages) pages_->addTab(tr(page.title));
  pages_->setExpanding(false);
  pages_->setElideMode(Qt::ElideNone);
  pages_->setUsesScrollButtons(true);
  connect(pages_, &QTabBar::currentChanged, this, [this](int tab) {
    if (tab < 0) return;
    const StatisticsPage& page = kStatisticsPages[tab];
    // The tab may follow an action.
    if (page.group != session_.inspection().statistics.value().page) {
      session_.perform("statistics", {page.word});
    }
  });
  ofSelection_->setText(tr("Selection"));
  ofSelection_->setObjectName("statisticsOfSelection");
  ofSelection_->setCheckable(true);
  ofSelection_->setToolTip(tr("Count the selected prim and its descendants, not the whole scene"));
  connect(ofSelection_, &QToolButton::clicked, this,
          [this] { session_.perform("statisticsOfSelection"); });
  stop_->setObjectName("stopStatistics");
  stop_->hide();
  connect(stop_, &QToolButton::clicked, this, &StatisticsPane::stopOrCount);
  connect(&counting_, &LatestTask::failed, this, [this] {
    isStopped_ = true;
    endCounting(nullptr);
  });
  auto* bar = new QHBoxLayout;
  bar->setContentsMargins(0, 0, 4, 0);
  bar->setSpacing(4);
  bar->addWidget(pages_, 1);
  bar->addWidget(stop_);
  bar->addWidget(ofSelection_);
  static_cast<QVBoxLayout*>(layout())->addLayout(bar);
}

void StatisticsPane::takeChoice() {
  const StatisticsChoice& choice = session_.inspection().statistics.value();
  ofSelection_->setChecked(choice.isOfSelection);
  for (int tab = 0; tab < int(std::size(kStatisticsPages)); ++tab) {
    if (kStatisticsPages[tab].group == choice.page) pages_->setCurrentIndex(tab);
  }
  refresh();
  showTable();
}

void StatisticsPane::refresh() {
  const auto& stage = session_.document.value().stage;
  const Path root = session_.inspection().statistics.value().root;
  if (stage && stage == countedStage_.lock() && root == countedRoot_) return;
  countedStage_ = stage;
  countedRoot_ = root;
  count();
}

void StatisticsPane::count() {
  isStopped_ = false;
  const auto& stage = session_.document.value().stage;
  if (!stage) {
    counting_.cancel();
    return endCounting(nullptr);
  }
  isCounting_ = true;
  stop_->setText(tr("Stop"));
  stop_->setToolTip(tr("Stop counting"));
  counting_.start([this, stage, root = countedRoot_](const TaskRun& run) -> LatestTask::Show {
    const Prim prim = root.isRoot() ? stage->pseudoRoot() : stage->primAt(root);
    if (!prim) return [this] { endCounting(nullptr); };
    auto found = sceneStatistics(
        prim,
        [&](std::size_t done, std::size_t total) {
          run.post([this, done, total] { showProgress(done, total); });
        },
        run.stop);
    if (!found) return {};
    auto statistics = std::make_shared<const SceneStatistics>(std::move(*found));
    return [this, statistics] { endCounting(statistics); };
  });
}

void StatisticsPane::stopOrCount() {
  if (!isCounting_) return count();
  counting_.cancel();
  isStopped_ = true;
  endCounting(nullptr);
}

void StatisticsPane::showProgress(std::size_t done, std::size_t total) {
  // Small scenes are counted before anyone can read it.
  if (done == 0) return;
  progress_->setRange(0, int(std::min<std::size_t>(total, 1'000'000'000)));
  progress_->setValue(int(std::min<std::size_t>(done, 1'000'000'000)));
  progress_->show();
  stop_->show();
  heading_->setFullText(
      tr("Counting: %1 of %2 prims").arg(groupedNumber(done), groupedNumber(total)));
  heading_->show();
}

void StatisticsPane::endCounting(std::shared_ptr<const SceneStatistics> statistics) {
  isCounting_ = false;
  statistics_ = std::move(statistics);
  progress_->hide();
  stop_->setVisible(isStopped_);
  stop_->setText(tr("Count Again"));
  stop_->setToolTip(tr("Count from the beginning"));
  showTable();
  if (isCopyWanted_ && statistics_) QApplication::clipboard()->setText(model_->text());
  isCopyWanted_ = false;
}

void StatisticsPane::weighPicture() {
  const auto& scene = session_.scene.value();
  if (!scene || session_.playback.value().isPlaying) return;
  weighing_.start([this, scene](const TaskRun&) -> LatestTask::Show {
    return [this, bytes = pictureBytes(*scene)] {
      if (pictureBytes_ == bytes) return;
      pictureBytes_ = bytes;
      if (!shownPage_) showTable();
    };
  });
}

QString StatisticsPane::headingText() const {
  const StatisticsChoice& choice = session_.inspection().statistics.value();
  QString text = choice.root.isRoot()
                     ? (choice.isOfSelection ? tr("Nothing is selected, so the whole scene counts")
                                             : tr("Whole scene"))
                     : tr("%1 and its descendants").arg(QString::fromStdString(choice.root.text()));
  const StatisticsRow& total = statistics_->total;
  text += tr(" — %1 prims").arg(groupedNumber(total.prims));
  if (total.instanced > 0) {
    text += tr(", %1 parts of instances").arg(groupedNumber(total.instanced));
  }
  if (shownPage_) text += tr(" — %1 rows").arg(groupedNumber(model_->table().rows.size()));
  return text;
}

void StatisticsPane::showTable() {
  const auto page = session_.inspection().statistics.value().page;
  const bool isOtherPage = page != shownPage_ || model_->table().columns.isEmpty();
  shownPage_ = page;
  StatisticsTable table;
  if (statistics_) table = statisticsTable(*statistics_, page, pictureBytes_);
  const bool isEmpty = table.rows.empty();
  if (isOtherPage || isEmpty) view_->setSortingEnabled(false);
  const bool isSortable = table.isSortable && !isEmpty;
  model_->setTable(std::move(table));
  if (isSortable && !view_->isSortingEnabled()) {
    // The most prims first.
    view_->horizontalHeader()->setSortIndicator(1, Qt::DescendingOrder);
    view_->setSortingEnabled(true);
  }
  if (isOtherPage) view_->scrollToTop();
  if (!session_.document.value().isOpen()) {
    empty_->setText(tr("Nothing is open."));
  } else if (isStopped_) {
    empty_->setText(tr("Counting was stopped."));
  } else if (isCounting_ || statistics_) {
    empty_->setText(statistics_ ? tr("No prim of this subtree belongs here.") : QString());
  } else {
    empty_->setText(tr("The prim %1 is not on the stage any more. Select another one.")
                        .arg(QString::fromStdString(countedRoot_.text())));
  }
  empty_->setVisible(isEmpty);
  view_->setVisible(!isEmpty);
  heading_->setFullText(statistics_ ? headingText() : QString());
  heading_->setVisible(statistics_ != nullptr);
  fitColumns();
}

void StatisticsPane::fitColumns() {
  QHeaderView* header = view_->horizontalHeader();
  const QAbstractItemView& view = *view_;
  for (int column = 0; column < model_->columnCount(); ++column) {
    const int wanted = std::max(header->sectionSizeHint(column) + kSortMark,
                                view.sizeHintForColumn(column) + kColumnGap);
    header->resizeSection(column, column == 0 ? std::clamp(wanted, kLeastName, kMostName) : wanted);
  }
  // A remark takes the rest of the width; a column of numbers would be far from the others.
  header->setStretchLastSection(!shownPage_);
}

void StatisticsPane::selectCounted(const QModelIndex& index) {
  const auto& counted = model_->row(index.row()).counted;
  if (!counted) return;
  const auto* page =
      std::ranges::find(kStatisticsPages, std::optional(counted->first), &StatisticsPage::group);
  session_.perform("selectCounted", {page->word, counted->second});
}

void StatisticsPane::copyRows() {
  std::vector<int> rows;
  for (const QModelIndex& index : view_->selectionModel()->selectedRows()) {
    rows.push_back(index.row());
  }
  std::ranges::sort(rows);
  QApplication::clipboard()->setText(rows.empty() ? model_->text() : model_->textOf(rows));
}

void StatisticsPane::openMenu(const QPoint& at) {
  const QModelIndex index = view_->indexAt(at);
  if (index.isValid() && !view_->selectionModel()->isRowSelected(index.row(), {})) {
    view_->selectRow(index.row());
  }
  QMenu menu;
  QAction* select = menu.addAction(tr("Select Prims"));
  select->setEnabled(index.isValid() && model_->row(index.row()).counted);
  connect(select, &QAction::triggered, this, [this, index] { selectCounted(index); });
  menu.addSeparator();
  connect(menu.addAction(tr("Copy Rows")), &QAction::triggered, this, &StatisticsPane::copyRows);
  connect(menu.addAction(tr("Copy Table")), &QAction::triggered, this,
          [this] { QApplication::clipboard()->setText(model_->text()); });
  menu.exec(view_->viewport()->mapToGlobal(at));
}

bool StatisticsPane::eventFilter(QObject* watched, QEvent* event) {
  const bool isKey = event->type() == QEvent::KeyPress || event->type() == QEvent::ShortcutOverride;
  if (watched == view_ && isKey) {
    const auto* key = static_cast<QKeyEvent*>(event);
    if (key->matches(QKeySequence::Copy)) {
      if (event->type() == QEvent::KeyPress) copyRows();
      event->accept();
      return true;
    }
    if (event->type() == QEvent::KeyPress && key->key() == Qt::Key_Escape) {
      view_->clearSelection();
      return true;
    }
  }
  return QWidget::eventFilter(watched, event);
}

}  // namespace usdscope
