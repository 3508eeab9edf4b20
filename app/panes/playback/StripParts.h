// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QColor>
#include <array>
#include <cstddef>

#include "app/theme/Theme.h"

// The places of the parts of a PlaybackStrip in the present look, in pixels from its top or from
// its bottom.
namespace usdscope::strip {

inline int height() { return theme::px(48); }

inline int padding() { return theme::px(10); }    // Left and right of the range.
inline int tabBottom() { return theme::px(14); }  // The tabs of playhead and markers.
inline int preparedHeight() { return theme::px(2); }
inline int handle() { return theme::px(7); }  // Width of a handle of the play range.
inline int handleTop() { return theme::px(16); }
inline int handleBottom() { return theme::px(27); }
inline int barTop() { return theme::px(17); }  // The bar between the handles, for the mouse.
inline int barBottom() { return theme::px(22); }
inline int overview() { return theme::px(7); }  // Height of the overview at the bottom.
inline int numbers() { return theme::px(12); }  // Height of the numbers above it.
inline int belowTicks() { return overview() + numbers(); }
inline int markerWidth() { return theme::px(110); }  // The widest tab of a marker.

inline const std::array<QColor, 6> kMarkerColors = {
    QColor(0x7f, 0xc8, 0xa9), QColor(0xd8, 0x9a, 0x6a), QColor(0x9d, 0xa7, 0xe8),
    QColor(0xd8, 0x8f, 0xb5), QColor(0x8f, 0xc4, 0xd8), QColor(0xc3, 0xc9, 0x7a)};
inline const QColor kPrepared(0x5c, 0x8f, 0x86);

/// The colour of a marker by its place in the list.
inline QColor markerColor(std::size_t index) { return kMarkerColors[index % kMarkerColors.size()]; }

}  // namespace usdscope::strip
