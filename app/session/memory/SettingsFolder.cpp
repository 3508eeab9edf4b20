// SPDX-License-Identifier: Apache-2.0
#include "app/session/memory/SettingsFolder.h"

#include <QFileInfo>
#include <QSettings>
#include <QStandardPaths>

namespace usdscope {

QString settingsFolder() {
#if defined(Q_OS_WIN) || defined(Q_OS_DARWIN)
  return QStandardPaths::writableLocation(QStandardPaths::AppDataLocation);
#else
  return QFileInfo(QSettings().fileName()).absolutePath();
#endif
}

}  // namespace usdscope
