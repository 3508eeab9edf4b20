// SPDX-License-Identifier: Apache-2.0
#include "app/panes/primtree/TreeColumns.h"

#include <QEvent>
#include <QHeaderView>
#include <QMenu>
#include <QScopedValueRollback>
#include <QSettings>
#include <QTreeView>
#include <algorithm>
#include <utility>

#include "app/models/PrimTreeModel.h"
#include "app/session/Inspection.h"
#include "app/session/ObserveSubject.h"
#include "app/session/view/ShownColumns.h"
#include "app/theme/Theme.h"
#include "app/theme/Utf8Text.h"
#include "engine/search/PrimColumns.h"
#include "engine/stage/Stage.h"

namespace usdscope {
namespace {

constexpr const char* kKey = "primTree/columns";
constexpr int kUsualName = 120;  // Narrower names only beside the narrowest types.
constexpr int kNarrowestName = 80;
constexpr int kNarrowest = 36;
constexpr int kLeastType = 48;  // Narrower types are only dots.
constexpr int kWidestType = 128;
constexpr int kCellMargins = 16;

constexpr int section(PrimColumn column) { return static_cast<int>(column); }

int widthOf(PrimColumn column) {
  switch (column) {
    case PrimColumn::Visibility:
      return 40;
    case PrimColumn::Guides:
    case PrimColumn::Layers:
    case PrimColumn::Errors:
      return 60;
    case PrimColumn::Clips:
    case PrimColumn::Samples:
    case PrimColumn::Load:
    case PrimColumn::Skel:
    case PrimColumn::Purpose:
      return 68;
    case PrimColumn::Variants:
      return 160;
    default:
      return 88;
  }
}

// A long text of a column that has few different ones; empty for other columns.
QString longTextOf(PrimColumn column) {
  switch (column) {
    case PrimColumn::Clips:
      return QStringLiteral("88 missing");
    case PrimColumn::Skel:
      return QStringLiteral("animation");
    default:
      return {};
  }
}

std::uint32_t storedColumns() {
  const QStringList ids = QSettings().value(kKey).toStringList();
  std::uint32_t columns = 0;
  for (const PrimColumnInfo& info : primColumns()) {
    if (ids.contains(textOf(info.id))) columns |= bitOf(info.column);
  }
  return columns;
}

// Without a choice, the key is removed.
void store(std::uint32_t columns) {
  if (!columns) return QSettings().remove(kKey);
  QStringList ids;
  for (const PrimColumnInfo& info : primColumns()) {
    if (columns & bitOf(info.column)) ids << textOf(info.id);
  }
  QSettings().setValue(kKey, ids);
}

}  // namespace

TreeColumns::TreeColumns(Session& session, QTreeView& view)
    : QObject(&view), session_(session), view_(view), search_(session.background()) {
  QHeaderView* header = view_.header();
  header->setStretchLastSection(false);
  header->setMinimumSectionSize(kNarrowest);
  header->setSectionsMovable(false);
  for (const PrimColumnInfo& info : primColumns()) {
    header->setSectionResizeMode(section(info.column), QHeaderView::Interactive);
  }
  resizeColumns();
  header->setContextMenuPolicy(Qt::CustomContextMenu);
  connect(header, &QHeaderView::customContextMenuRequested, this, &TreeColumns::showMenu);
  connect(header, &QHeaderView::sectionResized, this, [this](int changed, int, int size) {
    if (isSharing_) return;
    if (changed == section(PrimColumn::Type)) typeWidth_ = size;
    if (changed != section(PrimColumn::Name)) shareRoom();
  });
  observeColors(session_, this, [this] {
    resizeColumns();
    fitToContents();
  });
  connect(&view_, &QTreeView::clicked, this, [this](const QModelIndex& cell) {
    const bool isBadge = cell.column() == section(PrimColumn::Clips);
    if (isBadge && !cell.data().toString().isEmpty()) explain(cell);
  });
  view_.installEventFilter(this);
  stored_ = storedColumns();
  if (stored_) {
    session_.changeView([this](ViewSettings& settings) { settings.treeColumns = stored_; });
  }
  session_.view.observe(this, [this](const ViewSettings& settings) {
    if (settings.treeColumns != stored_) {
      stored_ = settings.treeColumns;
      store(stored_);
      findClips();
    }
    show(shownColumns(settings));
  });
  session_.document.observe(this, [this](const Document&) { findClips(); });
}

void TreeColumns::findClips() {
  const auto& stage = session_.document.value().stage;
  if (!stage) {
    searched_.reset();
    search_.cancel();
    return noteClips(false);
  }
  // A choice of columns does not depend on clips.
  if (session_.view.value().treeColumns || searched_.lock() == stage) return;
  searched_ = stage;
  search_.start([this, stage](const TaskRun& run) -> LatestTask::Show {
    bool areThere = false;
    PrimFilter filter = PrimFilter::all();
    filter.instanceProxies = false;
    const auto search = [&](const Prim& prim) {
      areThere = areThere || prim.mayHaveClips();
      return !areThere && !run.stop.stop_requested();
    };
    traverse(stage->pseudoRoot(), filter, search);
    for (const Prim& prototype : stage->prototypes()) traverse(prototype, filter, search);
    if (run.stop.stop_requested()) return {};
    return [this, areThere] { noteClips(areThere); };
  });
}

void TreeColumns::noteClips(bool areThere) {
  session_.changeView([areThere](ViewSettings& settings) { settings.hasClips = areThere; });
}

bool TreeColumns::explainAt(const QPoint& global) {
  const QModelIndex cell = view_.indexAt(view_.viewport()->mapFromGlobal(global));
  if (!view_.isVisible() || !cell.isValid()) return false;
  explain(cell);
  return true;
}

void TreeColumns::explain(const QModelIndex& cell) {
  const auto& model = static_cast<const PrimTreeModel&>(*view_.model());
  session_.inspection().explainShape(model.pathOf(cell));
}

void TreeColumns::resizeColumns() {
  for (const PrimColumnInfo& info : primColumns()) {
    const int text = view_.fontMetrics().horizontalAdvance(longTextOf(info.column));
    const int width = std::max(theme::px(widthOf(info.column)), text + theme::px(kCellMargins));
    view_.header()->resizeSection(section(info.column), width);
  }
  typeWidth_ = theme::px(widthOf(PrimColumn::Type));
}

void TreeColumns::show(std::uint32_t columns) {
  bool isChanged = false;
  for (const PrimColumnInfo& info : primColumns()) {
    const bool isHidden = info.column != PrimColumn::Name && !(columns & bitOf(info.column));
    const bool isTooNarrow = info.column == PrimColumn::Type && hidesType_;
    if (isHidden == (view_.isColumnHidden(section(info.column)) && !isTooNarrow)) continue;
    if (isTooNarrow) hidesType_ = false;
    view_.setColumnHidden(section(info.column), isHidden);
    isChanged = true;
  }
  if (isChanged) shareRoom();
}

void TreeColumns::showMenu(const QPoint& at) {
  QMenu menu;
  const std::uint32_t shown = shownColumns(session_.view.value());
  for (const PrimColumnInfo& info : primColumns()) {
    if (info.column == PrimColumn::Name) continue;
    QAction* action = menu.addAction(textOf(info.title));
    action->setToolTip(textOf(info.meaning));
    action->setCheckable(true);
    action->setChecked(shown & bitOf(info.column));
    connect(action, &QAction::triggered, this,
            [this, id = std::string(info.id)] { session_.perform("treeColumn", {id}); });
  }
  menu.addSeparator();
  connect(menu.addAction(tr("Usual Columns")), &QAction::triggered, this,
          [this] { session_.perform("usualColumns"); });
  menu.exec(view_.header()->mapToGlobal(at));
}

void TreeColumns::fitToContents() {
  // The column of types is no wider than they need; names are longer.
  const int type = section(PrimColumn::Type);
  if (view_.isColumnHidden(type) && !hidesType_) return shareRoom();
  {
    const QScopedValueRollback guard(isSharing_, true);
    if (std::exchange(hidesType_, false)) view_.setColumnHidden(type, false);
    view_.resizeColumnToContents(type);
  }
  const int widest = std::max(kNarrowest, std::min(theme::px(kWidestType), view_.width() * 2 / 5));
  typeWidth_ = std::min(view_.header()->sectionSize(type), widest);
  shareRoom();
}

void TreeColumns::shareRoom() {
  const QScopedValueRollback guard(isSharing_, true);
  QHeaderView* header = view_.header();
  const int name = section(PrimColumn::Name);
  const int type = section(PrimColumn::Type);
  // The size of a hidden section is 0.
  const int others = header->length() - header->sectionSize(name) - header->sectionSize(type);
  int left = view_.viewport()->width() - others;
  if (hidesType_ || !view_.isColumnHidden(type)) {
    const int room = left - theme::px(kUsualName);
    hidesType_ = room < std::min(theme::px(kLeastType), typeWidth_);
    view_.setColumnHidden(type, hidesType_);
    if (!hidesType_) header->resizeSection(type, std::min(room, typeWidth_));
    left -= header->sectionSize(type);
  }
  // Columns that do not fit are scrolled, so names are not squeezed for them.
  header->resizeSection(name, left < theme::px(kNarrowestName) ? theme::px(kUsualName) : left);
}

bool TreeColumns::eventFilter(QObject* watched, QEvent* event) {
  const bool isResize = event->type() == QEvent::Resize || event->type() == QEvent::Show;
  const bool isLaidOut = event->type() == QEvent::LayoutRequest;
  if (watched == &view_ && (isResize || isLaidOut)) {
    QMetaObject::invokeMethod(this, &TreeColumns::shareRoom, Qt::QueuedConnection);
  }
  return QObject::eventFilter(watched, event);
}

}  // namespace usdscope
