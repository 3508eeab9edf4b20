// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QModelIndex>
#include <vector>

#include "engine/layer/Path.h"

class QTreeView;

namespace usdscope {

class PrimTreeModel;

/// The rows of the prim tree that are open, by the paths of their prims, so that they can be opened
/// again when the model has new rows.
class OpenRows {
 public:
  OpenRows(PrimTreeModel& model, QTreeView& view) : model_(model), view_(view) {}

  /// Returns the open rows, parents first, and those of open() that have no rows below them now.
  std::vector<Path> paths() const;
  /// Returns open rows from the top with at most `most` rows below them in all, so that they are
  /// opened quickly the next time.
  std::vector<Path> nearest(int most) const;
  /// Opens rows. A row without prims below it opens when these come back: a file may be cut short
  /// only for a moment.
  void open(const std::vector<Path>& paths);

 private:
  bool isOpen(const QModelIndex& row) const;

  PrimTreeModel& model_;
  QTreeView& view_;
  std::vector<Path> waiting_;  ///< Rows that open when they have rows below them again.
};

}  // namespace usdscope
