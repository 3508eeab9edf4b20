// SPDX-License-Identifier: Apache-2.0
#include "app/panes/PrimTreePane.h"

#include <QHeaderView>
#include <QItemSelectionModel>
#include <QLabel>
#include <QMouseEvent>
#include <QScopedValueRollback>
#include <QScrollBar>
#include <QTreeView>
#include <QVBoxLayout>
#include <algorithm>

#include "app/models/PrimTreeModel.h"
#include "app/session/ObserveSubject.h"
#include "app/widgets/PaneParts.h"
#include "app/widgets/SearchField.h"

namespace usdscope {
namespace {

// With more rows than this, no further row is opened automatically.
constexpr int kManyRows = 2000;

}  // namespace

PrimTreePane::PrimTreePane(Session& session, QWidget* parent)
    : QWidget(parent),
      session_(session),
      model_(new PrimTreeModel(session.background(), this)),
      search_(new SearchField(tr("Name, part/of/path, type:Mesh"))),
      view_(new QTreeView),
      empty_(makeEmptyText()),
      searching_(session, *this) {
  QVBoxLayout* layout = makeColumn(*this);
  layout->addWidget(search_);
  layout->addWidget(view_, 1);
  layout->addWidget(empty_, 1);
  view_->setModel(model_);
  view_->setUniformRowHeights(true);
  view_->setIndentation(14);
  view_->setSelectionMode(QAbstractItemView::ExtendedSelection);
  view_->setTextElideMode(Qt::ElideMiddle);
  view_->setContextMenuPolicy(Qt::NoContextMenu);  // It is the window's.
  setProperty("contextMenu", "prim");
  QHeaderView* header = view_->header();
  header->setStretchLastSection(false);
  header->setMinimumSectionSize(36);
  header->setSectionResizeMode(PrimTreeModel::kName, QHeaderView::Stretch);
  header->setSectionResizeMode(PrimTreeModel::kType, QHeaderView::Interactive);
  header->setSectionResizeMode(PrimTreeModel::kVisibility, QHeaderView::Fixed);
  header->resizeSection(PrimTreeModel::kType, 104);
  header->resizeSection(PrimTreeModel::kVisibility, 40);
  view_->viewport()->installEventFilter(this);

  connect(view_->selectionModel(), &QItemSelectionModel::selectionChanged, this,
          &PrimTreePane::takeSelection);
  connect(search_, &SearchField::searched, this, &PrimTreePane::search);
  connect(search_, &SearchField::nextWanted, this, &PrimTreePane::selectNext);
  session_.document.observe(this, [this](const Document& document) { showDocument(document); });
  session_.loading.observe(this, [this](const LoadState&) {
    if (!session_.document.value().isOpen()) showWhyEmpty();
  });
  session_.selection.observe(this, [this](const Selection& s) {
    // A prim that is selected elsewhere is shown, even if it does not match the search.
    const bool isHidden = matches_ && !s.prims.empty() && !model_->indexOf(s.leading()).isValid();
    if (isHidden) search_->setText({});
    showSelection(s);
  });
  session_.layerMarks.observe(this, [this](const std::shared_ptr<const LayerMarks>& marks) {
    model_->setMarks(marks);
    view_->viewport()->update();
  });
  observeTime(session_, this, [this](double time) {
    model_->setTime(time);
    view_->viewport()->update();
  });
}

std::vector<Path> PrimTreePane::openPaths() const {
  std::vector<Path> open;
  std::vector<QModelIndex> waiting = {{}};
  while (!waiting.empty()) {
    const QModelIndex parent = waiting.back();
    waiting.pop_back();
    for (int row = 0; row < model_->rowCount(parent); ++row) {
      const QModelIndex index = model_->index(row, 0, parent);
      if (!view_->isExpanded(index)) continue;
      open.push_back(model_->pathOf(index));
      waiting.push_back(index);
    }
  }
  std::ranges::sort(open, {}, [](Path path) { return path.text().size(); });
  return open;
}

void PrimTreePane::open(const std::vector<Path>& paths) {
  for (const Path path : paths) view_->expand(model_->indexOf(path));
}

void PrimTreePane::openFirstLevels() {
  model_->fetchMore({});
  int rowCount = model_->rowCount();
  for (int row = 0; row < model_->rowCount() && rowCount <= kManyRows; ++row) {
    const QModelIndex root = model_->index(row, 0);
    model_->fetchMore(root);
    view_->expand(root);
    const int count = model_->rowCount(root);
    rowCount += count;
    for (int child = 0; rowCount <= kManyRows && child < count; ++child) {
      const QModelIndex index = model_->index(child, 0, root);
      model_->fetchMore(index);
      rowCount += model_->rowCount(index);
      view_->expand(index);
    }
  }
}

void PrimTreePane::showEmpty(const QString& why) {
  view_->setVisible(why.isEmpty());
  empty_->setVisible(!why.isEmpty());
  empty_->setText(why);
}

void PrimTreePane::showWhyEmpty() {
  const bool isOpen = session_.document.value().isOpen();
  const QString why = model_->hasChildren()                  ? QString()
                      : isOpen                               ? tr("This scene has no prims.")
                      : session_.loading.value().isLoading() ? tr("Reading …")
                                                             : tr("Nothing is open.");
  showEmpty(why);
}

void PrimTreePane::showDocument(const Document& document) {
  const QScopedValueRollback guard(isShowing_, true);
  const bool isSame = document.isOpen() && document.file == shownFile_;
  const std::vector<Path> opened = isSame ? openPaths() : std::vector<Path>();
  const int scrolled = view_->verticalScrollBar()->value();
  shownFile_ = document.file;
  matches_.reset();
  model_->setStage(document.stage);
  search_->setVisible(document.isOpen());
  showWhyEmpty();
  if (isSame) {
    this->open(opened);
    view_->verticalScrollBar()->setValue(scrolled);
  } else {
    search_->setText({});
    openFirstLevels();
    // The column of types is no wider than they need; names are longer.
    view_->resizeColumnToContents(PrimTreeModel::kType);
    const int widest = view_->header()->sectionSize(PrimTreeModel::kType);
    view_->header()->resizeSection(PrimTreeModel::kType, std::min({widest, 104, width() * 3 / 10}));
  }
  showSelection(session_.selection.value());
  search();
}

void PrimTreePane::search() {
  const auto& stage = session_.document.value().stage;
  search_->setNote(stage ? tr("…") : QString());
  if (!stage) return searching_.cancel();
  searching_.start([this, stage, query = PrimQuery(search_->text().toStdString())](
                       const TaskRun& run) -> LatestTask::Show {
    auto matches = searchPrims(*stage, query, run.stop);
    if (!matches) return {};
    return [this, matches = std::move(matches)] { showMatches(matches); };
  });
}

void PrimTreePane::showMatches(const std::shared_ptr<const PrimMatches>& matches) {
  const bool isSearching = !search_->text().isEmpty();
  search_->setCount(qsizetype(matches->found.size()), qsizetype(matches->total));
  const QScopedValueRollback guard(isShowing_, true);
  if (!isSearching && !matches_) return;  // The search only counted the prims.
  if (!matches_) openBefore_ = openPaths();
  matches_ = isSearching ? matches : nullptr;
  model_->setMatches(matches_);
  if (!matches_) {
    open(openBefore_);
  } else if (matches_->shown.size() <= kManyRows) {
    view_->expandAll();
  } else {
    view_->expandToDepth(0);
  }
  const bool isEmpty = isSearching && matches->found.empty();
  showEmpty(isEmpty ? tr("No prim matches \"%1\".").arg(search_->text()) : QString());
  showSelection(session_.selection.value());
}

void PrimTreePane::selectNext(bool isBackwards) {
  if (!matches_ || matches_->found.empty()) return;
  const auto& found = matches_->found;
  const auto at = std::ranges::find(found, session_.selection.value().leading());
  auto next = std::size_t(0);
  if (at != found.end()) {
    const auto here = static_cast<std::size_t>(at - found.begin());
    next = (here + (isBackwards ? found.size() - 1 : 1)) % found.size();
  } else if (isBackwards) {
    next = found.size() - 1;
  }
  session_.select({found[next]});
}

void PrimTreePane::showSelection(const Selection& selection) {
  const QScopedValueRollback guard(isShowing_, true);
  QItemSelection rows;
  for (const Path path : selection.prims) {
    const QModelIndex row = model_->indexOf(path);
    if (row.isValid()) rows.select(row, row);
  }
  view_->selectionModel()->select(rows,
                                  QItemSelectionModel::ClearAndSelect | QItemSelectionModel::Rows);
  const QModelIndex leading = model_->indexOf(selection.leading());
  if (!leading.isValid()) return;
  view_->selectionModel()->setCurrentIndex(leading, QItemSelectionModel::NoUpdate);
  view_->scrollTo(leading);
}

void PrimTreePane::takeSelection() {
  if (isShowing_) return;
  std::vector<Path> paths;
  const QModelIndex current = view_->currentIndex();
  for (const QModelIndex& row : view_->selectionModel()->selectedRows()) {
    const bool isLeading = row == current.siblingAtColumn(0);
    paths.insert(isLeading ? paths.begin() : paths.end(), model_->pathOf(row));
  }
  session_.select(std::move(paths));
}

void PrimTreePane::toggleVisibility(const QModelIndex& index) {
  const QString letter = index.data().toString();
  if (letter.isEmpty()) return;
  session_.showNote(session_.editor().setVisible({model_->pathOf(index)}, letter != "V"));
}

bool PrimTreePane::eventFilter(QObject* watched, QEvent* event) {
  // A click on the letter changes the visibility and keeps the selection.
  const bool isPress = event->type() == QEvent::MouseButtonPress;
  if (isPress || event->type() == QEvent::MouseButtonDblClick) {
    auto* mouse = static_cast<QMouseEvent*>(event);
    const QModelIndex index = view_->indexAt(mouse->position().toPoint());
    if (mouse->button() == Qt::LeftButton && index.column() == PrimTreeModel::kVisibility) {
      if (isPress) toggleVisibility(index);
      return true;
    }
  }
  return QWidget::eventFilter(watched, event);
}

}  // namespace usdscope
