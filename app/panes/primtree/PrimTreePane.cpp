// SPDX-License-Identifier: Apache-2.0
#include "app/panes/primtree/PrimTreePane.h"

#include <QHBoxLayout>
#include <QHeaderView>
#include <QItemSelectionModel>
#include <QKeyEvent>
#include <QLabel>
#include <QLineEdit>
#include <QLocale>
#include <QMouseEvent>
#include <QScopedValueRollback>
#include <QScrollBar>
#include <QToolButton>
#include <QTreeView>
#include <QVBoxLayout>
#include <algorithm>
#include <limits>
#include <ranges>
#include <utility>

#include "app/models/PrimTreeModel.h"
#include "app/panes/primtree/DrawModeMenu.h"
#include "app/panes/primtree/MentionsView.h"
#include "app/panes/primtree/PrimTreeDelegate.h"
#include "app/panes/primtree/SearchCompleter.h"
#include "app/panes/primtree/SearchHelp.h"
#include "app/panes/primtree/TreeColumns.h"
#include "app/session/ObserveSubject.h"
#include "app/session/PathsFromText.h"
#include "app/session/memory/SceneMemory.h"
#include "app/session/tasks/FreeInBackground.h"
#include "app/theme/Theme.h"
#include "app/widgets/PaneParts.h"
#include "app/widgets/SearchField.h"

namespace usdscope {
namespace {

// With more rows than this, no further row is opened automatically.
constexpr int kManyRows = 2000;
// A user who opens all rows waits for no more rows than this.
constexpr int kMostRows = 100'000;
// The open rows of a scene are remembered up to this number of rows in view.
constexpr int kMostNoted = 10'000;
constexpr int kNoteMs = 300;
// An action takes the paths of its prims as texts up to this number.
constexpr std::size_t kMostAsText = 10'000;

QString grouped(std::size_t number) {
  return QLocale(QLocale::English).toString(static_cast<qulonglong>(number));
}

// The text behind `mentions:`; empty if the search has no such term.
std::string mentionedIn(const SearchText& text) {
  const auto found = std::ranges::find(text.terms, SearchKey::Mentions, &SearchTerm::key);
  return found == text.terms.end() ? std::string() : found->text;
}

// Keeps the mentions that reach a prim that matches, and returns these prims.
std::shared_ptr<PrimMatches> keepMatching(const Stage& stage, const PrimQuery& query,
                                          MentionList& list) {
  auto matches = std::make_shared<PrimMatches>();
  std::erase_if(list.mentions, [&](Mention& mention) {
    if (query.isEmpty()) return false;
    std::erase_if(mention.prims, [&](Path prim) { return !query.matches(stage.primAt(prim)); });
    mention.primCount = mention.prims.size();
    return mention.prims.empty();
  });
  for (const Mention& mention : list.mentions) {
    for (const Path prim : mention.prims) {
      if (matches->isFound.insert(prim).second) matches->found.push_back(prim);
    }
  }
  return matches;
}

}  // namespace

/// The result of a search.
struct PrimTreePane::Found {
  bool isSearch = false;  ///< False if the prims were only counted.
  std::shared_ptr<const PrimMatches> matches;
  std::string mentioned;                        ///< The text of a search for mentions.
  std::shared_ptr<const MentionList> mentions;  ///< Null if the search was for prims.
};

PrimTreePane::PrimTreePane(Session& session, QWidget* parent)
    : QWidget(parent),
      session_(session),
      model_(new PrimTreeModel(session.background(), this)),
      search_(new SearchField(tr("Name, part/of/path, type:Mesh"))),
      completer_(new SearchCompleter(*search_->findChild<QLineEdit*>())),
      help_(new SearchHelp(this)),
      note_(new QLabel),
      view_(new QTreeView),
      delegate_(new PrimTreeDelegate(view_)),
      openRows_(*model_, *view_),
      mentions_(new MentionsView(session)),
      empty_(makeEmptyText()),
      searching_(session, *this) {
  QVBoxLayout* layout = makeColumn(*this);
  layout->addWidget(makeSearchRow());
  layout->addWidget(note_);
  layout->addWidget(view_, 1);
  layout->addWidget(mentions_, 1);
  layout->addWidget(empty_, 1);
  note_->setObjectName("searchNote");
  note_->setWordWrap(true);
  note_->setContentsMargins(8, 0, 8, 6);
  note_->hide();
  mentions_->hide();
  view_->setModel(model_);
  view_->setItemDelegate(delegate_);
  view_->setUniformRowHeights(true);
  view_->setIndentation(14);
  view_->setRootIsDecorated(false);
  view_->setSelectionMode(QAbstractItemView::ExtendedSelection);
  view_->setTextElideMode(Qt::ElideMiddle);
  view_->setContextMenuPolicy(Qt::NoContextMenu);  // It is the window's.
  view_->setStyleSheet(QStringLiteral("QTreeView::item:selected:hover { background: %1; }")
                           .arg(theme::kSelectionHover.name()));
  setProperty("contextMenu", "prim");
  columns_ = new TreeColumns(session_, *view_);
  view_->installEventFilter(this);
  view_->viewport()->installEventFilter(this);

  // The root of the stage stays open: it has no arrow to open it again.
  connect(view_, &QTreeView::collapsed, this, [this](const QModelIndex& row) {
    if (row == model_->rootRow()) view_->expand(row);
  });
  noting_.setSingleShot(true);
  noting_.setInterval(kNoteMs);
  connect(&noting_, &QTimer::timeout, this, &PrimTreePane::noteOpenRows);
  connect(view_, &QTreeView::expanded, &noting_, qOverload<>(&QTimer::start));
  connect(view_, &QTreeView::collapsed, &noting_, qOverload<>(&QTimer::start));
  connect(view_->selectionModel(), &QItemSelectionModel::selectionChanged, this,
          &PrimTreePane::takeSelection);
  connect(search_, &SearchField::searched, this, &PrimTreePane::search);
  connect(search_, &SearchField::nextWanted, this, &PrimTreePane::selectNextMatch);
  connect(help_, &SearchHelp::exampleChosen, this, [this](const QString& text) {
    search_->setText(text);
    search_->setFocus();
  });
  connect(note_, &QLabel::linkActivated, this, &PrimTreePane::showHiddenPrims);
  observeSession();
}

QWidget* PrimTreePane::makeSearchRow() {
  auto* row = new QWidget;
  auto* layout = new QHBoxLayout(row);
  layout->setContentsMargins(0, 0, 4, 0);
  layout->setSpacing(0);
  layout->addWidget(search_, 1);
  auto* button = new QToolButton;
  button->setObjectName("searchHelpButton");
  button->setText(QStringLiteral("?"));
  button->setToolTip(tr("Search terms, and the meaning of the colours"));
  connect(button, &QToolButton::clicked, this, &PrimTreePane::showHelp);
  layout->addWidget(button);
  return row;
}

void PrimTreePane::observeSession() {
  session_.document.observe(this, [this](const Document& document) { showDocument(document); });
  session_.loading.observe(this, [this](const LoadState&) {
    if (!session_.document.value().isOpen()) showWhyEmpty();
  });
  session_.view.observe(this,
                        [this](const ViewSettings& view) { showShownPrims(view.shownPrims); });
  session_.selection.observe(this, [this](const Selection& s) {
    // A prim that is selected elsewhere is shown, even if it does not match the search.
    const bool isHidden = matches_ && !s.prims.empty() && !model_->indexOf(s.leading()).isValid();
    if (isHidden) search_->setText({});
    showSelection(s);
  });
  // The picked prim may be selected already, in a closed branch.
  session_.picked.observe(this, [this](const std::string&) {
    const QModelIndex leading = model_->indexOf(session_.selection.value().leading());
    if (leading.isValid() && view_->visualRect(leading).isEmpty()) view_->scrollTo(leading);
  });
  session_.layerMarks.observe(this, [this](const std::shared_ptr<const LayerMarks>& marks) {
    model_->setMarks(marks);
    view_->viewport()->update();
  });
  session_.problemMarks.observe(this, [this](const std::shared_ptr<const ProblemMarks>& marks) {
    model_->setProblems(marks);
    view_->viewport()->update();
  });
  observeTime(session_, this, [this](TimeCode time) {
    model_->setTime(time);
    view_->viewport()->update();
  });
}

void PrimTreePane::noteOpenRows() {
  if (matches_ || !session_.document.value().isOpen()) return;
  session_.memory().noteOpenRows(openRows_.nearest(kMostNoted));
}

void PrimTreePane::openFirstLevels() {
  const QModelIndex top = model_->rootRow();
  model_->fetchMore(top);
  view_->expand(top);
  int rowCount = model_->rowCount(top);
  for (int row = 0; row < model_->rowCount(top) && rowCount <= kManyRows; ++row) {
    const QModelIndex root = model_->index(row, 0, top);
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

std::string PrimTreePane::openLevels(int depth) {
  view_->collapseAll();
  const bool isAll = model_->fetchLevels({}, depth, kMostRows);
  // Rows of the last level stay closed.
  view_->expandToDepth(depth - 1);
  if (isAll) return {};
  return "The tree opens no more than " + grouped(kMostRows).toStdString() + " rows at once.";
}

std::string PrimTreePane::openBelow(const std::vector<Path>& prims) {
  bool isAll = true;
  for (const Path prim : prims) {
    const QModelIndex index = model_->indexOf(prim);
    if (!index.isValid()) continue;
    isAll = isAll && model_->fetchLevels(index, std::numeric_limits<int>::max(), kMostRows);
    if (isAll) view_->expandRecursively(index);
  }
  if (isAll) return {};
  return "There are more than " + grouped(kMostRows).toStdString() +
         " prims below the selected ones, so they stay closed.";
}

std::string PrimTreePane::changeTree(TreeCommand command, int depth) {
  const std::vector<Path>& selected = session_.selection.value().prims;
  switch (command) {
    case TreeCommand::OpenToDepth:
      return openLevels(depth);
    case TreeCommand::OpenAll:
      return openLevels(std::numeric_limits<int>::max());
    case TreeCommand::CloseAll:
      view_->collapseAll();
      view_->expand(model_->rootRow());
      return {};
    case TreeCommand::OpenSelection:
      return openBelow(selected);
    case TreeCommand::CloseSelection:
      for (const Path prim : selected) {
        const QModelIndex index = model_->indexOf(prim);
        std::vector<QModelIndex> waiting = {index};
        while (index.isValid() && !waiting.empty()) {
          const QModelIndex at = waiting.back();
          waiting.pop_back();
          for (int row = 0; row < model_->rowCount(at); ++row) {
            const QModelIndex child = model_->index(row, 0, at);
            if (view_->isExpanded(child)) waiting.push_back(child);
          }
          view_->collapse(at);
        }
      }
      return {};
    case TreeCommand::ShowSelection:
      showSelection(session_.selection.value());
      return {};
    case TreeCommand::ShowHelp:
      showHelp();
      return {};
  }
  return {};
}

void PrimTreePane::showHelp() { help_->showBelow(*search_); }

void PrimTreePane::showEmpty(const QString& why) {
  view_->setVisible(why.isEmpty());
  empty_->setVisible(!why.isEmpty());
  empty_->setText(why);
  mentions_->hide();
}

void PrimTreePane::showWhyEmpty() {
  const bool isOpen = session_.document.value().isOpen();
  const bool hasHidden =
      isOpen && !session_.document.value().stage->pseudoRoot().children().empty();
  const QString why = model_->hasChildren(model_->rootRow()) ? QString()
                      : hasHidden ? tr("All prims of this scene are hidden. View › Prim Tree shows "
                                       "undefined and abstract prims.")
                      : isOpen    ? tr("This scene has no prims.")
                      : session_.loading.value().isLoading() ? tr("Reading …")
                                                             : tr("Nothing is open.");
  showEmpty(why);
}

void PrimTreePane::showDocument(const Document& document) {
  const QScopedValueRollback guard(isShowing_, true);
  const bool isSame = document.isOpen() && document.file == shownFile_;
  const std::vector<Path> opened = isSame ? openRows_.paths() : std::vector<Path>();
  const int scrolled = view_->verticalScrollBar()->value();
  shownFile_ = document.file;
  matches_.reset();
  model_->setStage(document.stage);
  completer_->setStage(document.stage.get());
  search_->parentWidget()->setVisible(document.isOpen());
  problem_.clear();
  showWhyEmpty();
  if (isSame) {
    openRows_.open(opened);
    view_->verticalScrollBar()->setValue(scrolled);
  } else {
    search_->setText({});
    const std::vector<Path> remembered = session_.memory().openRows.value();
    openRows_.open(remembered);
    if (remembered.empty()) openFirstLevels();
    columns_->fitToContents();
  }
  showSelection(session_.selection.value());
  search();
}

void PrimTreePane::showShownPrims(const ShownPrims& shown) {
  if (shown == model_->shownPrims()) return;
  const QScopedValueRollback guard(isShowing_, true);
  const std::vector<Path> opened = openRows_.paths();
  model_->setShownPrims(shown);
  if (!mentions_->isVisible()) showWhyEmpty();
  openRows_.open(opened);
  showSelection(session_.selection.value());
  search();
}

void PrimTreePane::selectNextMatch(bool isBackwards) {
  wantsNext_ = isBackwards;
  if (!isSearching_) takeNextMatch();
}

void PrimTreePane::takeNextMatch() {
  if (!wantsNext_) return;
  session_.perform(*std::exchange(wantsNext_, std::nullopt) ? "previousMatch" : "nextMatch");
}

void PrimTreePane::search() {
  const auto& stage = session_.document.value().stage;
  search_->setNote(stage ? tr("…") : QString());
  isSearching_ = bool(stage);
  if (!stage) return searching_.cancel();
  searching_.start([this, stage, text = search_->text().toStdString(),
                    shown = model_->shownPrims()](const TaskRun& run) -> LatestTask::Show {
    const SearchText parsed = parseSearchText(text);
    const PrimQuery query(*stage, parsed);
    Found found;
    found.isSearch = !text.empty();
    found.matches = freedInBackground(findPrims(*stage, query, shown, run.stop));
    found.mentioned = mentionedIn(parsed);
    if (!found.mentioned.empty()) {
      auto list = std::make_shared<MentionList>(
          findMentions(*stage, TextPattern(found.mentioned, TextPattern::Plain::Part), run.stop));
      auto matches = keepMatching(*stage, query, *list);
      matches->problem = query.problem();
      found.matches = std::move(matches);
      found.mentions = std::move(list);
    }
    if (!found.matches || run.stop.stop_requested()) return {};
    return [this, found] { showFound(found); };
  });
}

void PrimTreePane::showFound(const Found& found) {
  problem_ = QString::fromStdString(found.matches->problem);
  // Without a word that is understood, the tree shows all prims.
  const bool isSearch =
      found.isSearch && (problem_.isEmpty() || !found.matches->found.empty() || found.mentions);
  if (!found.mentions) showMatches(found.matches, isSearch);
  session_.noteFound(isSearch ? found.matches : nullptr);
  if (found.mentions) {
    const std::size_t count = found.mentions->mentions.size();
    search_->setNote(found.mentions->isCut ? tr("first %1").arg(grouped(count))
                                           : tr("%1 found").arg(grouped(count)));
    mentions_->showMentions(*session_.document.value().stage, found.mentions,
                            QString::fromStdString(found.mentioned));
    view_->hide();
    empty_->hide();
    mentions_->setVisible(true);
  }
  showNote();
  isSearching_ = false;
  takeNextMatch();
}

void PrimTreePane::showMatches(const std::shared_ptr<const PrimMatches>& matches, bool isSearch) {
  if (isSearch || search_->text().isEmpty()) {
    search_->setCount(qsizetype(matches->found.size()), qsizetype(matches->total));
  } else {
    search_->setNote(grouped(matches->total));
  }
  const QScopedValueRollback guard(isShowing_, true);
  const bool wasSearch = matches_ || mentions_->isVisible();
  if (!isSearch && !wasSearch) return;  // The search only counted the prims.
  if (!wasSearch) openBefore_ = openRows_.paths();
  matches_ = isSearch ? matches : nullptr;
  model_->setMatches(matches_);
  if (!matches_) {
    openRows_.open(openBefore_);
  } else {
    const bool isSmall = matches_->found.size() + matches_->ancestors.size() <= kManyRows;
    model_->fetchLevels({}, isSmall ? std::numeric_limits<int>::max() : 2, kManyRows);
    if (isSmall) {
      view_->expandAll();
    } else {
      view_->expandToDepth(1);
    }
  }
  if (isSearch && matches->found.empty()) {
    showEmpty(tr("No prim matches \"%1\".").arg(search_->text()));
  } else {
    showWhyEmpty();
  }
  showSelection(session_.selection.value());
}

void PrimTreePane::showNote() {
  QString text = problem_;
  const Subject subject = session_.subject();
  const bool isHidden = subject && !subject.prim.isPseudoRoot() && !matches_ &&
                        !model_->indexOf(subject.prim.path()).isValid();
  if (text.isEmpty() && isHidden) {
    const Prim& prim = subject.prim;
    const QString kind = prim.isInPrototype() ? tr("Prototypes")
                         : prim.isAbstract()  ? tr("Abstract prims")
                         : !prim.isDefined()  ? tr("Undefined prims")
                                              : tr("Inactive prims");
    text = tr("%1 are hidden, and so is %2. <a href='show'>Show them</a>")
               .arg(kind, QString::fromStdString(prim.name().string()).toHtmlEscaped());
  }
  QPalette colors = note_->palette();
  colors.setColor(QPalette::WindowText, problem_.isEmpty() ? theme::kDim : theme::kWarning);
  note_->setPalette(colors);
  note_->setTextFormat(problem_.isEmpty() ? Qt::RichText : Qt::PlainText);
  note_->setText(text);
  note_->setVisible(!text.isEmpty());
}

void PrimTreePane::showHiddenPrims() {
  const Prim prim = session_.subject().prim;
  if (!prim) return;
  session_.changeView([&](ViewSettings& view) {
    view.shownPrims.prototypes |= prim.isInPrototype();
    view.shownPrims.abstract |= prim.isAbstract();
    view.shownPrims.undefined |= !prim.isDefined();
    view.shownPrims.inactive |= !prim.isActive();
  });
}

void PrimTreePane::showSelection(const Selection& selection) {
  const QScopedValueRollback guard(isShowing_, true);
  delegate_->setSelected(selection.prims);
  view_->selectionModel()->select(model_->rowsOf(selection.prims),
                                  QItemSelectionModel::ClearAndSelect | QItemSelectionModel::Rows);
  view_->viewport()->update();
  showNote();
  const QModelIndex leading = model_->indexOf(selection.leading());
  if (!leading.isValid()) return;
  view_->selectionModel()->setCurrentIndex(leading, QItemSelectionModel::NoUpdate);
  view_->scrollTo(leading);
}

void PrimTreePane::takeSelection() {
  if (isShowing_ || !session_.document.value().isOpen()) return;
  std::vector<Path> paths;
  const QModelIndex current = view_->currentIndex();
  for (const QModelIndex& row : view_->selectionModel()->selectedRows()) {
    const bool isLeading = row == current.siblingAtColumn(0);
    paths.insert(isLeading ? paths.begin() : paths.end(), model_->pathOf(row));
  }
  if (paths.size() > kMostAsText) return session_.select(std::move(paths));
  session_.perform("select", pathTexts(paths));
}

void PrimTreePane::toggleVisibility(const QModelIndex& index) {
  const QString letter = index.data().toString();
  if (letter.isEmpty()) return;
  session_.perform(letter == "V" ? "makeInvisible" : "makeVisible", {model_->pathOf(index).text()});
}

void PrimTreePane::chooseDrawMode(const QModelIndex& cell) {
  const Path clicked = model_->pathOf(cell);
  const std::vector<Path>& selected = session_.selection.value().prims;
  if (std::ranges::find(selected, clicked) == selected.end()) {
    session_.perform("select", {clicked.text()});
  }
  const bool isInherited = cell.data(Qt::ForegroundRole).value<QColor>() == theme::kFaint;
  popUpDrawModes(session_, session_.selection.value().prims,
                 isInherited ? QStringLiteral("inherited") : cell.data().toString(),
                 view_->viewport()->mapToGlobal(view_->visualRect(cell).bottomLeft()));
}

bool PrimTreePane::pressCell(const QModelIndex& cell, bool isDouble) {
  const auto column = static_cast<PrimColumn>(cell.column());
  if (!cell.isValid()) return false;
  if (column == PrimColumn::Visibility) {
    if (!isDouble) toggleVisibility(cell);
    return true;
  }
  // Only models have a draw mode.
  if (column != PrimColumn::DrawMode || cell.data().toString().isEmpty()) return false;
  if (!isDouble) chooseDrawMode(cell);
  return true;
}

bool PrimTreePane::explainAt(QPoint at) { return columns_->explainAt(mapToGlobal(at)); }

// Left leads from a closed row to its parent, and Right from an open row to its first child.
bool PrimTreePane::pressArrow(int key) {
  const QModelIndex row = view_->currentIndex().siblingAtColumn(0);
  const bool isOpen = model_->hasChildren(row) && view_->isExpanded(row);
  if (!row.isValid() || (key != Qt::Key_Left && key != Qt::Key_Right)) return false;
  if (key == Qt::Key_Right) {
    if (isOpen) {
      view_->setCurrentIndex(model_->index(0, 0, row));
    } else if (model_->hasChildren(row)) {
      view_->expand(row);
    }
  } else if (isOpen && row.parent().isValid()) {
    view_->collapse(row);
  } else if (row.parent().isValid()) {
    view_->setCurrentIndex(row.parent());
  }
  return true;
}

bool PrimTreePane::eventFilter(QObject* watched, QEvent* event) {
  const bool isDouble = event->type() == QEvent::MouseButtonDblClick;
  if (watched == view_->viewport() && (isDouble || event->type() == QEvent::MouseButtonPress)) {
    auto* mouse = static_cast<QMouseEvent*>(event);
    const QModelIndex cell = view_->indexAt(mouse->position().toPoint());
    // A click on such a cell keeps the selection.
    if (mouse->button() == Qt::LeftButton && pressCell(cell, isDouble)) return true;
  }
  if (watched == view_ && event->type() == QEvent::KeyPress) {
    const auto* key = static_cast<QKeyEvent*>(event);
    if (key->modifiers() == Qt::NoModifier && pressArrow(key->key())) return true;
  }
  return QWidget::eventFilter(watched, event);
}

}  // namespace usdscope
