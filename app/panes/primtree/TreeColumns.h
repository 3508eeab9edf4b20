// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QObject>
#include <cstdint>
#include <memory>

#include "app/session/Session.h"
#include "app/session/tasks/LatestTask.h"

class QModelIndex;
class QTreeView;

namespace usdscope {

/// The columns of the prim tree: shows those of ViewSettings::treeColumns, offers all of them in
/// the menu of the header, and remembers the choice. Until the user chooses, scenes with value
/// clips also have the column of clips. The tree must show a PrimTreeModel.
class TreeColumns : public QObject {
  Q_OBJECT
 public:
  TreeColumns(Session& session, QTreeView& view);

  /// Makes the columns fit the texts of a new scene.
  void fitToContents();
  /// Explains the shape and place of the prim whose row is at a place of the screen. Returns
  /// whether there is one. A click on the number of clip sets does the same.
  bool explainAt(const QPoint& global);

 protected:
  bool eventFilter(QObject* watched, QEvent* event) override;

 private:
  void explain(const QModelIndex& cell);
  void show(std::uint32_t columns);
  void findClips();
  void noteClips(bool areThere);
  void showMenu(const QPoint& at);
  void resizeColumns();
  /// Names take the room that other columns leave. If they leave too little, the column of types
  /// gets narrower and then hides, and then the tree scrolls.
  void shareRoom();

  Session& session_;
  QTreeView& view_;
  int typeWidth_ = 0;         ///< The width of the column of types where there is room for it.
  std::uint32_t stored_ = 0;  ///< ViewSettings::treeColumns as the settings have it.
  std::weak_ptr<const Stage> searched_;  ///< The last stage that was searched for clips.
  bool isSharing_ = false;
  bool hidesType_ = false;  ///< The tree is too narrow for types that can be read.
  LatestTask search_;
};

}  // namespace usdscope
