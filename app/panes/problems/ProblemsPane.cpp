// SPDX-License-Identifier: Apache-2.0
#include "app/panes/problems/ProblemsPane.h"

#include <QApplication>
#include <QClipboard>
#include <QHeaderView>
#include <QKeyEvent>
#include <QLabel>
#include <QProgressBar>
#include <QTreeView>
#include <QVBoxLayout>
#include <algorithm>
#include <array>
#include <optional>

#include "app/panes/problems/ProblemDelegate.h"
#include "app/panes/problems/ProblemFilterBar.h"
#include "app/panes/problems/ProblemModel.h"
#include "app/session/problems/ProblemFinder.h"
#include "app/widgets/ElidedLabel.h"
#include "app/widgets/PaneParts.h"

namespace usdscope {
namespace {

constexpr int kLeastWhereWidth = 120;
constexpr int kMostWhereWidth = 260;
constexpr int kSeverityWidth = 86;

QString counted(std::size_t value, const char* one, const char* many) {
  return value == 1 ? QStringLiteral("1 ") + one : groupedCount(value) + " " + many;
}

}  // namespace

ProblemsPane::ProblemsPane(Session& session, QWidget* parent)
    : QWidget(parent),
      session_(session),
      model_(new ProblemModel(this)),
      heading_(makeHeading()),
      progress_(new QProgressBar),
      filters_(new ProblemFilterBar(session)),
      view_(new QTreeView),
      empty_(makeEmptyText()),
      seeing_(session, *this) {
  QVBoxLayout* layout = makeColumn(*this);
  layout->addWidget(filters_);
  layout->addWidget(progress_);
  layout->addWidget(heading_);
  layout->addWidget(view_, 1);
  layout->addWidget(empty_, 1);
  progress_->setTextVisible(false);
  progress_->setStyleSheet(QStringLiteral("QProgressBar { max-height: 2px; min-height: 2px; }"));

  view_->setModel(model_);
  view_->setItemDelegate(new ProblemDelegate(*model_, *view_));
  view_->setRootIsDecorated(false);
  view_->setMouseTracking(true);
  view_->setSelectionMode(QAbstractItemView::ExtendedSelection);
  view_->setVerticalScrollMode(QAbstractItemView::ScrollPerPixel);
  view_->setContextMenuPolicy(Qt::NoContextMenu);  // It is the window's.
  view_->setProperty("contextMenu", "problem");
  view_->installEventFilter(this);
  QHeaderView* header = view_->header();
  header->setStretchLastSection(false);
  header->setSectionsMovable(false);
  header->setDefaultAlignment(Qt::AlignLeft | Qt::AlignVCenter);
  header->setSectionResizeMode(ProblemModel::kProblem, QHeaderView::Stretch);
  header->resizeSection(ProblemModel::kSeverity, kSeverityWidth);
  header->resizeSection(ProblemModel::kWhere, kMostWhereWidth);
  header->hide();  // The cells explain themselves, and docks at the bottom are low.
  // Messages wrap anew.
  connect(
      header, &QHeaderView::sectionResized, view_,
      [this](int, int, int) { view_->doItemsLayout(); }, Qt::QueuedConnection);

  connect(view_, &QTreeView::clicked, this, [this](const QModelIndex& index) {
    // Ctrl and Shift choose rows to copy.
    if (QApplication::keyboardModifiers() != Qt::NoModifier) return;
    showProblem(index.row());
  });
  connect(view_, &QTreeView::activated, this,
          [this](const QModelIndex& index) { showProblem(index.row()); });
  const auto inspect = [this](const QModelIndex& index) {
    if (!index.isValid()) return;
    const Problem& problem = model_->problem(index.row());
    session_.inspectRow({.layer = problem.layer,
                         .object = problem.spec.text(),
                         .name = problem.rule(),
                         .value = problemText(problem),
                         .line = problem.line});
  };
  connect(view_->selectionModel(), &QItemSelectionModel::currentRowChanged, this, inspect);
  // The row of the session may be that of another pane by now.
  connect(view_, &QTreeView::pressed, this, inspect);
  connect(&seeing_, &PaneTask::seenChanged, this, [this](bool isSeen) {
    isSeen_ = isSeen;
    session_.problemFinder().setWanted(isSeen);
    refresh();
  });
  session_.problems.observe(this, [this](const ProblemState&) { refresh(); });
  session_.problemFilter.observe(this, [this](const ProblemFilter&) { refresh(); });
  session_.document.observe(this, [this](const Document&) { refresh(); });
}

// The rows are the problems that the filter accepts, from the first one on.
void ProblemsPane::showProblem(int row) {
  session_.perform("showProblem", {std::to_string(row + 1)});
}

void ProblemsPane::refresh() {
  const ProblemState& state = session_.problems.value();
  const ProblemFilter& filter = session_.problemFilter.value();
  std::size_t grave = 0;
  if (state.list) {
    grave = std::size_t(std::ranges::count_if(*state.list, [&](const Problem& problem) {
      return problem.severity != Severity::Note && !filter.ignored.contains(problem.rule());
    }));
  }
  Q_EMIT countChanged(int(grave));
  if (!isSeen_) return;
  showProgress();
  if (state.list != shownList_ || filter != shownFilter_) showRows();
  heading_->setFullText(headingText());
  heading_->setVisible(!heading_->fullText().isEmpty());
  filters_->setVisible(state.list && !state.list->empty());
  const bool isEmpty = model_->rowCount() == 0;
  if (isEmpty) empty_->setText(emptyText());
  empty_->setVisible(isEmpty);
  view_->setVisible(!isEmpty);
}

void ProblemsPane::showProgress() {
  const ProblemState& state = session_.problems.value();
  progress_->setVisible(!state.activity.empty());
  progress_->setRange(0, int(std::min<std::size_t>(state.total, 1'000'000)));
  progress_->setValue(int(std::min<std::size_t>(state.done, 1'000'000)));
}

void ProblemsPane::showRows() {
  const auto list = session_.problems.value().list;
  std::optional<Problem> current;
  if (view_->currentIndex().isValid()) current = model_->problem(view_->currentIndex().row());
  shownList_ = list;
  shownFilter_ = session_.problemFilter.value();
  model_->setProblems(list, shownFilter_);
  filters_->refresh();
  if (!current) return;
  const int row = model_->rowOf(*current);
  if (row >= 0) view_->setCurrentIndex(model_->index(row, 0));
}

QString ProblemsPane::headingText() const {
  const ProblemState& state = session_.problems.value();
  QStringList parts;
  if (!state.activity.empty()) {
    QString text = QString::fromStdString(state.activity);
    if (state.total > 0)
      text += tr(": %1 of %2").arg(groupedCount(state.done), groupedCount(state.total));
    parts << text;
  }
  // The empty list says it, too.
  const ProblemFinder& finder = session_.problemFinder();
  for (const std::string& lack : {finder.failure(), finder.leftClips()}) {
    if (state.list && !state.list->empty() && !lack.empty()) parts << QString::fromStdString(lack);
  }
  // Otherwise the buttons of the filter say it.
  if (state.list && !state.list->empty() && !state.activity.empty()) {
    std::array<std::size_t, 3> counts{};
    for (const Problem& problem : *state.list) ++counts[std::size_t(problem.severity)];
    QStringList kinds;
    if (counts[2] > 0) kinds << counted(counts[2], "error", "errors");
    if (counts[1] > 0) kinds << counted(counts[1], "warning", "warnings");
    if (counts[0] > 0) kinds << counted(counts[0], "note", "notes");
    parts << kinds.join(QStringLiteral(", ")) + tr(" so far");
  }
  if (model_->acceptedCount() > ProblemModel::kMostRows) {
    parts << tr("the first %1 of %2 are listed")
                 .arg(groupedCount(ProblemModel::kMostRows), groupedCount(model_->acceptedCount()));
  }
  return parts.join(QStringLiteral(" — "));
}

QString ProblemsPane::emptyText() const {
  const ProblemState& state = session_.problems.value();
  if (!state.list) return tr("Nothing is open.");
  if (!state.list->empty()) {
    return tr("No problem matches the filter; %1 are hidden.")
        .arg(groupedCount(state.list->size()));
  }
  if (!state.activity.empty() || !state.isComplete) {
    const QString checks = QString::fromStdString(session_.problemFinder().stateOfChecks());
    if (!checks.isEmpty()) return checks;
  }
  return tr("Nothing is wrong: every validator is content, and all files are there.");
}

void ProblemsPane::copySelected() {
  std::string text;
  QModelIndexList rows = view_->selectionModel()->selectedRows();
  std::ranges::sort(rows, {}, &QModelIndex::row);
  for (const QModelIndex& row : rows) text += problemText(model_->problem(row.row())) + '\n';
  if (rows.empty() && shownList_) text = problemsText(*shownList_, shownFilter_);
  QApplication::clipboard()->setText(QString::fromStdString(text));
}

bool ProblemsPane::eventFilter(QObject* watched, QEvent* event) {
  if (watched == view_ && event->type() == QEvent::Resize) {
    view_->header()->resizeSection(
        ProblemModel::kWhere,
        std::clamp(view_->width() * 3 / 10, kLeastWhereWidth, kMostWhereWidth));
  }
  const bool isKey = event->type() == QEvent::KeyPress || event->type() == QEvent::ShortcutOverride;
  if (watched == view_ && isKey) {
    const auto* key = static_cast<QKeyEvent*>(event);
    if (key->matches(QKeySequence::Copy)) {
      if (event->type() == QEvent::KeyPress) copySelected();
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
