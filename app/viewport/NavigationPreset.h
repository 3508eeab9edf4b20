// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QString>
#include <Qt>
#include <cstdint>
#include <span>
#include <utility>
#include <vector>

#include "app/session/view/NavigationStyle.h"

namespace usdscope {

enum class CameraMove : std::uint8_t {
  None,
  Tumble,  ///< Around the focus.
  Truck,
  Dolly,
  Look,  ///< Around the eye; keys fly meanwhile. See FlyMode.
};

/// Matches a gesture with any modifiers.
inline constexpr Qt::KeyboardModifiers kAnyModifiers = Qt::KeyboardModifierMask;

/// A gesture of the pointer, and its meaning. Modifiers match exactly.
struct GestureRow {
  Qt::MouseButton button;  ///< Qt::NoButton for the wheel, and for two fingers on a touchpad.
  Qt::KeyboardModifiers modifiers;
  CameraMove move;
};

/// The gestures that move the camera. The Meta key works like Alt, because some window managers
/// keep Alt for themselves.
struct NavigationPreset {
  NavigationStyle style;
  std::span<const GestureRow> gestures;

  /// The move of a drag; of the wheel for Qt::NoButton. The first row that matches applies.
  CameraMove moveOf(Qt::MouseButton button, Qt::KeyboardModifiers modifiers) const;
  /// Whether a drag with the left button alone moves the camera. Else it is free for a marquee.
  bool navigatesWithPlainLeftDrag() const {
    return moveOf(Qt::LeftButton, Qt::NoModifier) != CameraMove::None;
  }
};

const NavigationPreset& presetOf(NavigationStyle style);

/// Returns the gestures of a preset in words, and what they do.
std::vector<std::pair<QString, QString>> gestureTexts(NavigationStyle style);

}  // namespace usdscope
