// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QObject>
#include <span>

class QAbstractItemView;
class QHeaderView;

namespace usdscope {

/// Makes widths fit into `room`: the widest shrink first, but not below `least`.
void shrinkWidest(std::span<int> widths, int room, int least);

/// Gives the columns of a list the widths that their contents need. If they do not fit into the
/// list, the widest columns shrink first. Columns that the user has resized stay as they are until
/// the number of columns changes.
class ContentColumns : public QObject {
  Q_OBJECT
 public:
  /// The list owns the object. Requires: the last column of `header` is stretched.
  ContentColumns(QAbstractItemView& view, QHeaderView& header);

  /// Call this when the list has other contents. Contents that only change with time do not move
  /// the columns.
  void fit();

 protected:
  bool eventFilter(QObject* watched, QEvent* event) override;

 private:
  QAbstractItemView& view_;
  QHeaderView& header_;
  int count_ = 0;
  bool isFitting_ = false;
  bool isOfUser_ = false;  ///< Whether the user has resized a column.
};

}  // namespace usdscope
