// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QAbstractItemModel>
#include <vector>

#include "engine/report/skel/SkelRig.h"

namespace usdscope {

/// The joints of a rig as a tree: their names, and whether they are animated or at rest.
class JointTreeModel : public QAbstractItemModel {
  Q_OBJECT
 public:
  enum Column { kName, kPose, kColumnCount };

  using QAbstractItemModel::QAbstractItemModel;

  void setJoints(std::vector<RigJoint> joints);

  /// Returns the index of the joint in the skeleton; -1 for an invalid index.
  int jointOf(const QModelIndex& index) const {
    return index.isValid() ? int(index.internalId()) : -1;
  }
  /// Returns an invalid index if there is no such joint.
  QModelIndex indexOf(int joint) const;

  QModelIndex index(int row, int column, const QModelIndex& parent = {}) const override;
  QModelIndex parent(const QModelIndex& index) const override;
  int rowCount(const QModelIndex& parent = {}) const override;
  int columnCount(const QModelIndex&) const override { return kColumnCount; }
  QVariant data(const QModelIndex& index, int role) const override;
  QVariant headerData(int section, Qt::Orientation orientation, int role) const override;

 private:
  const std::vector<int>& childrenOf(const QModelIndex& parent) const;

  std::vector<RigJoint> joints_;
  /// The children of each joint; the last element has the roots.
  std::vector<std::vector<int>> children_{1};
  std::vector<int> rows_;  ///< The row of each joint among its siblings.
};

}  // namespace usdscope
