// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QElapsedTimer>
#include <QWidget>
#include <set>

#include "app/panes/PaneTask.h"

class QLabel;
class QTreeView;

namespace usdscope {

class ElidedLabel;
class LayerTreeModel;
struct LayerTree;

/// Shows all layers of the scene as a tree: the session layer, the root layer with its sublayers,
/// and below each layer the layers behind its references, payloads and clips. Layers are muted in
/// the last column: a click mutes, holding mutes as long as the button is down, Alt + click is
/// solo. A selected layer marks its prims in the prim tree. A dot marks the layers with opinions on
/// the selected prim.
class LayersPane : public QWidget {
  Q_OBJECT
 public:
  explicit LayersPane(Session& session, QWidget* parent = nullptr);

 protected:
  bool eventFilter(QObject* watched, QEvent* event) override;
  QSize minimumSizeHint() const override { return {200, 90}; }

 private:
  void refresh();
  void refreshTouching();
  void showTree(std::shared_ptr<const LayerTree> tree);
  void showHeading();
  void takeCurrent();
  /// Selects the first row of a layer that was marked elsewhere.
  void revealLayer(const std::string& identifier);
  bool pressMute(const QModelIndex& index, bool isSolo);
  void toggleMute(const QModelIndex& index);
  void openMenu(const QPoint& at);
  template <typename Visit>
  void visitRows(Visit visit) const;

  Session& session_;
  LayerTreeModel* model_;
  ElidedLabel* heading_;
  QTreeView* view_;
  QLabel* empty_;
  std::string shownFile_;
  bool isShowing_ = false;  ///< The session changes the tree, not the user.
  QElapsedTimer held_;      ///< Runs while the button is down on a mute.
  PaneTask reading_;
  PaneTask touching_;
};

}  // namespace usdscope
