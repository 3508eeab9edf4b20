// SPDX-License-Identifier: Apache-2.0
#include "app/session/memory/Preferences.h"

#include <QSettings>
#include <algorithm>

namespace usdscope {
namespace {

constexpr const char* kThemeKey = "preferences/theme";
constexpr const char* kFontKey = "preferences/fontSize";
constexpr const char* kScaleKey = "preferences/uiScale";
constexpr const char* kMapKey = "preferences/keyMap";
constexpr const char* kKeysGroup = "keys";

const QString kLight = QStringLiteral("light");
const QString kReview = QStringLiteral("review");

PreferenceValues limited(PreferenceValues values) {
  values.fontSize = std::clamp(values.fontSize, kLeastFontSize, kMostFontSize);
  values.uiScale = std::clamp(values.uiScale, 1.0, kMostUiScale);
  return values;
}

PreferenceValues stored() {
  QSettings settings;
  PreferenceValues values;
  values.followsDesktop = !settings.contains(kThemeKey);
  values.isLight = settings.value(kThemeKey).toString() == kLight;
  values.fontSize = settings.value(kFontKey, values.fontSize).toInt();
  values.uiScale = settings.value(kScaleKey, values.uiScale).toDouble();
  const bool isReview = settings.value(kMapKey).toString() == kReview;
  values.keyMap = isReview ? KeyMapKind::Review : KeyMapKind::Usdview;
  settings.beginGroup(kKeysGroup);
  for (const QString& id : settings.childKeys()) {
    values.keys[id.toStdString()] = settings.value(id).toString().toStdString();
  }
  return limited(std::move(values));
}

void store(const PreferenceValues& values) {
  QSettings settings;
  if (values.followsDesktop) {
    settings.remove(kThemeKey);
  } else {
    settings.setValue(kThemeKey, values.isLight ? kLight : QStringLiteral("dark"));
  }
  settings.setValue(kFontKey, values.fontSize);
  settings.setValue(kScaleKey, values.uiScale);
  const bool isReview = values.keyMap == KeyMapKind::Review;
  settings.setValue(kMapKey, isReview ? kReview : QStringLiteral("usdview"));
  settings.remove(kKeysGroup);
  settings.beginGroup(kKeysGroup);
  for (const auto& [id, keys] : values.keys) {
    settings.setValue(QString::fromStdString(id), QString::fromStdString(keys));
  }
}

}  // namespace

Preferences::Preferences() { values.set(stored()); }

void Preferences::change(const std::function<void(PreferenceValues&)>& change) {
  PreferenceValues changed = values.value();
  change(changed);
  changed = limited(std::move(changed));
  if (changed.followsDesktop) changed.isLight = isDesktopLight_;
  if (changed == values.value()) return;
  store(changed);
  values.set(std::move(changed));
}

void Preferences::setDesktopLight(bool isLight) {
  isDesktopLight_ = isLight;
  PreferenceValues changed = values.value();
  if (changed.followsDesktop) changed.isLight = isLight;
  values.set(std::move(changed));
}

}  // namespace usdscope
