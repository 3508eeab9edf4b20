// SPDX-License-Identifier: Apache-2.0
#include "app/panes/primtree/OpenRows.h"

#include <QTreeView>
#include <algorithm>
#include <ranges>

#include "app/models/PrimTreeModel.h"

namespace usdscope {

// The view knows open rows by a table, which is slow for a hundred thousand rows. Most of them have
// never been open.
bool OpenRows::isOpen(const QModelIndex& row) const {
  return !model_.canFetchMore(row) && view_.isExpanded(row);
}

std::vector<Path> OpenRows::paths() const {
  std::vector<Path> open = waiting_;
  std::vector<QModelIndex> level = {{}};
  while (!level.empty()) {
    const QModelIndex parent = level.back();
    level.pop_back();
    for (int row = 0; row < model_.rowCount(parent); ++row) {
      const QModelIndex index = model_.index(row, 0, parent);
      if (!isOpen(index) || !model_.hasChildren(index)) continue;
      open.push_back(model_.pathOf(index));
      level.push_back(index);
    }
  }
  std::ranges::sort(open, {}, [](Path path) { return path.text().size(); });
  return open;
}

std::vector<Path> OpenRows::nearest(int most) const {
  std::vector<Path> open;
  std::vector<QModelIndex> level = {{}};
  for (std::size_t at = 0; at < level.size(); ++at) {
    const int rows = model_.rowCount(level[at]);
    for (int row = 0; row < rows; ++row) {
      const QModelIndex index = model_.index(row, 0, level[at]);
      if (!isOpen(index)) continue;
      const int below = model_.rowCount(index);
      if (below > most) continue;
      most -= below;
      open.push_back(model_.pathOf(index));
      level.push_back(index);
    }
  }
  return open;
}

void OpenRows::open(const std::vector<Path>& paths) {
  // The view lays its rows out only when a row in sight opens. So children come before parents.
  for (const Path path : std::views::reverse(paths)) view_.expand(model_.indexOf(path));
  view_.expand(model_.rootRow());
  waiting_ = paths;
  std::erase_if(waiting_, [&](Path path) {
    const QModelIndex row = model_.indexOf(path);
    return row.isValid() && model_.hasChildren(row);
  });
}

}  // namespace usdscope
