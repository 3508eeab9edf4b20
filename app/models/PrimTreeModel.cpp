// SPDX-License-Identifier: Apache-2.0
#include "app/models/PrimTreeModel.h"

#include <QColor>
#include <QFont>
#include <utility>

#include "app/theme/Theme.h"
#include "engine/compose/PrimIndex.h"
#include "engine/schema/Imageable.h"

namespace usdscope {
namespace {

QString text(Token token) {
  const std::string_view view = token.text();
  return QString::fromUtf8(view.data(), static_cast<qsizetype>(view.size()));
}

// Whether a prim has an arc of its own: reference, payload, inherit, variant and so on.
bool hasArcs(const Prim& prim) {
  for (const PrimIndexNode& node : prim.index().nodes()) {
    if (node.arc != ArcType::Root && !node.isDueToAncestor) return true;
  }
  return false;
}

QColor colorOf(const Prim& prim) {
  QColor color = prim.isInstance() ? theme::kInstance
                 : hasArcs(prim)   ? theme::kHasArcs
                                   : theme::kText;
  return prim.isActive() ? color : color.darker(150);
}

QFont fontOf(const Prim& prim) {
  QFont font;
  font.setBold(prim.isDefined() && !prim.isAbstract());
  font.setItalic(!prim.isDefined());
  return font;
}

QString tipOf(const Prim& prim) {
  QString tip = QString::fromStdString(prim.path().text());
  if (prim.kind()) tip += "\nkind: " + text(prim.kind());
  if (prim.isInstance()) tip += "\ninstance";
  if (prim.isInstanceProxy()) tip += "\npart of an instance";
  if (!prim.isActive()) tip += "\ninactive";
  if (!prim.isLoaded()) tip += "\nnot loaded";
  return tip;
}

}  // namespace

struct PrimTreeModel::Node {
  Prim prim;
  Node* parent = nullptr;
  int row = 0;
  bool isFetched = false;
  Visibility visibility = Visibility::Unknown;
  std::uint64_t round = 0;  // In which the visibility was asked for.
  std::vector<std::unique_ptr<Node>> children;
};

PrimTreeModel::PrimTreeModel(Background& background, QObject* parent)
    : QAbstractItemModel(parent), task_(background) {
  asking_.setSingleShot(true);
  asking_.setInterval(0);
  connect(&asking_, &QTimer::timeout, this, &PrimTreeModel::computeVisibility);
}

PrimTreeModel::~PrimTreeModel() = default;

void PrimTreeModel::setStage(std::shared_ptr<const Stage> stage) {
  beginResetModel();
  stage_ = std::move(stage);
  matches_.reset();
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

void PrimTreeModel::setTime(double time) {
  time_ = time;
  ++round_;
  unknown_.clear();
}

void PrimTreeModel::reset() {
  task_.cancel();
  unknown_.clear();
  ++round_;
  root_.reset();
  if (!stage_) return;
  root_ = std::make_unique<Node>();
  root_->prim = stage_->pseudoRoot();
}

PrimTreeModel::Node* PrimTreeModel::nodeOf(const QModelIndex& index) const {
  return index.isValid() ? static_cast<Node*>(index.internalPointer()) : root_.get();
}

QModelIndex PrimTreeModel::indexOf(Path path) {
  if (!root_ || path.isEmpty() || path.isRoot()) return {};
  const Path parentPath = path.parent();
  const QModelIndex parentIndex = indexOf(parentPath);
  if (!parentIndex.isValid() && !parentPath.isRoot()) return {};
  if (canFetchMore(parentIndex)) fetchMore(parentIndex);
  for (const auto& child : nodeOf(parentIndex)->children) {
    if (child->prim.path() == path) return createIndex(child->row, 0, child.get());
  }
  return {};
}

Path PrimTreeModel::pathOf(const QModelIndex& index) const {
  const Node* node = nodeOf(index);
  return node ? node->prim.path() : Path();
}

QModelIndex PrimTreeModel::index(int row, int column, const QModelIndex& parent) const {
  const Node* node = nodeOf(parent);
  if (!node || row < 0 || static_cast<std::size_t>(row) >= node->children.size() || column < 0 ||
      column >= kColumnCount) {
    return {};
  }
  return createIndex(row, column, node->children[static_cast<std::size_t>(row)].get());
}

QModelIndex PrimTreeModel::parent(const QModelIndex& index) const {
  const Node* node = nodeOf(index);
  if (!index.isValid() || !node->parent || node->parent == root_.get()) return {};
  return createIndex(node->parent->row, 0, node->parent);
}

int PrimTreeModel::rowCount(const QModelIndex& parent) const {
  const Node* node = nodeOf(parent);
  return node && parent.column() <= 0 ? static_cast<int>(node->children.size()) : 0;
}

int PrimTreeModel::columnCount(const QModelIndex&) const { return kColumnCount; }

bool PrimTreeModel::hasChildren(const QModelIndex& parent) const {
  const Node* node = nodeOf(parent);
  if (!node || parent.column() > 0) return false;
  return node->isFetched ? !node->children.empty() : !node->prim.children().empty();
}

bool PrimTreeModel::canFetchMore(const QModelIndex& parent) const {
  const Node* node = nodeOf(parent);
  return node && parent.column() <= 0 && !node->isFetched;
}

void PrimTreeModel::fetchMore(const QModelIndex& parent) {
  Node* node = nodeOf(parent);
  if (!node || node->isFetched) return;
  node->isFetched = true;
  std::vector<Prim> prims = node->prim.children();
  if (matches_) {
    std::erase_if(prims,
                  [this](const Prim& prim) { return !matches_->shown.contains(prim.path()); });
  }
  if (prims.empty()) return;
  beginInsertRows(parent, 0, static_cast<int>(prims.size()) - 1);
  for (const Prim& prim : prims) {
    auto child = std::make_unique<Node>();
    child->prim = prim;
    child->parent = node;
    child->row = static_cast<int>(node->children.size());
    node->children.push_back(std::move(child));
  }
  endInsertRows();
}

void PrimTreeModel::setMarks(std::shared_ptr<const LayerMarks> marks) { marks_ = std::move(marks); }

QVariant PrimTreeModel::data(const QModelIndex& index, int role) const {
  if (!index.isValid()) return {};
  if (role == Qt::BackgroundRole && marks_ && marks_->stage == stage_) {
    const bool isMarked = marks_->rows[nodeOf(index)->prim.row()];
    return isMarked ? QVariant(theme::kMark) : QVariant();
  }
  if (index.column() == kVisibility) return visibility(*nodeOf(index), role);
  const Prim& prim = nodeOf(index)->prim;
  switch (role) {
    case Qt::DisplayRole:
      return text(index.column() == kName ? prim.name() : prim.typeName());
    case Qt::ForegroundRole:
      return index.column() == kName ? colorOf(prim) : theme::kDim;
    case Qt::FontRole:
      return index.column() == kName ? fontOf(prim) : QFont();
    case Qt::ToolTipRole:
      return tipOf(prim);
    default:
      return {};
  }
}

// Nodes live as long as no reset() has cancelled the task.
void PrimTreeModel::computeVisibility() {
  struct Row {
    Node* node;
    Prim prim;
    std::uint64_t round;
    Visibility visibility = Visibility::Unknown;
  };
  std::vector<Row> rows;
  for (Node* node : unknown_) rows.push_back({node, node->prim, node->round});
  if (rows.empty()) return;
  const auto work = [this, stage = stage_, rows, time = time_](const TaskRun& run) {
    std::vector<Row> known = rows;
    for (Row& row : known) {
      if (run.stop.stop_requested()) return LatestTask::Show();
      row.visibility = computeIsVisible(row.prim, time)  ? Visibility::Visible
                       : isInvisibleHere(row.prim, time) ? Visibility::Invisible
                                                         : Visibility::InvisibleByAncestor;
    }
    return LatestTask::Show([this, known] {
      for (const Row& row : known) {
        if (row.round == row.node->round) std::erase(unknown_, row.node);
        if (std::exchange(row.node->visibility, row.visibility) == row.visibility) continue;
        const QModelIndex index = createIndex(row.node->row, kVisibility, row.node);
        Q_EMIT dataChanged(index, index);
      }
    });
  };
  task_.start(work, LatestTask::Previous::Finish);
}

QVariant PrimTreeModel::visibility(Node& node, int role) const {
  if (!isImageable(node.prim) || !node.prim.isActive()) return {};
  if (std::exchange(node.round, round_) != round_) {
    unknown_.push_back(&node);
    asking_.start();
  }
  const Visibility visibility = node.visibility;
  if (visibility == Visibility::Unknown) return {};
  const bool isVisible = visibility == Visibility::Visible;
  const bool isInherited = visibility == Visibility::InvisibleByAncestor;
  switch (role) {
    case Qt::DisplayRole:
      return isVisible ? QStringLiteral("V") : QStringLiteral("I");
    case Qt::ForegroundRole:
      return isInherited ? theme::kFaint : isVisible ? theme::kDim : theme::kText;
    case Qt::FontRole: {
      QFont font;
      font.setBold(!isVisible);
      font.setItalic(isInherited);
      return font;
    }
    case Qt::TextAlignmentRole:
      return QVariant(Qt::AlignCenter);
    case Qt::ToolTipRole:
      return isVisible     ? tr("Visible. A click makes it invisible in the session.")
             : isInherited ? tr("Invisible, because an ancestor is.")
                           : tr("Invisible. A click makes it visible in the session.");
    default:
      return {};
  }
}

QVariant PrimTreeModel::headerData(int section, Qt::Orientation orientation, int role) const {
  if (orientation != Qt::Horizontal || role != Qt::DisplayRole) return {};
  return section == kName ? tr("Prim Name") : section == kType ? tr("Type") : tr("Vis");
}

}  // namespace usdscope
