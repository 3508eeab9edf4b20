// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QAbstractTableModel>
#include <QColor>
#include <memory>
#include <vector>

#include "app/session/problems/ProblemState.h"

namespace usdscope {

/// Returns a number of problems with its thousands in groups: `3,405`.
QString groupedCount(std::size_t count);

/// One paragraph of a cell.
struct ProblemBlock {
  QString text;
  QColor color;
  bool isCode = false;  ///< A path; drawn in the code font.
  bool wraps = false;   ///< Goes on in the next line; else it is cut in the middle.
};

/// The problems that a filter accepts, a row each: severity with the count; the message with its
/// hint, the searched places and the rule; the layer with its line, the prim and the frame. Shows
/// the first rows of a very long list.
class ProblemModel : public QAbstractTableModel {
  Q_OBJECT
 public:
  enum Column { kSeverity, kProblem, kWhere, kColumnCount };
  static constexpr std::size_t kMostRows = 2000;

  using QAbstractTableModel::QAbstractTableModel;

  /// Shows the problems of a list that the filter accepts; none if the list is null.
  void setProblems(std::shared_ptr<const ProblemList> list, const ProblemFilter& filter);
  /// The problem of a row. Requires: the row exists.
  const Problem& problem(int row) const { return *shown_[std::size_t(row)]; }
  /// The row of an equal problem; -1 if there is none.
  int rowOf(const Problem& problem) const;
  /// The number of problems that the filter accepts, also those beyond kMostRows.
  std::size_t acceptedCount() const { return acceptedCount_; }
  std::vector<ProblemBlock> blocks(const QModelIndex& index) const;

  int rowCount(const QModelIndex& parent = {}) const override;
  int columnCount(const QModelIndex& parent = {}) const override;
  /// The text of a cell has its blocks as lines.
  QVariant data(const QModelIndex& index, int role) const override;
  QVariant headerData(int section, Qt::Orientation orientation, int role) const override;

 private:
  std::shared_ptr<const ProblemList> list_;
  std::vector<const Problem*> shown_;
  std::size_t acceptedCount_ = 0;
};

}  // namespace usdscope
