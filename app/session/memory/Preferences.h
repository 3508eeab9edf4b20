// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>
#include <map>
#include <string>

#include "app/session/Observable.h"

namespace usdscope {

/// The shortcuts from which the user starts; see `actions/KeyMap.h`.
enum class KeyMapKind { Usdview, Review };

/// The limits of the sizes that the user chooses.
inline constexpr int kLeastFontSize = 8;
inline constexpr int kMostFontSize = 24;
inline constexpr double kMostUiScale = 2.0;

/// How the user wants the window to look, and its shortcuts.
struct PreferenceValues {
  bool isLight = false;  ///< Shows dark text on light panes. The picture keeps its background.
  /// Until the user chooses a theme, it is the one that the desktop prefers, or else dark.
  bool followsDesktop = true;
  int fontSize = 13;     ///< In pixels, from kLeastFontSize to kMostFontSize.
  double uiScale = 1.0;  ///< Scales texts, rows and buttons; from 1 to kMostUiScale.
  KeyMapKind keyMap = KeyMapKind::Usdview;
  /// The shortcuts that the user chose in place of those of the key map, by the id of the action.
  /// Each text lists keys as ActionRow::shortcut does; an empty one leaves the action without keys.
  std::map<std::string, std::string> keys;
  bool operator==(const PreferenceValues&) const = default;
};

/// Keeps the preferences, and stores them in the settings. GUI thread only.
class Preferences {
 public:
  /// Reads the settings, which checkSettings() has checked.
  Preferences();

  Observable<PreferenceValues> values;

  /// Changes and stores the preferences. `change` edits a copy; sizes beyond the limits are moved
  /// to them.
  void change(const std::function<void(PreferenceValues&)>& change);
  /// Sets the theme that the desktop prefers. Does not store it.
  void setDesktopLight(bool isLight);

 private:
  bool isDesktopLight_ = false;
};

}  // namespace usdscope
