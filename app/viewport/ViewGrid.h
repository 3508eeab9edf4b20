// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QWidget>
#include <vector>

#include "app/session/Session.h"

class QGridLayout;

namespace usdscope {

class SideViewWidget;
class ViewportWidget;

/// The pictures of the window: the main view, and 0, 1 or 3 views beside it, as
/// Session::viewChoice() says. Two views stand side by side, four in two rows.
class ViewGrid : public QWidget {
  Q_OBJECT
 public:
  /// Takes the main view over.
  ViewGrid(Session& session, ViewportWidget& main, QWidget* parent = nullptr);

  /// The views beside the main one, in their order.
  const std::vector<SideViewWidget*>& sides() const { return sides_; }

 private:
  void show(int sideCount);

  Session& session_;
  ViewportWidget& main_;
  QGridLayout* grid_;
  std::vector<SideViewWidget*> sides_;
};

}  // namespace usdscope
