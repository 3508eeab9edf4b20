// SPDX-License-Identifier: Apache-2.0
#include <QCoreApplication>
#include <QSettings>
#include <QTemporaryDir>
#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <fstream>

#include "app/actions/KeyMap.h"
#include "app/session/memory/DisplayMemory.h"
#include "app/session/memory/Preferences.h"
#include "app/session/memory/SettingsCheck.h"

// The entry point of the fuzzer: the file of the settings.
extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  static int count = 1;
  static char name[] = "fuzz_settings";
  static char* arguments[] = {name, nullptr};
  static const QCoreApplication application(count, arguments);
  static const QTemporaryDir folder;
  QCoreApplication::setOrganizationName("fuzz");
  QCoreApplication::setApplicationName("settings");
  QSettings::setDefaultFormat(QSettings::IniFormat);
  QSettings::setPath(QSettings::IniFormat, QSettings::UserScope, folder.path());
  const QString file = QSettings().fileName();
  std::ofstream(file.toStdString(), std::ios::binary)
      .write(reinterpret_cast<const char*>(data), static_cast<std::streamsize>(size));
  QSettings().sync();
  usdscope::checkSettings();
  const usdscope::Preferences preferences;
  const usdscope::PreferenceValues& values = preferences.values.value();
  if (values.fontSize < usdscope::kLeastFontSize || values.fontSize > usdscope::kMostFontSize ||
      !(values.uiScale >= 1.0 && values.uiScale <= usdscope::kMostUiScale)) {
    std::fprintf(stderr, "A preference is beyond its limits\n");
    std::abort();
  }
  for (const usdscope::ActionRow& row : usdscope::actionRows()) usdscope::shortcutsOf(row, values);
  usdscope::storedDisplayHabits();
  return 0;
}
