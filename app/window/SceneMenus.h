// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QMenu>
#include <vector>

#include "app/actions/Actions.h"

namespace usdscope {

/// Lists the recent files with their thumbnails. Files that cannot be opened are grey and say why.
/// Actions that others add stay below the list.
class RecentMenu : public QMenu {
  Q_OBJECT
 public:
  RecentMenu(ActionContext context, QWidget* parent);

 private:
  void fill();

  ActionContext context_;
  QAction* end_;  ///< The line below the list.
  std::vector<QAction*> listed_;
};

/// Lists the named views of the scene, to show and to delete. Actions that others add stay above
/// the list.
class ViewsMenu : public QMenu {
  Q_OBJECT
 public:
  ViewsMenu(ActionContext context, QWidget* parent);

 private:
  void fill();

  ActionContext context_;
  std::vector<QAction*> listed_;
  QMenu* deleting_;
};

/// Lists the displays of the OpenColorIO configuration with their views, and its color spaces and
/// looks.
class OpenColorIoMenu : public QMenu {
  Q_OBJECT
 public:
  OpenColorIoMenu(ActionContext context, QWidget* parent);

 private:
  void fill();

  ActionContext context_;
};

}  // namespace usdscope
