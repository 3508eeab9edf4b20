// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QImage>
#include <QObject>
#include <QTimer>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "app/session/Observable.h"
#include "app/session/edits/EditHistory.h"
#include "app/session/memory/RememberedScene.h"
#include "app/session/memory/SceneStore.h"
#include "app/session/tasks/LatestTask.h"

namespace usdscope {

class Session;

/// The facts that are remembered about a scene that is being opened.
struct RecalledScene {
  /// Null if the scene was never open.
  std::shared_ptr<const RememberedScene> scene;
  bool isRestored = false;  ///< The user wants the scene as it was left, and not only its views.
  StageState state;         ///< The layers to mute and the load rules, if restored.
  std::vector<std::string> problems;  ///< Sentences.
};

/// Remembers how the user left each scene, in a file beside the settings, and restores it when the
/// scene is opened again: camera, frame, ranges, selection, pins, muted layers, loaded payloads,
/// open rows and view settings. Keeps the named views of the open scene.
///
/// The file is written in the background some moment after a change, and when the scene or the
/// program is closed. Commands return a sentence that says why they are impossible; else empty. GUI
/// thread only.
class SceneMemory : public QObject {
  Q_OBJECT
 public:
  explicit SceneMemory(Session& session);
  /// Writes what is not written yet.
  ~SceneMemory() override;

  /// The named views of the open scene.
  Observable<std::vector<NamedView>> views;
  /// The open rows of the prim tree, parents before children; empty if not known. The tree shows
  /// them when another scene is opened.
  Observable<std::vector<Path>> openRows;
  /// The recent files; updated by readRecent().
  Observable<std::vector<RecentScene>> recent;
  /// Whether scenes are opened as they were left.
  Observable<bool> isRestoring{true};

  /// Saves the present view under a name. It replaces a view of the same name.
  std::string saveView(const std::string& name);
  std::string showView(const std::string& name);
  std::string deleteView(const std::string& name);

  /// Writes a capsule of the open scene in the background: the layers and clips that it needs from
  /// the frame `from` to `to`, the picture, a report, and how the scene is now. See
  /// files/Capsule.h. Session::notices gets a sentence when it is written or failed.
  std::string saveCapsule(const std::string& file, double from, double to);

  void setRestoring(bool restores);
  void noteOpenRows(std::vector<Path> rows) { openRows.set(std::move(rows)); }
  /// Sets the function that returns the picture of the open scene, for its thumbnail; empty if
  /// there is none.
  void setPictureReader(std::function<QImage()> read) { readPicture_ = std::move(read); }
  /// Writes how the open scene is now, with its picture. Call this before it goes.
  void keep();
  /// Updates `recent`, in the background.
  void readRecent();
  /// Whether all changes are in files.
  bool isWritten() const { return pending_.empty() && !waiting_.isActive(); }

  // For Session.

  /// Returns a function that finds what is known about a scene. It reads files, on any thread.
  std::function<RecalledScene()> recall(const std::string& file) const;
  /// Another scene is open, or none: `recalled` is about it. Call this before anything shows it.
  void enter(const RecalledScene& recalled);
  /// Restores what needs the stage. Call this when it is open.
  void restore(const RememberedScene& scene);

 private:
  struct Pending {
    std::shared_ptr<const RememberedScene> scene;
    QImage picture;
  };

  RememberedScene now() const;
  void noteChange();
  void remember(QImage picture);
  void write();

  Session& session_;
  const SceneStore store_;
  std::function<QImage()> readPicture_;
  std::shared_ptr<const RememberedScene> written_;  ///< Null if the open scene has no file yet.
  std::map<std::string, Pending> pending_;  ///< The scenes that are not written yet, by file.
  bool isProblemTold_ = false;
  QTimer waiting_;
  // Writing is nothing to wait for.
  Background quiet_;
  std::unique_ptr<LatestTask> writing_;
  LatestTask reading_;
  LatestTask packing_;
};

}  // namespace usdscope
