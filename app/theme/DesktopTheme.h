// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>
#include <optional>

#include "app/theme/Colors.h"

class QDBusConnection;
class QObject;
class QPalette;

namespace usdscope::theme {

/// Returns the ground of the colours that the desktop gave to Qt; empty if Qt found no desktop and
/// made up the colours itself. Requires: `palette` is the application's before apply().
std::optional<Ground> groundOfDesktop(const QPalette& palette);

/// Called with the ground that the user of the desktop prefers; empty if the user prefers none.
using DesktopAnswer = std::function<void(std::optional<Ground>)>;

/// Asks the portal of the desktop for the ground that its user prefers, and calls `answer` later,
/// then again after each change of the setting, as long as `receiver` lives. Never calls it without
/// a session bus, or if the desktop has no such setting. Does not wait for the portal. GUI thread
/// only. Source: org.freedesktop.portal.Settings, color-scheme of org.freedesktop.appearance.
void followDesktop(QObject& receiver, DesktopAnswer answer);
/// Like the other one, but asks on this bus, or this peer.
void followDesktop(const QDBusConnection& bus, QObject& receiver, DesktopAnswer answer);

}  // namespace usdscope::theme
