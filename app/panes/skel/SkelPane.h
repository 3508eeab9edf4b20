// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QWidget>
#include <memory>

#include "app/panes/PaneTask.h"
#include "engine/report/skel/RigShapes.h"
#include "engine/report/skel/SkelExplain.h"
#include "engine/report/skel/SkelRig.h"

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
/// check of what is drawn.
class SkelPane : public QWidget {
  Q_OBJECT
 public:
  explicit SkelPane(Session& session, QWidget* parent = nullptr);

  /// The rig that is shown.
  const SkelRig& rig() const { return shown_->rig; }
  /// Shows a page by its name: joints, binding, shapes or check. Returns false when there is no
  /// such page.
  bool showPage(const std::string& name);

 private:
  struct Contents {
    Subject subject;
    SkelRig rig;
    SkelExplanation explanation;
    std::shared_ptr<const RigShapes> shapes;  ///< Null when there is no rig.
  };
  static Contents contentsOf(const Subject& subject);

  void buildTree();
  QWidget* makeJointsPage();
  void refresh();
  void showContents(std::shared_ptr<const Contents> contents);
  void showRig();
  void showChosen();
  /// Shows where the chosen joint is, and the weights, at the playhead.
  void showMotion();
  int chosenJoint() const;

  Session& session_;
  Subject wanted_;
  std::shared_ptr<const Contents> shown_;  ///< Never null.
  bool isSeen_ = false;
  /// True while the session changes the tree, so that this is not taken for the user's choice.
  bool isShowing_ = false;
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
  PaneTask reading_;
  PaneTask following_;  ///< Follows the playhead.
};

}  // namespace usdscope
