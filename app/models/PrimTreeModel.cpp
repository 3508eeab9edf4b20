// SPDX-License-Identifier: Apache-2.0
#include "app/models/PrimTreeModel.h"

#include <QColor>
#include <QFont>

#include "app/Palette.h"

namespace usdscope {
namespace {

QString text(Token token) {
  const std::string_view view = token.text();
  return QString::fromUtf8(view.data(), static_cast<qsizetype>(view.size()));
}

// A reference, payload, inherit, … other than variants and what an ancestor brings along.
bool hasArcs(const Prim& prim) {
  for (const PrimIndexNode& node : prim.index().nodes()) {
    if (node.arc != ArcType::Root && !node.isDueToAncestor) return true;
  }
  return false;
}

QColor colorOf(const Prim& prim) {
  QColor color = prim.isInstance() ? palette::kInstance
                 : hasArcs(prim)   ? palette::kHasArcs
                                   : palette::kText;
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
  std::vector<std::unique_ptr<Node>> children;
};

PrimTreeModel::PrimTreeModel(QObject* parent) : QAbstractItemModel(parent) {}

PrimTreeModel::~PrimTreeModel() = default;

void PrimTreeModel::setStage(std::shared_ptr<const Stage> stage) {
  beginResetModel();
  root_.reset();
  stage_ = std::move(stage);
  if (stage_) {
    root_ = std::make_unique<Node>();
    root_->prim = stage_->pseudoRoot();
  }
  endResetModel();
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
      column >= 2) {
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

int PrimTreeModel::columnCount(const QModelIndex&) const { return 2; }

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
  const std::vector<Prim> prims = node->prim.children();
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

QVariant PrimTreeModel::data(const QModelIndex& index, int role) const {
  if (!index.isValid()) return {};
  const Prim& prim = nodeOf(index)->prim;
  switch (role) {
    case Qt::DisplayRole:
      return text(index.column() == 0 ? prim.name() : prim.typeName());
    case Qt::ForegroundRole:
      return index.column() == 0 ? colorOf(prim) : palette::kDim;
    case Qt::FontRole:
      return index.column() == 0 ? fontOf(prim) : QFont();
    case Qt::ToolTipRole:
      return tipOf(prim);
    default:
      return {};
  }
}

QVariant PrimTreeModel::headerData(int section, Qt::Orientation orientation, int role) const {
  if (orientation != Qt::Horizontal || role != Qt::DisplayRole) return {};
  return section == 0 ? tr("Prim Name") : tr("Type");
}

}  // namespace usdscope
