// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "app/session/memory/Preferences.h"

class QWidget;

namespace usdscope {

/// Shows the present keys of actions in the tooltips of the widgets that run them, which have the
/// id of the action as their property `action`.
void showShortcutsInTips(QWidget& window, const PreferenceValues& preferences);

}  // namespace usdscope
