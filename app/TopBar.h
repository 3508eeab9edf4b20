// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QWidget>

#include "app/session/Session.h"

class QToolButton;

namespace usdscope {

class ElidedLabel;
class Menus;

/// Above the picture: what is selected, the camera, how surfaces are shaded, which purposes show.
class TopBar : public QWidget {
  Q_OBJECT
 public:
  TopBar(Session& session, Menus& menus, QWidget* parent = nullptr);

 private:
  QToolButton* addButton(const QString& tip);
  void showSelection(const Selection& selection);
  void showView(const ViewSettings& view);

  Menus& menus_;
  ElidedLabel* path_;
  QToolButton* camera_;
  QToolButton* shading_;
  QToolButton* purposes_;
};

}  // namespace usdscope
