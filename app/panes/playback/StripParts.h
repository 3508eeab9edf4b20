// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QColor>
#include <array>
#include <cstddef>

// The places of the parts of a PlaybackStrip, in points from its top or from its bottom.
namespace usdscope::strip {

inline constexpr int kPadding = 10;    // Left and right of the range.
inline constexpr int kTabBottom = 14;  // The tabs of playhead and markers.
inline constexpr int kPreparedHeight = 2;
inline constexpr int kHandle = 7;  // Width of a handle of the play range.
inline constexpr int kHandleTop = 16;
inline constexpr int kHandleBottom = 27;
inline constexpr int kBarTop = 17;  // The bar between the handles, for the mouse.
inline constexpr int kBarBottom = 22;
inline constexpr int kOverview = 7;  // Height of the overview at the bottom.
inline constexpr int kNumbers = 12;  // Height of the numbers above it.
inline constexpr int kBelowTicks = kOverview + kNumbers;
inline constexpr int kMarkerWidth = 110;  // The widest tab of a marker.

inline const std::array<QColor, 6> kMarkerColors = {
    QColor(0x7f, 0xc8, 0xa9), QColor(0xd8, 0x9a, 0x6a), QColor(0x9d, 0xa7, 0xe8),
    QColor(0xd8, 0x8f, 0xb5), QColor(0x8f, 0xc4, 0xd8), QColor(0xc3, 0xc9, 0x7a)};
inline const QColor kPrepared(0x5c, 0x8f, 0x86);

/// The colour of a marker by its place in the list.
inline QColor markerColor(std::size_t index) { return kMarkerColors[index % kMarkerColors.size()]; }

}  // namespace usdscope::strip
