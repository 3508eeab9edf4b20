// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QAbstractItemModel>
#include <memory>
#include <vector>

#include "app/models/PrimSearch.h"
#include "app/session/LatestTask.h"
#include "app/session/LayerMarks.h"
#include "engine/stage/Stage.h"

namespace usdscope {

/// The prims of a stage as a tree: Prim Name, Type, and whether they are visible (V, I). Children
/// are fetched when a row is opened. Colours, fonts and letters are those of usdview. Visibility is
/// computed in the background, for the rows that a view paints.
class PrimTreeModel : public QAbstractItemModel {
  Q_OBJECT
 public:
  enum Column { kName, kType, kVisibility, kColumnCount };

  explicit PrimTreeModel(Background& background, QObject* parent = nullptr);
  ~PrimTreeModel() override;

  /// Shows the prims of a stage; no rows if it is null.
  void setStage(std::shared_ptr<const Stage> stage);
  /// Shows only the prims that a search found, and their ancestors. If null, shows all prims.
  void setMatches(std::shared_ptr<const PrimMatches> matches);
  /// Marks the prims that a layer touches; none if it is null, or if it is for another stage.
  void setMarks(std::shared_ptr<const LayerMarks> marks);
  /// Sets the time at which visibility is shown. The old visibility is shown until the new one is
  /// known. The caller must repaint the views.
  void setTime(double time);

  /// Returns the row of a prim, and fetches its ancestors; invalid when there is no such prim.
  QModelIndex indexOf(Path path);
  Path pathOf(const QModelIndex& index) const;

  QModelIndex index(int row, int column, const QModelIndex& parent = {}) const override;
  QModelIndex parent(const QModelIndex& index) const override;
  int rowCount(const QModelIndex& parent = {}) const override;
  int columnCount(const QModelIndex& parent = {}) const override;
  bool hasChildren(const QModelIndex& parent = {}) const override;
  bool canFetchMore(const QModelIndex& parent) const override;
  void fetchMore(const QModelIndex& parent) override;
  QVariant data(const QModelIndex& index, int role) const override;
  QVariant headerData(int section, Qt::Orientation orientation, int role) const override;

 private:
  enum class Visibility { Unknown, Visible, Invisible, InvisibleByAncestor };
  struct Node;
  void reset();
  QVariant visibility(Node& node, int role) const;
  void computeVisibility();
  Node* nodeOf(const QModelIndex& index) const;

  std::shared_ptr<const Stage> stage_;
  std::shared_ptr<const PrimMatches> matches_;
  std::shared_ptr<const LayerMarks> marks_;
  std::unique_ptr<Node> root_;
  double time_ = 0.0;
  std::uint64_t round_ = 0;             ///< Counts the calls that make visibility stale.
  mutable std::vector<Node*> unknown_;  ///< Rows whose visibility is pending.
  /// Fires after a painting, to compute the visibility of all its rows together.
  mutable QTimer asking_;
  LatestTask task_;
};

}  // namespace usdscope
