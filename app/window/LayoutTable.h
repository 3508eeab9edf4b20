// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <span>
#include <string_view>

namespace usdscope {

/// A part of the window around the picture. The lower parts of the sides are below their upper
/// parts; in a low window, their panes are tabs of the upper parts.
enum class DockPlace { Left, LeftLower, Right, RightLower, Bottom };

/// The extent of a part of the window: a share of the window, and a limit in pixels.
struct DockExtent {
  double share = 0.25;
  int most = 340;
};

struct PanePlace {
  const char* pane;  ///< The id of a row of paneRows().
  DockPlace place;
};

/// One layout of the window. Panes that are not in `panes` are closed.
struct LayoutRow {
  const char* id;  ///< Identifies the layout in settings and for `--run`.
  const char* title;
  /// The panes in the order of their tabs. The first pane of a place is in front.
  std::span<const PanePlace> panes;
  DockExtent left;
  DockExtent right;
  DockExtent bottom;
  double lowerShare = 0.4;     ///< The share of the lower parts in the heights of the sides.
  bool isPictureOnly = false;  ///< Shows neither panes nor bars.
};

/// Returns the table of layouts. The first is the default.
std::span<const LayoutRow> layoutRows();

/// Returns the row with an id; null when there is none.
const LayoutRow* findLayout(std::string_view id);

}  // namespace usdscope
