// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QString>
#include <Qt>
#include <span>

#include "app/session/Session.h"

class QWidget;

namespace usdscope {

/// One dock of the main window. Menus, toggles and the saved layout are made from the table of
/// these rows.
struct PaneRow {
  const char* id;  ///< Identifies the dock in saved layouts, so it must not change.
  const char* title;
  Qt::DockWidgetArea area;
  QWidget* (*make)(Session& session);
};

/// Returns the table of panes. Panes with the same area are tabs of one dock area; the first one is
/// in front.
std::span<const PaneRow> paneRows();

}  // namespace usdscope
