// SPDX-License-Identifier: Apache-2.0
#include "app/panes/layers/LayersPane.h"

#include <QApplication>
#include <QClipboard>
#include <QHeaderView>
#include <QKeyEvent>
#include <QLabel>
#include <QLocale>
#include <QMenu>
#include <QMouseEvent>
#include <QScopedValueRollback>
#include <QScrollBar>
#include <QTreeView>
#include <QVBoxLayout>
#include <algorithm>

#include "app/models/LayerTreeModel.h"
#include "app/panes/ChangesLine.h"
#include "app/panes/layers/LayerTextWindow.h"
#include "app/session/Inspection.h"
#include "app/session/ObserveSubject.h"
#include "app/session/edits/LayerSaver.h"
#include "app/widgets/ElidedLabel.h"
#include "app/widgets/FittingColumns.h"
#include "app/widgets/PaneParts.h"

namespace usdscope {
namespace {

using Role = LayerTreeRow::Role;
using State = LayerTreeRow::State;
constexpr int kHoldMs = 400;
// Trees with more rows open only the root stack.
constexpr std::size_t kFewRows = 60;
constexpr std::size_t kMostSelected = 1000;  // Prims whose layers are found.

QString counted(std::size_t value) { return QLocale(QLocale::English).toString(qulonglong(value)); }

}  // namespace

LayersPane::LayersPane(Session& session, QWidget* parent)
    : QWidget(parent),
      session_(session),
      model_(new LayerTreeModel(this)),
      heading_(makeHeading()),
      view_(new QTreeView),
      empty_(makeEmptyText()),
      reading_(session, *this),
      touching_(session, *this) {
  QVBoxLayout* layout = makeColumn(*this);
  layout->addWidget(heading_);
  layout->addWidget(view_, 1);
  layout->addWidget(empty_, 1);
  layout->addWidget(new ChangesLine(session_));
  view_->setModel(model_);
  view_->setUniformRowHeights(true);
  view_->setIndentation(14);
  view_->setTextElideMode(Qt::ElideMiddle);
  view_->setContextMenuPolicy(Qt::CustomContextMenu);
  QHeaderView* header = view_->header();
  header->setStretchLastSection(false);
  header->setMinimumSectionSize(36);
  header->setSectionResizeMode(LayerTreeModel::kLayer, QHeaderView::Stretch);
  const std::pair<int, int> widths[] = {
      {LayerTreeModel::kArc, 112}, {LayerTreeModel::kOffset, 100}, {LayerTreeModel::kRate, 48},
      {LayerTreeModel::kSize, 76}, {LayerTreeModel::kDate, 128},   {LayerTreeModel::kMute, 60}};
  for (const auto& [column, width] : widths) header->resizeSection(column, width);
  view_->installEventFilter(this);
  view_->viewport()->installEventFilter(this);
  new FittingColumns(*view_,
                     {LayerTreeModel::kDate, LayerTreeModel::kSize, LayerTreeModel::kRate,
                      LayerTreeModel::kOffset, LayerTreeModel::kArc},
                     150);

  connect(view_, &QTreeView::customContextMenuRequested, this, &LayersPane::openMenu);
  connect(view_->selectionModel(), &QItemSelectionModel::currentChanged, this,
          &LayersPane::takeCurrent);
  // A click chooses the row after it has become the current one.
  connect(view_->selectionModel(), &QItemSelectionModel::selectionChanged, this,
          &LayersPane::takeCurrent);
  session_.document.observe(this, [this](const Document&) { refresh(); });
  session_.edits.observe(this,
                         [this](const EditHistory& edits) { model_->setMutes(edits.state()); });
  session_.selection.observe(this, [this](const Selection&) { refreshTouching(); });
  session_.layerMarks.observe(this, [this](const std::shared_ptr<const LayerMarks>& marks) {
    if (marks) revealLayer(marks->identifier);
    showHeading();
  });
  session_.problemMarks.observe(this, [this](const std::shared_ptr<const ProblemMarks>& marks) {
    model_->setProblems(marks);
  });
  session_.layerText.observe(this, [this](const std::shared_ptr<const LayerText>& text) {
    if (text) (new LayerTextWindow(*text, window()))->show();
  });
}

void LayersPane::refresh() {
  const auto& stage = session_.document.value().stage;
  empty_->setText(tr("Nothing is open."));
  if (!stage) {
    reading_.cancel();
    return showTree(nullptr);
  }
  reading_.start([this, stage](const TaskRun& run) -> LatestTask::Show {
    auto tree = std::make_shared<const LayerTree>(layerTree(*stage, run.stop));
    if (run.stop.stop_requested()) return {};
    return [this, tree] { showTree(tree); };
  });
  refreshTouching();
}

void LayersPane::refreshTouching() {
  const Subject subject = session_.subject();
  if (!subject) {
    touching_.cancel();
    return model_->setTouching({});
  }
  touching_.start([this, stage = subject.stage, prims = session_.selection.value().prims](
                      const TaskRun& run) -> LatestTask::Show {
    std::set<std::string> layers;
    for (std::size_t i = 0; i < std::min(prims.size(), kMostSelected); ++i) {
      const Prim prim = stage->primAt(prims[i]);
      if (!prim || run.stop.stop_requested()) continue;
      for (std::string& layer : layersTouching(prim)) layers.insert(std::move(layer));
    }
    return [this, touching = std::vector(layers.begin(), layers.end())] {
      model_->setTouching(touching);
    };
  });
}

// Calls `visit` for all rows, top down.
template <typename Visit>
void LayersPane::visitRows(Visit visit) const {
  std::vector<QModelIndex> waiting = {{}};
  while (!waiting.empty()) {
    const QModelIndex parent = waiting.back();
    waiting.pop_back();
    for (int row = 0; row < model_->rowCount(parent); ++row) {
      const QModelIndex index = model_->index(row, 0, parent);
      visit(index);
      if (model_->rowCount(index) > 0) waiting.push_back(index);
    }
  }
}

void LayersPane::showTree(std::shared_ptr<const LayerTree> tree) {
  const QScopedValueRollback guard(isShowing_, true);
  const bool isSame = session_.document.value().file == shownFile_ && model_->tree();
  std::set<std::string> open;
  std::set<std::string> closed;
  std::string current;
  if (isSame) {
    visitRows([&](const QModelIndex& index) {
      if (model_->rowCount(index) == 0) return;
      (view_->isExpanded(index) ? open : closed).insert(model_->keyOf(index));
    });
    if (view_->currentIndex().isValid()) current = model_->keyOf(view_->currentIndex());
  }
  const int scrolled = view_->verticalScrollBar()->value();
  shownFile_ = session_.document.value().file;
  model_->setTree(std::move(tree));
  const bool isFew = model_->tree() && model_->tree()->rows.size() <= kFewRows;
  visitRows([&](const QModelIndex& index) {
    const LayerTreeRow& row = model_->rowOf(index);
    if (model_->isMessage(index)) {
      view_->setFirstColumnSpanned(index.row(), index.parent(), true);
    }
    const std::string key = model_->keyOf(index);
    const bool isOpen = open.contains(key) || (!closed.contains(key) && row.role != Role::ClipSet &&
                                               (isFew || row.parent == LayerTreeRow::kNone));
    if (isOpen) view_->expand(index);
    if (!current.empty() && key == current) {
      view_->setCurrentIndex(index);
      current.clear();
    }
  });
  if (isSame) view_->verticalScrollBar()->setValue(scrolled);
  view_->setVisible(model_->rowCount() > 0);
  empty_->setVisible(model_->rowCount() == 0);
  showHeading();
}

void LayersPane::showHeading() {
  heading_->setVisible(model_->rowCount() > 0);
  if (!model_->tree()) return;
  std::set<std::string> layers;
  std::set<std::string> muted;
  std::set<std::string> broken;
  std::set<std::string> clips;
  for (const LayerTreeRow& row : model_->tree()->rows) {
    if (row.role == Role::ClipSet || row.role == Role::Session) continue;
    const bool isClip = row.role == Role::Clip || row.role == Role::Manifest;
    (isClip ? clips : layers).insert(row.identifier);
    if (row.state == State::Muted) muted.insert(row.identifier);
    if (row.state == State::Unreadable) broken.insert(row.identifier);
  }
  QStringList parts = {layers.size() == 1 ? tr("1 layer")
                                          : tr("%1 layers").arg(counted(layers.size()))};
  if (!clips.empty()) parts << tr("%1 clip files").arg(counted(clips.size()));
  if (!muted.empty()) parts << tr("%1 muted").arg(counted(muted.size()));
  if (!broken.empty()) parts << tr("%1 unreadable").arg(counted(broken.size()));
  QString text = parts.join(", ");
  if (const auto& marks = session_.layerMarks.value()) {
    const QString name = QString::fromStdString(marks->identifier).section('/', -1);
    text += tr(" — %1 touches %2 of %3 prims, marked in tree and picture")
                .arg(name, counted(marks->count), counted(marks->stage->rowCount() - 1));
  }
  heading_->setFullText(text);
}

void LayersPane::takeCurrent() {
  if (isShowing_ || !session_.document.value().isOpen()) return;
  const QModelIndex index = view_->currentIndex();
  // The keyboard alone, when it comes to the list, makes a row the current one but chooses none.
  const bool isChosen = index.isValid() && view_->selectionModel()->isSelected(index);
  session_.perform("markLayer", {isChosen ? model_->rowOf(index).identifier : std::string()});
}

void LayersPane::hold(const QModelIndex& index) {
  session_.showNote(session_.inspection().beginFlash(model_->rowOf(index).identifier));
  held_.start();
}

void LayersPane::release() {
  const bool isLong = held_.elapsed() >= kHoldMs;
  held_.invalidate();
  if (isLong) {
    session_.inspection().endFlash();
  } else {
    session_.inspection().keepFlash();
  }
}

void LayersPane::revealLayer(const std::string& identifier) {
  const QModelIndex current = view_->currentIndex();
  if (current.isValid() && model_->rowOf(current).identifier == identifier) return;
  const QScopedValueRollback guard(isShowing_, true);
  QModelIndex found;
  visitRows([&](const QModelIndex& index) {
    if (!found.isValid() && model_->rowOf(index).identifier == identifier) found = index;
  });
  if (!found.isValid()) return;
  view_->setCurrentIndex(found);
  view_->scrollTo(found);
}

bool LayersPane::pressMute(const QModelIndex& index, bool isSolo) {
  if (!index.isValid() || index.column() != LayerTreeModel::kMute) return false;
  const LayerTreeRow& row = model_->rowOf(index);
  if (!row.canBeMuted()) return true;
  if (isSolo) {
    session_.perform("solo", {row.identifier});
    return true;
  }
  hold(index);
  return true;
}

bool LayersPane::pressKey(const QKeyEvent& key, QEvent::Type type) {
  if (key.modifiers() != Qt::NoModifier) return false;
  if (key.key() == Qt::Key_Escape && type == QEvent::KeyPress) {
    view_->setCurrentIndex({});
    return true;
  }
  if (key.key() != Qt::Key_M) return false;
  if (type == QEvent::KeyRelease) {
    // The row may have gone meanwhile, since the layer is muted.
    if (held_.isValid() && !key.isAutoRepeat()) release();
    return true;
  }
  const QModelIndex index = view_->currentIndex();
  if (!held_.isValid() && (!index.isValid() || !model_->rowOf(index).canBeMuted())) return false;
  if (type == QEvent::KeyPress && !key.isAutoRepeat()) hold(index);
  return true;
}

void LayersPane::openMenu(const QPoint& at) {
  const QModelIndex index = view_->indexAt(at);
  if (!index.isValid()) return;
  view_->setCurrentIndex(index);
  const LayerTreeRow row = model_->rowOf(index);
  const StageState& state = session_.edits.value().state();
  const bool isFile = !row.identifier.empty() && row.role != Role::Session;
  const bool isClip = row.role == Role::Clip || row.role == Role::Manifest;
  QMenu menu;
  const auto add = [&](const QString& text, bool isEnabled, auto run) {
    QAction* action = menu.addAction(text);
    action->setEnabled(isEnabled);
    connect(action, &QAction::triggered, this, run);
  };
  const std::string id = row.identifier;
  const auto act = [this, id](const char* action) {
    return [this, id, action] { session_.perform(action, {id}); };
  };
  const bool isMuted = state.allMuted().contains(id);
  add(isMuted ? tr("Unmute Layer") : tr("Mute Layer"), row.canBeMuted() || isMuted,
      act(isMuted ? "unmute" : "mute"));
  add(state.soloLayer == id && !id.empty() ? tr("End Solo") : tr("Solo Layer"),
      row.canBeMuted() && row.role != Role::Session, act("solo"));
  add(tr("Set as Edit Target"),
      !id.empty() && !isMuted && row.state != State::Unreadable && !isClip, [this, id] {
        session_.inspectRow({.layer = id});
        session_.perform("editTargetRow");
      });
  menu.addSeparator();
  add(tr("Copy Layer Path"), isFile, [id] {
    QApplication::clipboard()->setText(QString::fromStdString(id.substr(0, id.find('['))));
  });
  add(tr("Copy Layer Identifier"), !id.empty(),
      [id] { QApplication::clipboard()->setText(QString::fromStdString(id)); });
  menu.addSeparator();
  add(tr("Show Text"), !id.empty() && row.state != State::Unreadable, act("layerText"));
  add(tr("Open Layer in Editor"), isFile && row.state != State::Unreadable, act("openInEditor"));
  add(tr("Save Layer"), isFile && session_.saver().isUnsaved(id), act("save"));
  add(tr("Reload This Layer"), isFile && !isClip, act("reloadLayer"));
  menu.exec(view_->viewport()->mapToGlobal(at));
}

bool LayersPane::eventFilter(QObject* watched, QEvent* event) {
  const bool isPress =
      event->type() == QEvent::MouseButtonPress || event->type() == QEvent::MouseButtonDblClick;
  if (watched == view_->viewport() && isPress) {
    const auto* mouse = static_cast<QMouseEvent*>(event);
    if (mouse->button() == Qt::LeftButton) {
      const QModelIndex index = view_->indexAt(mouse->position().toPoint());
      if (pressMute(index, mouse->modifiers() & Qt::AltModifier)) return true;
    }
  }
  if (watched == view_->viewport() && event->type() == QEvent::MouseButtonRelease &&
      held_.isValid()) {
    release();
    return true;
  }
  const bool isKey = event->type() == QEvent::ShortcutOverride ||
                     event->type() == QEvent::KeyPress || event->type() == QEvent::KeyRelease;
  if (watched == view_ && isKey && pressKey(*static_cast<QKeyEvent*>(event), event->type())) {
    event->accept();  // M is a shortcut of the window, too.
    return true;
  }
  if (watched == view_ && event->type() == QEvent::FocusOut && held_.isValid()) {
    held_.invalidate();
    session_.inspection().endFlash();
  }
  return QWidget::eventFilter(watched, event);
}

}  // namespace usdscope
