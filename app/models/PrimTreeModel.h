// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QAbstractItemModel>
#include <QItemSelection>
#include <QTimer>
#include <memory>
#include <string>
#include <unordered_map>
#include <utility>
#include <vector>

#include "app/session/LayerMarks.h"
#include "app/session/problems/ProblemMarks.h"
#include "app/session/tasks/LatestTask.h"
#include "engine/search/FindPrims.h"
#include "engine/search/PrimColumns.h"

namespace usdscope {

/// The prims of a stage as a tree with the columns of primColumns(). The only row at the top is the
/// root of the stage, `/`. Children are fetched when a row is opened. Colours, fonts and letters
/// are those of usdview. Display names and cells that resolve values are computed in the
/// background, for the rows and columns that a view paints.
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
  /// Sets the problems that the column Errors counts; none if null. The caller must repaint.
  void setProblems(std::shared_ptr<const ProblemMarks> problems);
  /// Sets the time at which visibility is shown. The old visibility is shown until the new one is
  /// known. The caller must repaint the views.
  void setTime(TimeCode time);

  /// Returns the row of a prim, and fetches its ancestors; invalid when there is no such prim.
  QModelIndex indexOf(Path path);
  /// Returns the rows of prims, each once, and fetches their ancestors. Ignores prims without a
  /// row.
  QItemSelection rowsOf(const std::vector<Path>& prims);
  Path pathOf(const QModelIndex& index) const;
  /// Returns the row of the root of the stage; invalid without a stage.
  QModelIndex rootRow() const { return index(0, 0); }
  /// Fetches descendants down to `depth` levels below a row, breadth first, until `most` rows have
  /// been visited. An invalid row is that of the root. Returns whether all have been visited.
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
  Node* find(Path path);
  std::vector<Prim> shownChildren(const Prim& prim) const;
  QString titleOf(Node& node) const;
  QVariant nameData(Node& node, int role) const;
  QVariant rootData(PrimColumn column, int role) const;
  QVariant problemData(const Prim& prim, int role) const;
  QVariant cellData(Node& node, PrimColumn column, int role) const;
  void askIfStale(Node& node, Cell& cell) const;
  void computeCells();
  void keepDisplayName(const Prim& prim, const std::string& title);
  Node* nodeOf(const QModelIndex& index) const;
  QModelIndex indexOf(const Node& node, PrimColumn column = PrimColumn::Name) const;

  std::shared_ptr<const Stage> stage_;
  ShownPrims shown_;
  std::shared_ptr<const PrimMatches> matches_;
  std::shared_ptr<const LayerMarks> marks_;
  std::shared_ptr<const ProblemMarks> problems_;
  std::shared_ptr<Node> top_;  ///< Invisible; its only child is the root of the stage.
  /// The known display names, also of the stage before: so an edit does not make names flicker.
  std::unordered_map<Path, std::string> displayNames_;
  TimeCode time_ = 0.0;
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
