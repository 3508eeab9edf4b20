// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QTimer>
#include <QWidget>
#include <optional>

#include "app/panes/PaneTask.h"
#include "app/panes/primtree/OpenRows.h"
#include "app/session/ExplainablePlace.h"
#include "app/session/TreeCommand.h"
#include "engine/search/FindPrims.h"

class QLabel;
class QTreeView;

namespace usdscope {

class MentionsView;
class PrimTreeDelegate;
class PrimTreeModel;
class SearchCompleter;
class SearchField;
class SearchHelp;
class TreeColumns;

/// Shows the prims of the stage. Clicks select prims, and change their visibility and draw mode in
/// the edit target. The tree shows selections that are made elsewhere. Open rows stay open when the
/// same file is recomposed.
///
/// The search keeps the prims that match and their ancestors. A search for mentions shows a list of
/// places in layers instead of the tree.
class PrimTreePane : public QWidget, public ExplainablePlace {
  Q_OBJECT
 public:
  explicit PrimTreePane(Session& session, QWidget* parent = nullptr);

  /// Returns a sentence about rows that stay closed because there are too many; else empty.
  std::string changeTree(TreeCommand command, int depth);

  bool explainAt(QPoint at) override;

 protected:
  bool eventFilter(QObject* watched, QEvent* event) override;

 private:
  struct Found;

  QWidget* makeSearchRow();
  void observeSession();
  void showDocument(const Document& document);
  void showShownPrims(const ShownPrims& shown);
  void showSelection(const Selection& selection);
  void showFound(const Found& found);
  void showMatches(const std::shared_ptr<const PrimMatches>& matches, bool isSearch);
  void search();
  void takeSelection();
  void toggleVisibility(const QModelIndex& index);
  void chooseDrawMode(const QModelIndex& cell);
  /// Whether the press is for the cell, and must not change the selection.
  bool pressCell(const QModelIndex& cell, bool isDouble);
  bool pressArrow(int key);
  void noteOpenRows();
  /// Opens the rows of the first two levels, as usdview does.
  void openFirstLevels();
  std::string openLevels(int depth);
  std::string openBelow(const std::vector<Path>& prims);
  /// Selects a match of the search text, as soon as its matches are known.
  void selectNextMatch(bool isBackwards);
  void takeNextMatch();
  void showHelp();
  void showEmpty(const QString& why);
  void showWhyEmpty();
  /// Says what is wrong in the search text or, if nothing is, why the leading prim is not shown.
  void showNote();
  void showHiddenPrims();

  Session& session_;
  PrimTreeModel* model_;
  SearchField* search_;
  SearchCompleter* completer_;
  SearchHelp* help_;
  QLabel* note_;
  QTreeView* view_;
  TreeColumns* columns_;
  PrimTreeDelegate* delegate_;
  OpenRows openRows_;
  MentionsView* mentions_;
  QLabel* empty_;
  std::shared_ptr<const PrimMatches> matches_;
  QString problem_;               // A sentence about the search text; empty if it is understood.
  std::vector<Path> openBefore_;  // Rows that were open before the search.
  std::string shownFile_;
  // True while the session changes the tree, so that this is not taken for the user's selection.
  bool isShowing_ = false;
  bool isSearching_ = false;
  std::optional<bool> wantsNext_;  // Whether backwards; a match to select after the search.
  QTimer noting_;                  // Waits a moment before the session gets the open rows.
  PaneTask searching_;
};

}  // namespace usdscope
