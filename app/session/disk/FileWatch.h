// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QObject>
#include <QTimer>
#include <cstdint>
#include <memory>
#include <set>
#include <string>
#include <vector>

#include "app/session/Observable.h"
#include "app/session/disk/ChangedFiles.h"
#include "app/session/disk/DiskWatch.h"
#include "app/session/disk/ReadAgain.h"
#include "app/session/document/Document.h"
#include "app/session/problems/ProblemState.h"
#include "app/session/tasks/LatestTask.h"
#include "engine/scene/Scene.h"

namespace usdscope {

class Session;

/// Knows which files of the open scene have changed on disk, and has the command that reads them
/// again: layers, clips, textures and sounds, also those that are missing and appear. Locks no
/// file.
///
/// Files that the program has saved itself do not count. A file that is broken after a change does
/// not replace what is shown; it is read again when it changes the next time. GUI thread only.
class FileWatch : public QObject {
  Q_OBJECT
 public:
  explicit FileWatch(Session& session);
  ~FileWatch() override;

  /// The files that differ from the versions that are shown.
  Observable<ChangedFiles> changed;
  /// Whether changed files are read again without being asked. Kept in the settings.
  Observable<bool> isAutomatic;

  /// Reads the changed files again in the background. Keeps camera, frame, selection, edits, and
  /// whether the playhead moves. Returns a sentence that says why there is nothing to read; else
  /// empty.
  std::string reloadChanged();
  void setAutomatic(bool isAutomatic);

 private:
  void takeDocument(const Document& document);
  void takeLoading(bool isLoading);
  void takeChanges(std::vector<FileChange> changes);
  void takeProblems(const ProblemState& problems);
  void collect();
  void readIfAsked();
  void read();

  Session& session_;
  Background quiet_;  ///< Watching files keeps nobody waiting.
  std::shared_ptr<LayerCache> layers_;
  std::shared_ptr<const Stage> stage_;
  Array<Material> materials_;     ///< The materials whose textures are watched.
  std::set<std::string> places_;  ///< The places at which missing files were searched.
  std::set<std::string> used_;    ///< The files that are watched besides `places_`.
  bool startsOver_ = false;       ///< No file of the document is watched yet.
  bool isLoading_ = false;
  bool isAsked_ = false;  ///< Files are to be read again as soon as possible.
  std::int64_t loadingSince_ = 0;
  FilesToRead reading_;         ///< The files that are being read again; id 0: none.
  std::uint64_t readings_ = 0;  ///< Counts them.
  QTimer waiting_;              ///< Fires when the files of the document are to be found.
  LatestTask collecting_;
  std::unique_ptr<DiskWatch> disk_;
};

}  // namespace usdscope
