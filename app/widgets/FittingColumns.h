// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QObject>
#include <vector>

class QHeaderView;
class QTreeView;

namespace usdscope {

/// Hides columns of a tree that is too narrow for them, so that the stretched column keeps a width
/// at which it can be read. The columns come back when there is room.
class FittingColumns : public QObject {
  Q_OBJECT
 public:
  /// `hidden` has the columns in the order in which they are hidden. `least` is the least width of
  /// the stretched column, in pixels. The tree owns the object.
  FittingColumns(QTreeView& tree, std::vector<int> hidden, int least);

 protected:
  bool eventFilter(QObject* watched, QEvent* event) override;

 private:
  void fit();

  QTreeView& tree_;
  const std::vector<int> hidden_;
  const int least_;
};

}  // namespace usdscope
