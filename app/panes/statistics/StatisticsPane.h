// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QWidget>

#include "app/panes/PaneTask.h"
#include "app/session/StatisticsChoice.h"

class QLabel;
class QProgressBar;
class QTabBar;
class QTableView;
class QToolButton;

namespace usdscope {

class ElidedLabel;
class StatisticsModel;

/// Shows how many prims, attributes, points and specs the scene or a subtree has, by type, kind,
/// purpose, state and layer. It counts in the background while the pane is seen. A click on a row
/// selects its prims. Ctrl + C copies the selected rows, or all.
class StatisticsPane : public QWidget {
  Q_OBJECT
 public:
  explicit StatisticsPane(Session& session, QWidget* parent = nullptr);

 protected:
  bool eventFilter(QObject* watched, QEvent* event) override;
  QSize minimumSizeHint() const override { return {200, 90}; }

 private:
  void buildBar();
  void takeChoice();
  /// Counts again if another stage or subtree is wanted.
  void refresh();
  void count();
  void stopOrCount();
  void showProgress(std::size_t done, std::size_t total);
  void endCounting(std::shared_ptr<const SceneStatistics> statistics);
  void weighPicture();
  void showTable();
  void fitColumns();
  QString headingText() const;
  void selectCounted(const QModelIndex& index);
  void copyRows();
  void openMenu(const QPoint& at);

  Session& session_;
  StatisticsModel* model_;
  QTabBar* pages_;
  QToolButton* ofSelection_;
  QToolButton* stop_;
  QProgressBar* progress_;
  ElidedLabel* heading_;
  QTableView* view_;
  QLabel* empty_;
  std::shared_ptr<const SceneStatistics> statistics_;  ///< Null while nothing is counted.
  std::optional<std::uint64_t> pictureBytes_;
  std::weak_ptr<const Stage> countedStage_;
  Path countedRoot_;
  std::optional<StatisticsGroup> shownPage_;
  bool isCounting_ = false;
  bool isStopped_ = false;     ///< The user has stopped counting.
  bool isCopyWanted_ = false;  ///< Copy when counting has ended.
  PaneTask weighing_;
  PaneTask counting_;
};

}  // namespace usdscope
