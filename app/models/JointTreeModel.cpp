// SPDX-License-Identifier: Apache-2.0
#include "app/models/JointTreeModel.h"

#include <QFont>

#include "app/theme/Theme.h"

namespace usdscope {

void JointTreeModel::setJoints(std::vector<RigJoint> joints) {
  beginResetModel();
  joints_ = std::move(joints);
  children_.assign(joints_.size() + 1, {});
  rows_.clear();
  for (std::size_t i = 0; i < joints_.size(); ++i) {
    const int parent = joints_[i].parent;
    auto& siblings = parent < 0 ? children_.back() : children_[std::size_t(parent)];
    rows_.push_back(int(siblings.size()));
    siblings.push_back(int(i));
  }
  endResetModel();
}

const std::vector<int>& JointTreeModel::childrenOf(const QModelIndex& parent) const {
  return parent.isValid() ? children_[parent.internalId()] : children_.back();
}

QModelIndex JointTreeModel::indexOf(int joint) const {
  if (joint < 0 || std::size_t(joint) >= joints_.size()) return {};
  return createIndex(rows_[std::size_t(joint)], kName, quintptr(joint));
}

QModelIndex JointTreeModel::index(int row, int column, const QModelIndex& parent) const {
  const std::vector<int>& siblings = childrenOf(parent);
  if (row < 0 || std::size_t(row) >= siblings.size() || column < 0 || column >= kColumnCount) {
    return {};
  }
  return createIndex(row, column, quintptr(siblings[std::size_t(row)]));
}

QModelIndex JointTreeModel::parent(const QModelIndex& index) const {
  return index.isValid() ? indexOf(joints_[index.internalId()].parent) : QModelIndex();
}

int JointTreeModel::rowCount(const QModelIndex& parent) const {
  return parent.column() > 0 ? 0 : int(childrenOf(parent).size());
}

QVariant JointTreeModel::data(const QModelIndex& index, int role) const {
  if (!index.isValid()) return {};
  const RigJoint& joint = joints_[index.internalId()];
  switch (role) {
    case Qt::DisplayRole:
      if (index.column() == kName) return QString::fromStdString(joint.name);
      return joint.isAtRest ? tr("at rest") : QString();
    case Qt::ToolTipRole: {
      const std::string path(joint.path.text());
      const QString text = tr("%1\njoint %2 of %3")
                               .arg(QString::fromStdString(path))
                               .arg(int(index.internalId()))
                               .arg(joints_.size());
      return joint.isAtRest ? text + tr("\nThe animation lacks it: it stays at rest.") : text;
    }
    case Qt::ForegroundRole:
      return joint.isAtRest ? QVariant(theme::kAtRest) : QVariant();
    case Qt::FontRole: {
      QFont font;
      font.setItalic(joint.isAtRest);
      return font;
    }
    default:
      return {};
  }
}

QVariant JointTreeModel::headerData(int section, Qt::Orientation orientation, int role) const {
  if (orientation != Qt::Horizontal || role != Qt::DisplayRole) return {};
  return section == kName ? tr("Joint") : tr("Pose");
}

}  // namespace usdscope
