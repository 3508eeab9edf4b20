// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QWidget>

#include "app/models/PrimSearch.h"
#include "app/panes/PaneTask.h"

class QLabel;
class QTreeView;

namespace usdscope {

class PrimTreeModel;
class SearchField;

/// Shows the prims of the stage. Clicks select prims, and change their visibility in the session
/// layer. The tree shows selections that are made elsewhere. Open rows stay open when the same file
/// is recomposed.
class PrimTreePane : public QWidget {
  Q_OBJECT
 public:
  explicit PrimTreePane(Session& session, QWidget* parent = nullptr);

 protected:
  bool eventFilter(QObject* watched, QEvent* event) override;

 private:
  void showDocument(const Document& document);
  void showSelection(const Selection& selection);
  void showMatches(const std::shared_ptr<const PrimMatches>& matches);
  void search();
  void takeSelection();
  void toggleVisibility(const QModelIndex& index);
  void selectNext(bool isBackwards);
  std::vector<Path> openPaths() const;
  void open(const std::vector<Path>& paths);
  /// Opens the rows of the first two levels, as usdview does.
  void openFirstLevels();
  void showEmpty(const QString& why);
  void showWhyEmpty();

  Session& session_;
  PrimTreeModel* model_;
  SearchField* search_;
  QTreeView* view_;
  QLabel* empty_;
  std::shared_ptr<const PrimMatches> matches_;
  std::vector<Path> openBefore_;  // Rows that were open before the search.
  std::string shownFile_;
  // True while the session changes the tree, so that this is not taken for the user's selection.
  bool isShowing_ = false;
  PaneTask searching_;
};

}  // namespace usdscope
