// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QWidget>

#include "app/panes/PaneTask.h"

class QLabel;
class QProgressBar;
class QTreeView;

namespace usdscope {

class ElidedLabel;
class ProblemFilterBar;
class ProblemModel;

/// Lists everything that is wrong with the scene, errors first. While the pane is seen, all
/// validators check the scene. A click on a problem selects its prims and its property, and goes to
/// its frame; a problem without a prim marks its layer. Ctrl + C copies the selected problems, or
/// all.
class ProblemsPane : public QWidget {
  Q_OBJECT
 public:
  explicit ProblemsPane(Session& session, QWidget* parent = nullptr);

 Q_SIGNALS:
  /// The number of errors and warnings has changed; the title of the dock shows it.
  void countChanged(int count);

 protected:
  bool eventFilter(QObject* watched, QEvent* event) override;
  QSize minimumSizeHint() const override { return {200, 90}; }

 private:
  void refresh();
  void showProblem(int row);
  void showProgress();
  void showRows();
  void copySelected();
  QString headingText() const;
  QString emptyText() const;

  Session& session_;
  ProblemModel* model_;
  ElidedLabel* heading_;
  QProgressBar* progress_;
  ProblemFilterBar* filters_;
  QTreeView* view_;
  QLabel* empty_;
  std::shared_ptr<const ProblemList> shownList_;
  ProblemFilter shownFilter_;
  bool isSeen_ = false;
  PaneTask seeing_;  ///< Knows whether the pane is seen.
};

}  // namespace usdscope
