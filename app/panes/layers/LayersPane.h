// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QElapsedTimer>
#include <QEvent>
#include <QWidget>
#include <set>

#include "app/panes/PaneTask.h"

class QKeyEvent;
class QLabel;
class QTreeView;

namespace usdscope {

class ElidedLabel;
class LayerTreeModel;
struct LayerTree;

/// Shows all layers of the scene as a tree: the session layer, the root layer with its sublayers,
/// and below each layer the layers behind its references, payloads and clips. Layers are muted in
/// the last column: a click mutes, holding mutes as long as the button is down, Alt + click is
/// solo. The key M does for the current row what a click and holding do. A selected layer marks its
/// prims in the prim tree. A dot marks the layers with opinions on the selected prim.
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
  /// Mutes the layer of a row, or shows a muted one, until release().
  void hold(const QModelIndex& index);
  /// Keeps the mute of a short press.
  void release();
  bool pressKey(const QKeyEvent& key, QEvent::Type type);
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
  QElapsedTimer held_;      ///< Runs while the button or the key is down.
  PaneTask reading_;
  PaneTask touching_;
};

}  // namespace usdscope
