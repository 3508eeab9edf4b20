// SPDX-License-Identifier: Apache-2.0
#include "app/models/PrimTreeModel.h"

#include <QColor>
#include <QFont>
#include <algorithm>
#include <utility>

#include "app/session/tasks/FreeInBackground.h"
#include "app/theme/LongText.h"
#include "app/theme/Theme.h"
#include "app/theme/Utf8Text.h"
#include "engine/compose/PrimIndex.h"

namespace usdscope {
namespace {

// Whether a prim has an arc of its own: reference, payload, inherit, variant and so on. Arcs to
// layers that are not there, and payloads that are not loaded, count, too.
bool hasArcs(const Prim& prim) {
  return !prim.index().missingLayers().empty() || prim.index().hasPayloads() ||
         std::ranges::any_of(prim.index().nodes(), [](const PrimIndexNode& node) {
           return node.arc != ArcType::Root && !node.isDueToAncestor;
         });
}

QString tipOf(const Prim& prim) {
  QString tip = textOf(prim.path().text());
  const auto add = [&](bool holds, const QString& line) {
    if (holds) tip += "\n" + line;
  };
  add(!prim.kind().isEmpty(), PrimTreeModel::tr("kind: %1").arg(textOf(prim.kind().text())));
  add(hasArcs(prim), PrimTreeModel::tr("has composition arcs"));
  add(prim.isInstance(), PrimTreeModel::tr("instance"));
  add(prim.isInstanceProxy(), PrimTreeModel::tr("part of an instance"));
  add(prim.isInPrototype(), PrimTreeModel::tr("in a prototype"));
  add(prim.isAbstract(), PrimTreeModel::tr("abstract (class)"));
  add(!prim.isDefined(), PrimTreeModel::tr("undefined (over)"));
  add(!prim.isActive(), PrimTreeModel::tr("inactive"));
  add(!prim.isLoaded(), PrimTreeModel::tr("not loaded"));
  return tip;
}

QColor colorOf(PrimCell::Tone tone) {
  switch (tone) {
    case PrimCell::Tone::Normal:
      return theme::kDim;
    case PrimCell::Tone::Inherited:
      return theme::kFaint;
    case PrimCell::Tone::Emphasis:
      return theme::kText;
    case PrimCell::Tone::Wrong:
      return theme::kError;
  }
  return theme::kText;
}

bool isLetter(PrimColumn column) {
  return column == PrimColumn::Visibility || column == PrimColumn::Guides;
}

bool isNumber(PrimColumn column) {
  return column == PrimColumn::Samples || column == PrimColumn::Layers;
}

const PrimColumnInfo& infoOf(PrimColumn column) {
  return primColumns()[static_cast<std::size_t>(column)];
}

}  // namespace

QColor primColor(const Prim& prim) {
  const bool isInPrototype = prim.isInPrototype() || prim.isInstanceProxy();
  const QColor color = prim.isInstance() ? theme::kInstance
                       : hasArcs(prim)   ? theme::kHasArcs
                       : isInPrototype   ? theme::kPrototype
                                         : theme::kText;
  return prim.isActive() ? color : theme::inactive(color);
}

QFont primFont(const Prim& prim) {
  QFont font;
  font.setBold(prim.isDefined() && !prim.isAbstract());
  font.setItalic(!prim.isDefined());
  return font;
}

struct PrimTreeModel::Cell {
  PrimColumn column;
  std::uint64_t round = 0;       // In which the cell was asked for.
  std::uint64_t knownRound = 0;  // In which the cell was asked for that is shown.
  bool isKnown = false;
  PrimCell shown;
};

struct PrimTreeModel::Node {
  Prim prim;
  Node* parent = nullptr;
  int row = 0;
  bool isFetched = false;
  std::vector<Cell> cells;  // Only those that were painted.
  // Filled at once, so that nodes do not move.
  std::vector<Node> children;
  // The rows of the children by name; empty until one of many is looked for.
  std::unordered_map<Token, int> rows;

  Cell& cell(PrimColumn column) {
    const auto found = std::ranges::find(cells, column, &Cell::column);
    if (found != cells.end()) return *found;
    return cells.emplace_back(Cell{column, 0, 0, false, {}});
  }

  Node* child(Token name) {
    constexpr std::size_t kFew = 16;
    const auto nameOf = [](const Node& node) { return node.prim.name(); };
    if (children.size() <= kFew) {
      const auto found = std::ranges::find(children, name, nameOf);
      return found == children.end() ? nullptr : &*found;
    }
    if (rows.empty()) {
      rows.reserve(children.size());
      for (const Node& each : children) rows.emplace(nameOf(each), each.row);
    }
    const auto found = rows.find(name);
    return found == rows.end() ? nullptr : &children[std::size_t(found->second)];
  }
};

PrimTreeModel::PrimTreeModel(Background& background, QObject* parent)
    : QAbstractItemModel(parent), task_(background) {
  asking_.setSingleShot(true);
  asking_.setInterval(0);
  connect(&asking_, &QTimer::timeout, this, &PrimTreeModel::computeCells);
}

PrimTreeModel::~PrimTreeModel() = default;

void PrimTreeModel::setStage(std::shared_ptr<const Stage> stage) {
  beginResetModel();
  const bool isSameScene =
      stage && stage_ && stage->rootLayer()->identifier() == stage_->rootLayer()->identifier();
  if (!isSameScene) displayNames_.clear();
  stage_ = std::move(stage);
  matches_.reset();
  reset();
  endResetModel();
}

void PrimTreeModel::setShownPrims(const ShownPrims& shown) {
  if (shown == shown_) return;
  beginResetModel();
  shown_ = shown;
  reset();
  endResetModel();
}

void PrimTreeModel::setMatches(std::shared_ptr<const PrimMatches> matches) {
  if (!matches && !matches_) return;
  beginResetModel();
  matches_ = std::move(matches);
  reset();
  endResetModel();
}

void PrimTreeModel::setMarks(std::shared_ptr<const LayerMarks> marks) { marks_ = std::move(marks); }

void PrimTreeModel::setProblems(std::shared_ptr<const ProblemMarks> problems) {
  problems_ = std::move(problems);
}

void PrimTreeModel::setTime(TimeCode time) {
  time_ = time;
  ++round_;
  std::erase_if(unknown_, [](const Place& place) { return infoOf(place.second).dependsOnTime; });
}

void PrimTreeModel::reset() {
  task_.cancel();
  unknown_.clear();
  ++round_;
  freeInBackground(std::exchange(top_, nullptr));
  if (!stage_) return;
  top_ = std::make_shared<Node>();
  top_->isFetched = true;
  Node& root = top_->children.emplace_back();
  root.prim = stage_->pseudoRoot();
  root.parent = top_.get();
}

PrimTreeModel::Node* PrimTreeModel::nodeOf(const QModelIndex& index) const {
  return index.isValid() ? static_cast<Node*>(index.internalPointer()) : top_.get();
}

QModelIndex PrimTreeModel::indexOf(const Node& node, PrimColumn column) const {
  return createIndex(node.row, static_cast<int>(column), &node);
}

PrimTreeModel::Node* PrimTreeModel::find(Path path) {
  if (!top_ || path.isEmpty()) return nullptr;
  if (path == Path::root()) return &top_->children.front();
  Node* parent = find(path.parent());
  if (!parent) return nullptr;
  if (!parent->isFetched) fetchMore(indexOf(*parent));
  return parent->child(path.name());
}

QModelIndex PrimTreeModel::indexOf(Path path) {
  const Node* node = find(path);
  return node ? indexOf(*node) : QModelIndex();
}

// Neighbours are one range: the work of a selection grows with the square of its ranges.
QItemSelection PrimTreeModel::rowsOf(const std::vector<Path>& prims) {
  std::vector<const Node*> nodes;
  for (const Path path : prims) {
    if (const Node* node = find(path)) nodes.push_back(node);
  }
  std::ranges::sort(nodes, {}, [](const Node* node) { return std::pair(node->parent, node->row); });
  const auto [end, last] = std::ranges::unique(nodes);
  nodes.erase(end, last);
  QItemSelection ranges;
  for (std::size_t first = 0, next = 1; first < nodes.size(); first = next++) {
    const auto follows = [&](const Node& node) {
      return node.parent == nodes[first]->parent && node.row == nodes[next - 1]->row + 1;
    };
    while (next < nodes.size() && follows(*nodes[next])) ++next;
    ranges.append(QItemSelectionRange(indexOf(*nodes[first]), indexOf(*nodes[next - 1])));
  }
  return ranges;
}

Path PrimTreeModel::pathOf(const QModelIndex& index) const {
  return index.isValid() ? nodeOf(index)->prim.path() : Path();
}

bool PrimTreeModel::fetchLevels(const QModelIndex& from, int depth, int most) {
  std::vector<QModelIndex> level = {from.isValid() ? from : rootRow()};
  int count = 0;
  for (int i = 0; i < depth && !level.empty(); ++i) {
    std::vector<QModelIndex> next;
    for (const QModelIndex& at : level) {
      if (canFetchMore(at)) fetchMore(at);
      const int rows = rowCount(at);
      count += rows;
      if (count > most) return false;
      for (int row = 0; row < rows; ++row) next.push_back(index(row, 0, at));
    }
    level = std::move(next);
  }
  return true;
}

QModelIndex PrimTreeModel::index(int row, int column, const QModelIndex& parent) const {
  const Node* node = nodeOf(parent);
  if (!node || row < 0 || static_cast<std::size_t>(row) >= node->children.size() || column < 0 ||
      column >= columnCount() || parent.column() > 0) {
    return {};
  }
  return indexOf(node->children[static_cast<std::size_t>(row)], PrimColumn(column));
}

QModelIndex PrimTreeModel::parent(const QModelIndex& index) const {
  const Node* node = nodeOf(index);
  if (!index.isValid() || !node->parent || node->parent == top_.get()) return {};
  return indexOf(*node->parent);
}

int PrimTreeModel::rowCount(const QModelIndex& parent) const {
  const Node* node = nodeOf(parent);
  return node && parent.column() <= 0 ? static_cast<int>(node->children.size()) : 0;
}

int PrimTreeModel::columnCount(const QModelIndex&) const {
  return static_cast<int>(primColumns().size());
}

bool PrimTreeModel::hasChildren(const QModelIndex& parent) const {
  const Node* node = nodeOf(parent);
  if (!node || parent.column() > 0) return false;
  if (node->isFetched) return !node->children.empty();
  return matches_ ? !shownChildren(node->prim).empty() : shown_.hasChildren(node->prim);
}

bool PrimTreeModel::canFetchMore(const QModelIndex& parent) const {
  const Node* node = nodeOf(parent);
  return node && parent.column() <= 0 && !node->isFetched;
}

std::vector<Prim> PrimTreeModel::shownChildren(const Prim& prim) const {
  std::vector<Prim> prims = shown_.childrenOf(prim);
  if (matches_) {
    std::erase_if(prims, [this](const Prim& child) { return !matches_->shows(child.path()); });
  }
  return prims;
}

void PrimTreeModel::fetchMore(const QModelIndex& parent) {
  Node* node = nodeOf(parent);
  if (!node || node->isFetched) return;
  node->isFetched = true;
  const std::vector<Prim> prims = shownChildren(node->prim);
  if (prims.empty()) return;
  beginInsertRows(parent, 0, static_cast<int>(prims.size()) - 1);
  node->children.reserve(prims.size());
  for (const Prim& prim : prims) {
    Node& child = node->children.emplace_back();
    child.prim = prim;
    child.parent = node;
    child.row = static_cast<int>(node->children.size()) - 1;
  }
  endInsertRows();
}

QVariant PrimTreeModel::data(const QModelIndex& index, int role) const {
  if (!index.isValid()) return {};
  Node& node = *nodeOf(index);
  const auto column = static_cast<PrimColumn>(index.column());
  if (node.prim.isPseudoRoot()) return rootData(column, role);
  if (role == Qt::BackgroundRole) {
    if (marks_ && marks_->stage == stage_ && marks_->rows[node.prim.row()]) return theme::kMark;
    return {};
  }
  if (column == PrimColumn::Name) return nameData(node, role);
  if (column == PrimColumn::Errors) return problemData(node.prim, role);
  if (column != PrimColumn::Type) return cellData(node, column, role);
  if (role == Qt::DisplayRole) return textOf(node.prim.typeName().text());
  if (role == Qt::ForegroundRole) return theme::kDim;
  return role == Qt::ToolTipRole ? tipOf(node.prim) : QVariant();
}

// The root of the stage has no type, no kind and no visibility.
QVariant PrimTreeModel::rootData(PrimColumn column, int role) const {
  if (role == Qt::ToolTipRole) return tr("The root of the stage, with the metadata of the scene");
  if (column != PrimColumn::Name) return {};
  if (role == Qt::DisplayRole) return QStringLiteral("/");
  if (role == Qt::ForegroundRole) return theme::kFaint;
  return role == kIsMatchRole ? QVariant(false) : QVariant();
}

QVariant PrimTreeModel::problemData(const Prim& prim, int role) const {
  std::size_t count = 0;
  const Problem* first = problems_ ? problems_->firstOfPrim(prim.path(), count) : nullptr;
  if (first) {
    switch (role) {
      case Qt::DisplayRole:
        return QStringLiteral("! %1").arg(qulonglong(count));
      case Qt::ForegroundRole:
        return first->severity == Severity::Error ? theme::kError : theme::kWarning;
      case Qt::ToolTipRole: {
        const QString sentence = textOf(first->message);
        if (count == 1) return wrapTip(sentence);
        return wrapTip(sentence + tr("\nThe first of %1 problems of this prim").arg(count));
      }
      default:
        return {};
    }
  }
  // A dot leads to the problems below a closed row.
  const auto below = problems_ ? problems_->belowPrim(prim.path()) : std::nullopt;
  if (!below) return {};
  if (role == Qt::DisplayRole) return QStringLiteral("·");
  if (role == Qt::ForegroundRole) return theme::kDim;
  if (role != Qt::ToolTipRole) return {};
  return *below == Severity::Error ? tr("Prims below have errors.")
                                   : tr("Prims below have warnings.");
}

// Until a display name is known, the title is that of the stage before, else the name.
QString PrimTreeModel::titleOf(Node& node) const {
  const std::string_view name = node.prim.name().text();
  if (!shown_.displayNames) return textOf(name);
  Cell& cell = node.cell(PrimColumn::Name);
  if (!cell.isKnown) {
    const auto before = displayNames_.find(node.prim.path());
    cell.shown.text = before == displayNames_.end() ? std::string(name) : before->second;
    cell.isKnown = true;
  }
  askIfStale(node, cell);
  return textOf(cell.shown.text);
}

QVariant PrimTreeModel::nameData(Node& node, int role) const {
  const Prim& prim = node.prim;
  const auto isMatch = [&] { return matches_ && matches_->isFound.contains(prim.path()); };
  switch (role) {
    case Qt::DisplayRole:
      return titleOf(node);
    case Qt::ForegroundRole:
      return matches_ && !isMatch() ? theme::kFaint : primColor(prim);
    case Qt::FontRole:
      return primFont(prim);
    case Qt::ToolTipRole:
      return tipOf(prim);
    case kIsMatchRole:
      return isMatch();
    default:
      return {};
  }
}

void PrimTreeModel::askIfStale(Node& node, Cell& cell) const {
  const bool isStale = infoOf(cell.column).dependsOnTime ? cell.round != round_ : cell.round == 0;
  if (!isStale) return;
  cell.round = round_;
  unknown_.emplace_back(&node, cell.column);
  asking_.start();
}

QVariant PrimTreeModel::cellData(Node& node, PrimColumn column, int role) const {
  const bool isText = role == Qt::DisplayRole || role == Qt::ForegroundRole ||
                      role == Qt::FontRole || role == Qt::ToolTipRole;
  if (role == Qt::TextAlignmentRole) {
    if (isLetter(column)) return QVariant(Qt::AlignCenter);
    return isNumber(column) ? QVariant(Qt::AlignRight | Qt::AlignVCenter) : QVariant();
  }
  if (!isText) return {};
  Cell& cell = node.cell(column);
  askIfStale(node, cell);
  if (!cell.isKnown || cell.shown.text.empty()) return {};
  const PrimCell& shown = cell.shown;
  switch (role) {
    case Qt::DisplayRole:
      return textOf(shown.text);
    case Qt::ForegroundRole:
      return column == PrimColumn::Clips && shown.tone != PrimCell::Tone::Wrong
                 ? theme::ofSource(ValueSource::Clips)
                 : colorOf(shown.tone);
    case Qt::FontRole: {
      QFont font;
      font.setBold(isLetter(column) && shown.text == "I");
      font.setItalic(shown.tone == PrimCell::Tone::Inherited && shown.text != "V");
      return font;
    }
    default:
      return textOf(shown.tip.empty() ? shown.text : shown.tip);
  }
}

void PrimTreeModel::keepDisplayName(const Prim& prim, const std::string& title) {
  if (title == prim.name().text()) {
    displayNames_.erase(prim.path());
  } else {
    displayNames_[prim.path()] = title;
  }
}

// Nodes live as long as no reset() has cancelled the task.
void PrimTreeModel::computeCells() {
  struct Wanted {
    Node* node;
    Prim prim;
    PrimColumn column;
    std::uint64_t round;
    PrimCell cell;
  };
  std::vector<Wanted> wanted;
  for (const auto& [node, column] : unknown_) {
    wanted.push_back({node, node->prim, column, node->cell(column).round, {}});
  }
  if (wanted.empty()) return;
  // The columns on the right cost more, so the others are shown first.
  std::ranges::stable_sort(wanted, {}, &Wanted::column);
  const auto show = [this](const std::vector<Wanted>& known) {
    for (const Wanted& each : known) {
      Cell& cell = each.node->cell(each.column);
      cell.knownRound = each.round;
      if (each.column == PrimColumn::Name) keepDisplayName(each.prim, each.cell.text);
      if (std::exchange(cell.isKnown, true) && cell.shown == each.cell) continue;
      cell.shown = each.cell;
      const QModelIndex index = indexOf(*each.node, each.column);
      Q_EMIT dataChanged(index, index);
    }
    std::erase_if(unknown_, [](const Place& place) {
      const Cell& cell = place.first->cell(place.second);
      return cell.knownRound == cell.round;
    });
  };
  const auto work = [show, stage = stage_, wanted, shown = shown_,
                     time = time_](const TaskRun& run) {
    std::vector<Wanted> known;
    for (const Wanted& each : wanted) {
      if (run.stop.stop_requested()) return LatestTask::Show();
      if (!known.empty() && known.back().column != each.column) {
        run.post([show, known = std::exchange(known, {})] { show(known); });
      }
      known.push_back(each);
      const bool isName = each.column == PrimColumn::Name;
      known.back().cell = isName ? PrimCell{shown.titleOf(each.prim), {}, {}}
                                 : computePrimCell(each.prim, each.column, time);
    }
    return LatestTask::Show([show, known] { show(known); });
  };
  task_.start(work, LatestTask::Previous::Finish);
}

QVariant PrimTreeModel::headerData(int section, Qt::Orientation orientation, int role) const {
  if (orientation != Qt::Horizontal || section < 0 || section >= columnCount()) return {};
  const PrimColumnInfo& info = primColumns()[static_cast<std::size_t>(section)];
  if (role == Qt::DisplayRole) return textOf(info.title);
  return role == Qt::ToolTipRole ? textOf(info.meaning) : QVariant();
}

}  // namespace usdscope
