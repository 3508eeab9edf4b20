// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QAbstractItemModel>
#include <QIcon>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "app/session/edits/EditHistory.h"
#include "app/session/problems/ProblemMarks.h"
#include "engine/report/rows/LayerTree.h"

namespace usdscope {

/// The layers of a stage as a tree, from an engine report. Muted layers have their letter at once,
/// before the stage is composed again.
class LayerTreeModel : public QAbstractItemModel {
  Q_OBJECT
 public:
  enum Column { kLayer, kArc, kOffset, kRate, kSize, kDate, kMute, kColumnCount };

  explicit LayerTreeModel(QObject* parent = nullptr);

  /// Shows a tree; no rows if it is null.
  void setTree(std::shared_ptr<const LayerTree> tree);
  const std::shared_ptr<const LayerTree>& tree() const { return tree_; }
  /// Sets the layers that the user wants to mute.
  void setMutes(const StageState& state);
  /// Sets which layers have problems, for their badges; none if it is null.
  void setProblems(std::shared_ptr<const ProblemMarks> marks);
  /// Marks the layers with these identifiers, which are sorted: the selection depends on them.
  void setTouching(std::vector<std::string> identifiers);

  const LayerTreeRow& rowOf(const QModelIndex& index) const;
  /// Returns the identifiers from the top to a row, in one text, so that the row can be found again
  /// in the tree of the next stage.
  std::string keyOf(const QModelIndex& index) const;
  /// Whether the text of the first column needs all columns.
  bool isMessage(const QModelIndex& index) const;

  QModelIndex index(int row, int column, const QModelIndex& parent = {}) const override;
  QModelIndex parent(const QModelIndex& index) const override;
  int rowCount(const QModelIndex& parent = {}) const override;
  int columnCount(const QModelIndex& parent = {}) const override;
  QVariant data(const QModelIndex& index, int role) const override;
  QVariant headerData(int section, Qt::Orientation orientation, int role) const override;

 private:
  bool isMuted(const LayerTreeRow& row) const;
  QString text(const LayerTreeRow& row, int column) const;
  QString tip(const LayerTreeRow& row, int column) const;
  QVariant color(const LayerTreeRow& row, int column) const;
  QVariant font(const LayerTreeRow& row, int column) const;
  QVariant badge(const LayerTreeRow& row) const;
  std::optional<Severity> problemOf(const LayerTreeRow& row) const;
  void repaint();

  std::shared_ptr<const LayerTree> tree_;
  /// The rows below each row, and at the end those at the top.
  std::vector<std::vector<std::uint32_t>> children_;
  std::vector<int> positions_;  ///< The position of each row among its siblings.
  std::vector<std::string> touching_;
  std::shared_ptr<const ProblemMarks> problems_;
  std::set<std::string> muted_;
  std::set<std::string> soloMuted_;
  std::string soloLayer_;
  // Pixmaps must not outlive the application.
  const QIcon noBadge_;
  const QIcon unreadableBadge_;
  const QIcon faultyBadge_;
  const QIcon touchingBadge_;
};

}  // namespace usdscope
