// SPDX-License-Identifier: Apache-2.0
#include "app/viewport/NavigationPreset.h"

#include <QCoreApplication>
#include <QStringList>
#include <algorithm>

namespace usdscope {
namespace {

using enum CameraMove;
constexpr Qt::KeyboardModifiers kPlain = Qt::NoModifier;
constexpr Qt::KeyboardModifiers kAlt = Qt::AltModifier;
constexpr Qt::KeyboardModifiers kShift = Qt::ShiftModifier;
constexpr Qt::KeyboardModifiers kCtrl = Qt::ControlModifier;
constexpr Qt::KeyboardModifiers kCtrlAlt = kCtrl | kAlt;
constexpr Qt::KeyboardModifiers kShiftAlt = kShift | kAlt;
constexpr Qt::MouseButton kWheel = Qt::NoButton;

constexpr GestureRow kUsdscope[] = {
    {Qt::LeftButton, kPlain, Tumble},        {Qt::LeftButton, kAlt, Tumble},
    {Qt::LeftButton, kCtrlAlt, Truck},       {Qt::MiddleButton, kAnyModifiers, Truck},
    {Qt::RightButton, kAnyModifiers, Dolly}, {kWheel, kAnyModifiers, Dolly},
};
constexpr GestureRow kMaya[] = {
    {Qt::LeftButton, kAlt, Tumble},  {Qt::LeftButton, kCtrlAlt, Truck},
    {Qt::MiddleButton, kAlt, Truck}, {Qt::RightButton, kAlt, Dolly},
    {kWheel, kAnyModifiers, Dolly},
};
constexpr GestureRow kBlender[] = {
    {Qt::MiddleButton, kPlain, Tumble}, {Qt::MiddleButton, kShift, Truck},
    {Qt::MiddleButton, kCtrl, Dolly},   {Qt::LeftButton, kAlt, Tumble},
    {Qt::LeftButton, kShiftAlt, Truck}, {Qt::LeftButton, kCtrlAlt, Dolly},
    {kWheel, kAnyModifiers, Dolly},
};
// Without Alt, as in Houdini's view mode, except for the left button, which selects.
constexpr GestureRow kHoudini[] = {
    {Qt::LeftButton, kAlt, Tumble},   {Qt::MiddleButton, kAlt, Truck},
    {Qt::RightButton, kAlt, Dolly},   {Qt::MiddleButton, kPlain, Truck},
    {Qt::RightButton, kPlain, Dolly}, {kWheel, kAnyModifiers, Dolly},
};
constexpr GestureRow kTouchpad[] = {
    {kWheel, kPlain, Tumble},
    {kWheel, kShift, Truck},
    {kWheel, kCtrl, Dolly},
    {kWheel, kAlt, Dolly},
    {Qt::LeftButton, kAlt, Tumble},
    {Qt::LeftButton, kShiftAlt, Truck},
    {Qt::LeftButton, kCtrlAlt, Dolly},
};
constexpr GestureRow kFly[] = {
    {Qt::RightButton, kPlain, Look},          {Qt::RightButton, kShift, Look},
    {Qt::RightButton, kAlt, Dolly},           {Qt::LeftButton, kAlt, Tumble},
    {Qt::MiddleButton, kAnyModifiers, Truck}, {kWheel, kAnyModifiers, Dolly},
};

constexpr NavigationPreset kPresets[] = {
    {NavigationStyle::Usdscope, kUsdscope}, {NavigationStyle::Maya, kMaya},
    {NavigationStyle::Blender, kBlender},   {NavigationStyle::Houdini, kHoudini},
    {NavigationStyle::Touchpad, kTouchpad}, {NavigationStyle::Fly, kFly},
};

QString translated(const char* text) {
  return QCoreApplication::translate("NavigationPreset", text);
}

QString gestureText(const GestureRow& row, bool isTouchpad) {
  QStringList parts;
  if (row.modifiers != kAnyModifiers) {
    if (row.modifiers & kCtrl) parts << translated("Ctrl");
    if (row.modifiers & kShift) parts << translated("Shift");
    if (row.modifiers & kAlt) parts << translated("Alt");
  }
  switch (row.button) {
    case Qt::LeftButton:
      parts << translated("left drag");
      break;
    case Qt::MiddleButton:
      parts << translated("middle drag");
      break;
    case Qt::RightButton:
      parts << translated("right drag");
      break;
    default:
      parts << (isTouchpad ? translated("two fingers, wheel") : translated("wheel"));
      break;
  }
  QString text = parts.join('+');
  text[0] = text[0].toUpper();
  return text;
}

QString moveText(CameraMove move) {
  switch (move) {
    case None:
      break;
    case Tumble:
      return translated("Tumble");
    case Truck:
      return translated("Truck");
    case Dolly:
      return translated("Dolly");
    case Look:
      return translated("Look around; W A S D Q E fly, Shift faster, the wheel sets the speed");
  }
  return {};
}

}  // namespace

CameraMove NavigationPreset::moveOf(Qt::MouseButton button, Qt::KeyboardModifiers modifiers) const {
  Qt::KeyboardModifiers held = modifiers & (kShift | kCtrl | kAlt);
  if (modifiers & Qt::MetaModifier) held |= kAlt;
  for (const GestureRow& row : gestures) {
    const bool isHeld = row.modifiers == kAnyModifiers || row.modifiers == held;
    if (row.button == button && isHeld) return row.move;
  }
  return None;
}

const NavigationPreset& presetOf(NavigationStyle style) {
  return *std::ranges::find(kPresets, style, &NavigationPreset::style);
}

std::vector<std::pair<QString, QString>> gestureTexts(NavigationStyle style) {
  std::vector<std::pair<QString, QString>> texts;
  for (const GestureRow& row : presetOf(style).gestures) {
    const QString gesture = gestureText(row, style == NavigationStyle::Touchpad);
    const QString move = moveText(row.move);
    const auto known = std::ranges::find(texts, move, &std::pair<QString, QString>::second);
    if (known == texts.end()) {
      texts.emplace_back(gesture, move);
    } else {
      known->first += QStringLiteral(", ") + gesture.left(1).toLower() + gesture.mid(1);
    }
  }
  for (auto& [gesture, move] : texts) {
    if (move == moveText(Dolly)) gesture += QStringLiteral(", ") + translated("pinch");
  }
  return texts;
}

}  // namespace usdscope
