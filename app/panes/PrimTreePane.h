// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QWidget>

#include "app/session/Session.h"

class QLabel;
class QTreeView;

namespace usdscope {

class PrimTreeModel;

/// Shows the prims of the stage; writes the selection. The tree follows what is selected elsewhere.
class PrimTreePane : public QWidget {
  Q_OBJECT
 public:
  explicit PrimTreePane(Session& session, QWidget* parent = nullptr);

 private:
  void showDocument(const Document& document);
  void showSelection(const Selection& selection);
  void takeSelection();
  void showMenu(const QPoint& at);

  Session& session_;
  PrimTreeModel* model_;
  QTreeView* view_;
  QLabel* empty_;
  bool isShowing_ = false;  // The tree is being changed by the session, not by the user.
};

}  // namespace usdscope
