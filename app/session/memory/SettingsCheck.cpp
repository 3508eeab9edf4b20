// SPDX-License-Identifier: Apache-2.0
#include "app/session/memory/SettingsCheck.h"

#include <fmt/format.h>

#include <QFile>
#include <QKeySequence>
#include <QMetaType>
#include <QSettings>
#include <QVariant>
#include <algorithm>

#include "app/session/memory/ClipBudget.h"
#include "app/session/memory/Preferences.h"

namespace usdscope {
namespace {

constexpr int kSettingsVersion = 1;
constexpr const char* kVersionKey = "version";

bool isText(const QVariant& value) { return value.typeId() == QMetaType::QString; }
// A list of one text is stored as a text.
bool isTexts(const QVariant& value) {
  return isText(value) || value.typeId() == QMetaType::QStringList ||
         (value.typeId() == QMetaType::QVariantList && value.toList().isEmpty()) ||
         !value.isValid();
}
bool isBytes(const QVariant& value) { return value.typeId() == QMetaType::QByteArray; }
bool isSwitch(const QVariant& value) {
  return value.typeId() == QMetaType::Bool || value.toString() == QStringLiteral("true") ||
         value.toString() == QStringLiteral("false");
}

bool isTheme(const QVariant& value) {
  return value.toString() == QStringLiteral("dark") || value.toString() == QStringLiteral("light");
}
bool isKeyMap(const QVariant& value) {
  const QString map = value.toString();
  return map == QStringLiteral("usdview") || map == QStringLiteral("review");
}
bool isFontSize(const QVariant& value) {
  bool isNumber = false;
  const int size = value.toInt(&isNumber);
  return isNumber && size >= kLeastFontSize && size <= kMostFontSize;
}
bool isClipBudget(const QVariant& value) {
  bool isNumber = false;
  const int mebibytes = value.toInt(&isNumber);
  return isNumber && mebibytes >= kLeastClipMemory && mebibytes <= kMostClipMemory;
}
bool isScale(const QVariant& value) {
  bool isNumber = false;
  const double scale = value.toDouble(&isNumber);
  return isNumber && scale >= 1.0 && scale <= kMostUiScale;
}
// An action without keys has an empty text.
bool isKeys(const QVariant& value) {
  if (isText(value) && value.toString().isEmpty()) return true;
  const QList<QKeySequence> keys = QKeySequence::listFromString(value.toString());
  return isText(value) && std::ranges::none_of(keys, [](const QKeySequence& each) {
           return each.isEmpty() || each[0].key() == Qt::Key_unknown;
         });
}

struct KeyType {
  const char* key;  ///< Or the beginning of keys, with a slash at its end.
  bool (*isExpected)(const QVariant& value);
};
// The first that fits a key applies.
constexpr KeyType kTypes[] = {
    {"camera/navigation", isText},
    {"picking/", isText},
    {"playback/preparedFrames", isSwitch},
    {"open/folder", isText},
    {"recentFiles", isTexts},
    {"window/geometry", isBytes},
    {"view/safeColors", isSwitch},
    {"scenes/restore", isSwitch},
    {"primTree/columns", isTexts},
    {"layouts/current", isText},
    {"layouts/", isBytes},
    {"preferences/theme", isTheme},
    {"preferences/fontSize", isFontSize},
    {"preferences/uiScale", isScale},
    {"preferences/keyMap", isKeyMap},
    {"clips/budget", isClipBudget},
    {"keys/", isKeys},
    {"files/autoReload", isSwitch},
    {"sound/on", isSwitch},
    {"sound/volume", isText},
};

QStringList unexpectedKeys(const QSettings& settings) {
  QStringList unexpected;
  for (const QString& key : settings.allKeys()) {
    for (const KeyType& type : kTypes) {
      const auto wanted = QString::fromLatin1(type.key);
      if (key != wanted && !(wanted.endsWith('/') && key.startsWith(wanted))) continue;
      if (!type.isExpected(settings.value(key))) unexpected << key;
      break;
    }
  }
  return unexpected;
}

}  // namespace

std::string setSettingsAside(const std::string& why, const QStringList& keys) {
  QSettings settings;
  settings.sync();
  const QString aside = settings.fileName() + QStringLiteral(".broken");
  QFile::remove(aside);
  const bool isKept = QFile::copy(settings.fileName(), aside);
  if (keys.isEmpty()) settings.clear();
  for (const QString& key : keys) settings.remove(key);
  if (!isKept) return why;
  return fmt::format("{} The settings as they were are in {}.", why, aside.toStdString());
}

std::vector<std::string> checkSettings() {
  std::vector<std::string> problems;
  QSettings settings;
  if (!settings.isWritable()) {
    problems.push_back(
        fmt::format("Settings cannot be written to {}. The arrangement of this window, and how you "
                    "leave scenes, are forgotten when it closes.",
                    settings.fileName().toStdString()));
  }
  bool isNumber = true;
  const int version = settings.value(kVersionKey, kSettingsVersion).toInt(&isNumber);
  if (settings.status() == QSettings::FormatError) {
    problems.push_back(
        setSettingsAside("The settings are broken, so the usual ones are used.", {}));
  } else if (isNumber && version > kSettingsVersion) {
    problems.push_back(
        setSettingsAside("The settings are of a newer usdscope, so the usual ones are used.", {}));
  } else if (const QStringList keys = unexpectedKeys(settings); !keys.isEmpty()) {
    problems.push_back(
        setSettingsAside(fmt::format("The settings {} are broken, so the usual ones are used.",
                                     keys.join(QStringLiteral(", ")).toStdString()),
                         keys));
  }
  if (!isNumber || version != kSettingsVersion || !settings.contains(kVersionKey)) {
    settings.setValue(kVersionKey, kSettingsVersion);
  }
  return problems;
}

}  // namespace usdscope
