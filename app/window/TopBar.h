// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QWidget>

#include "app/session/Session.h"

class QToolButton;

namespace usdscope {

class ElidedLabel;
class Menus;

/// The bar above the picture: selected path, edit target, camera, shading mode, and the purposes
/// that are shown.
class TopBar : public QWidget {
  Q_OBJECT
 public:
  TopBar(Session& session, Menus& menus, QWidget* parent = nullptr);

 private:
  QToolButton* addButton(const QString& tip);
  void showSelection(const Selection& selection);
  void showView(const ViewSettings& view);
  void showTarget(const EditTargetState& target);

  Session& session_;
  Menus& menus_;
  ElidedLabel* path_;
  QToolButton* target_;
  QToolButton* camera_;
  QToolButton* shading_;
  QToolButton* purposes_;
};

}  // namespace usdscope
