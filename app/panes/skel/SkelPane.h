// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QWidget>

#include "app/session/Session.h"
#include "engine/report/SkelRig.h"

class QLabel;
class QTabWidget;
class QTreeView;

namespace usdscope {

class ElidedLabel;
class JointTreeModel;
class PoseSlider;
class SkelBindingView;
class SkelJointView;
class SkelShapesView;

/// Shows the rig that the leading prim belongs to, on four pages: the joints as a tree with the
/// place of the chosen one, the bindings of the prim and of its skeleton, the blend shapes, and the
/// check of what is drawn. Follows the playhead only while it is seen.
class SkelPane : public QWidget {
  Q_OBJECT
 public:
  explicit SkelPane(Session& session, QWidget* parent = nullptr);

  const SkelRig& rig() const { return rig_; }
  /// Shows a page by its name: joints, binding, shapes or check. Returns false when there is no
  /// such page.
  bool showPage(const std::string& name);

 protected:
  bool event(QEvent* event) override;

 private:
  void buildTree();
  QWidget* makeJointsPage();
  void refresh();
  void showRig();
  void showChosen();
  void showPlace();

  Session& session_;
  SkelRig rig_;
  bool isSeen_ = false;     ///< In front of the other docks: those behind are shown to Qt, too.
  bool isStale_ = true;     ///< The rig is that of another document or selection.
  bool isShowing_ = false;  ///< The session changes the tree, not the user.
  ElidedLabel* heading_;
  QLabel* legend_;
  QLabel* empty_;
  QTabWidget* pages_;
  QTreeView* tree_;
  JointTreeModel* model_;
  PoseSlider* pose_;
  SkelJointView* place_;
  SkelBindingView* binding_;
  SkelShapesView* shapes_;
};

}  // namespace usdscope
