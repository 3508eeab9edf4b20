// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QAbstractItemModel>
#include <QTimer>
#include <memory>
#include <unordered_map>
#include <utility>
#include <vector>

#include "app/session/LatestTask.h"
#include "app/session/LayerMarks.h"
#include "engine/search/FindPrims.h"
#include "engine/search/PrimColumns.h"

namespace usdscope {

/// The prims of a stage as a tree with the columns of primColumns(). Children are fetched when a
/// row is opened. Colours, fonts and letters are those of usdview. Cells that resolve values are
/// computed in the background, for the rows and columns that a view paints.
class PrimTreeModel : public QAbstractItemModel {
  Q_OBJECT
 public:
  /// True for the name of a prim that the search found; false for its ancestors and without a
  /// search.
  static constexpr int kIsMatchRole = Qt::UserRole;

  explicit PrimTreeModel(Background& background, QObject* parent = nullptr);
  ~PrimTreeModel() override;

  /// Shows the prims of a stage; no rows if it is null. Forgets the matches.
  void setStage(std::shared_ptr<const Stage> stage);
  void setShownPrims(const ShownPrims& shown);
  const ShownPrims& shownPrims() const { return shown_; }
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
  /// Fetches descendants down to `depth` levels below a row, breadth first, until `most` rows have
  /// been visited. Returns whether all have been visited.
  bool fetchLevels(const QModelIndex& from, int depth, int most);

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
  struct Node;
  struct Cell;
  using Place = std::pair<Node*, PrimColumn>;

  void reset();
  std::vector<Prim> shownChildren(const Prim& prim) const;
  QVariant nameData(const Prim& prim, int role) const;
  QVariant cellData(Node& node, PrimColumn column, int role) const;
  void computeCells();
  Node* nodeOf(const QModelIndex& index) const;

  std::shared_ptr<const Stage> stage_;
  ShownPrims shown_;
  std::shared_ptr<const PrimMatches> matches_;
  std::shared_ptr<const LayerMarks> marks_;
  std::unique_ptr<Node> root_;
  std::unordered_map<Path, Node*> nodes_;  ///< The fetched rows.
  double time_ = 0.0;
  std::uint64_t round_ = 1;             ///< Counts the calls that make cells stale.
  mutable std::vector<Place> unknown_;  ///< Cells that are pending.
  /// Fires after a painting, to compute all cells that it needs together.
  mutable QTimer asking_;
  LatestTask task_;
};

/// usdview's colour of a prim in the tree. (Colours are in the theme.)
QColor primColor(const Prim& prim);
/// usdview's font of a prim in the tree: bold for `def`, italic for `over`.
QFont primFont(const Prim& prim);

}  // namespace usdscope
