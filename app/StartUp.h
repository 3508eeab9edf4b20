// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QElapsedTimer>
#include <QObject>
#include <QTimer>
#include <functional>
#include <string>
#include <vector>

#include "app/Viewer.h"
#include "app/window/MainWindow.h"

namespace usdscope {

/// Carries out the options of the command line about the start of the window: frames the prims of
/// `--select`, prints times, and quits after the start. Warns on stderr of options that the scene
/// cannot fulfil, because the window that shows the notice may close at once. GUI thread only.
class StartUp : public QObject {
  Q_OBJECT
 public:
  /// Call this before the scene is opened. `sinceStart` runs since the program was started.
  StartUp(Session& session, MainWindow& window, const ViewOptions& options,
          const QElapsedTimer& sinceStart);

  /// Prints a time in usdview's words: `Time to open stage "shot.usda": 0.123456s`.
  static void printTime(const std::string& what, const QElapsedTimer& since);

 Q_SIGNALS:
  /// The start is over, and the program is to end. `isOpen` is false if the scene cannot be opened.
  void quitWanted(bool isOpen);

 private:
  void noteLoading(const LoadState& state);
  void noteDocument(const Document& document);
  void printNewNotices() const;
  void notePicture();
  void quitWhenSettled();

  Session& session_;
  MainWindow& window_;
  const ViewOptions options_;
  QElapsedTimer sinceStart_;
  QElapsedTimer sinceOpening_;
  bool isOpened_ = false;
  bool isFramed_ = false;
  bool isDrawn_ = false;
  std::vector<std::string> oldNotices_;  ///< Notices from before the scene was opened.
  QTimer settling_;
};

}  // namespace usdscope
