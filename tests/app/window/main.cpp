// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include <QApplication>
#include <QDir>
#include <QSettings>
#include <QTemporaryDir>

#include "app/session/memory/SceneStore.h"
#include "app/theme/Theme.h"
#include "engine/base/ResponsiveThread.h"

namespace {

/// Aborts when an event handler reads a file or resolves attributes.
class CheckedApplication : public QApplication {
 public:
  using QApplication::QApplication;

  bool notify(QObject* receiver, QEvent* event) override {
    const usdscope::ResponsiveScope scope;
    return QApplication::notify(receiver, event);
  }
};

/// Lets each test start with the settings of a new user, who has never opened a scene.
class FreshSettings : public testing::EmptyTestEventListener {
  void OnTestStart(const testing::TestInfo& /*info*/) override {
    QSettings().clear();
    // Searches of scenes that tests open would compete with what they measure.
    QSettings().setValue("motion/unasked", false);
    QDir(usdscope::SceneStore::usualFolder()).removeRecursively();
  }
};

}  // namespace

int main(int argc, char** argv) {
  usdscope::enforceResponsiveness();
  testing::InitGoogleTest(&argc, argv);
  // Tests neither read nor change the user's settings.
  const QTemporaryDir settings;
  QSettings::setPath(QSettings::NativeFormat, QSettings::UserScope, settings.path());
  CheckedApplication application(argc, argv);
  QApplication::setApplicationName("usdscope-tests");
  QApplication::setOrganizationName("usdscope-tests");
  usdscope::theme::apply(application);
  testing::UnitTest::GetInstance()->listeners().Append(new FreshSettings);
  return RUN_ALL_TESTS();
}
