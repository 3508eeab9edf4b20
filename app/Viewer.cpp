// SPDX-License-Identifier: Apache-2.0
#include "app/Viewer.h"

#include <QApplication>
#include <QSettings>
#include <QTemporaryDir>
#include <cstdlib>
#include <iostream>

#include "app/actions/ActionScript.h"
#include "app/session/LayerSaver.h"
#include "app/theme/Theme.h"
#include "app/window/MainWindow.h"

namespace usdscope {
namespace {

SkinningDevice deviceOf(const std::string& name) {
  if (name == "cpu") return SkinningDevice::Cpu;
  if (name == "gpu") return SkinningDevice::Gpu;
  return SkinningDevice::Automatic;
}

// Qt aborts without a display. A user is better off with a message and an exit status.
void exitOnFatal(QtMsgType type, const QMessageLogContext&, const QString& message) {
  std::cerr << message.toStdString() << '\n';
  if (type != QtFatalMsg) return;
  std::cerr << "error: The window cannot be opened: is there a display? `usdscope record` draws "
               "without one.\n";
  std::_Exit(1);
}

}  // namespace

int runViewer(const ViewOptions& options) {
  int argc = 1;
  char name[] = "usdscope";
  char* argv[] = {name, nullptr};
  const QtMessageHandler usual = qInstallMessageHandler(exitOnFatal);
  QApplication application(argc, argv);
  qInstallMessageHandler(usual);
  QApplication::setApplicationName("usdscope");
  QApplication::setOrganizationName("usdscope");
  QApplication::setDesktopFileName("usdscope");
  theme::apply(application);
  // A script must neither depend on the user's settings nor change them.
  const QTemporaryDir settings;
  const QString folder = options.settings.empty() && !options.run.empty()
                             ? settings.path()
                             : QString::fromStdString(options.settings);
  if (!folder.isEmpty()) {
    QSettings::setPath(QSettings::NativeFormat, QSettings::UserScope, folder);
  }
  Session session(options.environment);
  session.changeView([&](ViewSettings& view) { view.skinning = deviceOf(options.skinning); });
  MainWindow window(session);
  window.show();
  window.setAsking(options.run.empty());
  session.saver().findJournals();
  if (!options.file.empty()) session.open(options.file);

  int status = 0;
  ActionScript script(options.run, {session, window});
  QObject::connect(&script, &ActionScript::finished, [&](const QString& problem) {
    if (problem.isEmpty()) return;
    std::cerr << "error: --run: " << problem.toStdString() << '\n';
    status = 1;
    QApplication::exit(1);
  });
  if (!options.run.empty()) script.start();
  const int exitStatus = application.exec();
  return status != 0 ? status : exitStatus;
}

}  // namespace usdscope
