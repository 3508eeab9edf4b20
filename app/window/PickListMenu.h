// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QMenu>
#include <QPointer>
#include <vector>

#include "app/session/Session.h"
#include "app/viewport/ViewportWidget.h"

namespace usdscope {

/// Lists the prims at a place of the picture from front to back, to select one of them. The row
/// under the pointer has an outline in the picture.
class PickListMenu : public QMenu {
  Q_OBJECT
 public:
  /// `at` is a point of the viewport. The list comes soon.
  PickListMenu(Session& session, ViewportWidget& viewport, const QPoint& at, QWidget* parent);
  ~PickListMenu() override;

 Q_SIGNALS:
  void filled();

 private:
  void fill(const std::vector<PickedObject>& objects);
  void point(const std::optional<PickedPrim>& prim);

  Session& session_;
  QPointer<ViewportWidget> viewport_;
};

}  // namespace usdscope
