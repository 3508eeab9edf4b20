// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QString>
#include <Qt>
#include <span>

#include "app/session/Session.h"

class QWidget;

namespace usdscope {

/// One dock of the main window. Menus, toggles and the saved layout follow from the table.
struct PaneRow {
  const char* id;  ///< Stable: the saved layout knows docks by it.
  const char* title;
  Qt::DockWidgetArea area;
  QWidget* (*make)(Session& session);
};

/// All panes. Panes of one area are tabs; the first one is in front.
std::span<const PaneRow> paneRows();

}  // namespace usdscope
