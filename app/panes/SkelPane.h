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

/// Shows the rig that the leading prim belongs to: its joints as a tree, where the chosen one is
/// now, what binds the prim to the skeleton and that to its animation, its blend shapes, and
/// whether what is drawn is true.
/// Follows the playhead only while it is seen.
class SkelPane : public QWidget {
  Q_OBJECT
 public:
  explicit SkelPane(Session& session, QWidget* parent = nullptr);

  const SkelRig& rig() const { return rig_; }
  /// By its name: joints, binding, shapes, truth. False: there is none of this name.
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
  bool isShowing_ = false;  ///< What the tree tells meanwhile was not done by the user.
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
