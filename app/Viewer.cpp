// SPDX-License-Identifier: Apache-2.0
#include "app/Viewer.h"

#include <QElapsedTimer>
#include <QScopeGuard>
#include <QSettings>
#include <cstdlib>
#include <iostream>
#include <optional>
#include <utility>

#include "app/GuardedApplication.h"
#include "app/StartUp.h"
#include "app/actions/ActionScript.h"
#include "app/actions/ActionsPage.h"
#include "app/remote/CommandSocket.h"
#include "app/session/edits/LayerSaver.h"
#include "app/session/memory/ClipBudget.h"
#include "app/session/memory/Preferences.h"
#include "app/session/playback/Transport.h"
#include "app/session/problems/MotionFinder.h"
#include "app/theme/DesktopTheme.h"
#include "app/theme/Theme.h"
#include "app/window/MainWindow.h"
#include "engine/base/UnfinishedFile.h"

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

bool isScripted(const ViewOptions& options) {
  return !options.run.empty() || !options.script.empty();
}

// Chooses where the settings of this run are. `temporary` is made if they are not kept, and is
// removed at the end of the run. Returns false, with a message on stderr, if it cannot be made.
bool chooseSettings(const ViewOptions& options, std::optional<UnfinishedFolder>& temporary) {
  // A script must neither depend on the user's settings nor change them.
  const bool isTemporary =
      options.hasDefaultSettings || (options.settings.empty() && isScripted(options));
  if (isTemporary) temporary.emplace("usdscope-settings");
  if (temporary && temporary->path().empty()) {
    std::cerr << "error: There is no folder for temporary files ($TMPDIR), which has the settings "
                 "of this run.\n";
    return false;
  }
  const QString folder =
      QString::fromStdString(temporary ? temporary->path().string() : options.settings);
  if (!folder.isEmpty()) {
    QSettings::setPath(QSettings::NativeFormat, QSettings::UserScope, folder);
  }
  if (!options.config.empty()) {
    QApplication::setApplicationName("usdscope-" + QString::fromStdString(options.config));
  }
  if (options.clearsSettings) QSettings().clear();
  return true;
}

// Until the user chooses a theme, the window has that of the desktop. `ofQt` is the ground of the
// colours that Qt found.
void useDesktopTheme(Session& session, std::optional<theme::Ground> ofQt) {
  const auto use = [&session, ofQt](std::optional<theme::Ground> ofPortal) {
    const theme::Ground ground = ofPortal.value_or(ofQt.value_or(theme::Ground::Dark));
    session.preferences().setDesktopLight(ground == theme::Ground::Light);
  };
  use(std::nullopt);
  theme::followDesktop(session, use);
}

// Wins over what is remembered about the first scene.
void applyComplexity(Session& session, const std::string& level) {
  if (level.empty()) return;
  const Complexity wanted = level == "low"      ? Complexity::Low
                            : level == "medium" ? Complexity::Medium
                            : level == "high"   ? Complexity::High
                                                : Complexity::VeryHigh;
  const auto apply = [&session, wanted] {
    session.changeView([&](ViewSettings& view) { view.display.complexity = wanted; });
  };
  apply();
  session.document.observe(&session, [apply, isDone = false](const Document& open) mutable {
    if (open.isOpen() && !std::exchange(isDone, true)) apply();
  });
}

// Settings are written when the window closes, when nobody can see a notice any more.
void reportUnwrittenSettings() {
  QSettings settings;
  settings.sync();
  if (settings.status() != QSettings::AccessError && settings.isWritable()) return;
  std::cerr << "error: " << settings.fileName().toStdString()
            << ": The settings could not be written.\n";
}

}  // namespace

int runViewer(const ViewOptions& options) {
  QElapsedTimer sinceStart;
  sinceStart.start();
  int argc = 1;
  char name[] = "usdscope";
  char* argv[] = {name, nullptr};
  const QtMessageHandler usual = qInstallMessageHandler(exitOnFatal);
  GuardedApplication application(argc, argv);
  qInstallMessageHandler(usual);
  QApplication::setApplicationName("usdscope");
  QApplication::setOrganizationName("usdscope");
  QApplication::setDesktopFileName("usdscope");
  const std::optional<theme::Ground> groundOfQt = theme::groundOfDesktop(QApplication::palette());
  theme::apply(application);
  std::optional<UnfinishedFolder> temporary;
  if (!chooseSettings(options, temporary)) return 1;
  int status = 0;
  {
    Session session(options.environment);
    // Pictures that scripts make must not depend on the desktop. The desktop has time to answer
    // before the window is shown.
    if (!isScripted(options)) useDesktopTheme(session, groundOfQt);
    session.changeView([&](ViewSettings& view) { view.skinning = deviceOf(options.skinning); });
    applyComplexity(session, options.complexity);
    if (options.clipMebibytes) ClipBudget::of(session).useInThisRun(*options.clipMebibytes);
    MainWindow window(session);
    application.setMessage([&session](const std::string& sentence) { session.notify(sentence); });
    const auto endMessages = qScopeGuard([&application] { application.setMessage({}); });
    if (options.hasNoPicture) window.hidePicture();
    CommandSocket socket({session, window});
    const std::string problem = options.listen.empty() ? "" : socket.listen(options.listen);
    if (!problem.empty()) {
      std::cerr << "error: --listen: " << problem << '\n';
      return 1;
    }
    window.show();
    window.setAsking(!isScripted(options));
    // The results of a script must not depend on when it looks.
    if (isScripted(options)) session.transport().motion().disableUnasked();
    session.saver().findJournals();
    StartUp startUp(session, window, options, sinceStart);
    const auto end = [&](int exitStatus) {
      status = exitStatus;
      QApplication::exit(exitStatus);
    };
    QObject::connect(&startUp, &StartUp::quitWanted, [&](bool isOpen) {
      const LoadState& loading = session.loading.value();
      if (!isOpen) std::cerr << "error: " << options.file << ": " << loading.message << '\n';
      end(isOpen ? 0 : 1);
    });
    if (!options.file.empty()) session.open(options.file, options.opening);

    ActionScript run(options.run, {session, window});
    ActionScript script(options.scriptText, {session, window}, nullptr, options.script);
    // Actions of a script fail without a scene, and then the reason is that of the file.
    const auto reportUnopened = [&] {
      const std::string& why = session.loading.value().message;
      if (options.file.empty() || session.document.value().isOpen() || why.empty()) return;
      std::cerr << "error: " << options.file << ": " << why << '\n';
    };
    QObject::connect(&run, &ActionScript::finished, [&](const QString& why) {
      if (why.isEmpty()) return;
      reportUnopened();
      std::cerr << "error: --run: " << why.toStdString() << '\n';
      end(1);
    });
    QObject::connect(&script, &ActionScript::finished, [&](const QString& why) {
      if (why.isEmpty() && !options.run.empty()) return run.start();
      if (why.isEmpty()) return;
      reportUnopened();
      std::cerr << "error: " << why.toStdString() << '\n';
      end(1);
    });
    if (!options.script.empty()) {
      script.start();
    } else if (!options.run.empty()) {
      run.start();
    }
    const int exitStatus = application.exec();
    if (status == 0) status = exitStatus;
    sinceStart.start();
  }
  if (options.printsTimes) StartUp::printTime("shut down", sinceStart);
  reportUnwrittenSettings();
  return status;
}

std::string viewerActionsPage() { return actionsPage(); }

}  // namespace usdscope
