// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QAbstractItemModel>
#include <memory>
#include <vector>

#include "app/models/PrimSearch.h"
#include "engine/stage/Stage.h"

namespace usdscope {

/// The prims of a stage as a tree: Prim Name, Type, and whether they are visible (V, I). Children
/// are fetched when a row is opened; colours, fonts and letters are usdview's.
class PrimTreeModel : public QAbstractItemModel {
  Q_OBJECT
 public:
  enum Column { kName, kType, kVisibility, kColumnCount };

  explicit PrimTreeModel(QObject* parent = nullptr);
  ~PrimTreeModel() override;

  /// Null: empty.
  void setStage(std::shared_ptr<const Stage> stage);
  /// Shows only what a search found, with what is above it. Null: everything.
  void setMatches(std::shared_ptr<const PrimMatches> matches);
  /// When visibility is asked for. Tells nobody: views paint again.
  void setTime(double time) { time_ = time; }

  /// The row of a prim, opening what is above it; invalid when there is no such prim.
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
  struct Node;
  void reset();
  QVariant visibility(const Prim& prim, int role) const;
  Node* nodeOf(const QModelIndex& index) const;

  std::shared_ptr<const Stage> stage_;
  std::shared_ptr<const PrimMatches> matches_;
  std::unique_ptr<Node> root_;
  double time_ = 0.0;
};

}  // namespace usdscope
