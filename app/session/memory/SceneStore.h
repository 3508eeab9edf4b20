// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QDateTime>
#include <QImage>
#include <QString>
#include <memory>
#include <optional>
#include <string>

#include "app/session/memory/RememberedScene.h"

namespace usdscope {

/// The facts about a recent file that lists of recent files show.
struct RecentScene {
  std::string file;
  std::string problem;           ///< A sentence that says why the file cannot be opened, or empty.
  QImage thumbnail;              ///< The last picture; null if there is none.
  std::optional<TimeCode> time;  ///< The frame that was shown last.
  QDateTime leftAt;              ///< Invalid if it is not known.
  bool operator==(const RecentScene&) const = default;
};

/// A remembered scene, or why it could not be read.
struct StoredScene {
  std::shared_ptr<const RememberedScene> scene;
  std::string problem;  ///< A sentence, if a file had to be set aside; else empty.
};

/// The folder with a file for each remembered scene, and its thumbnail. A file is named by a hash
/// of the path of the scene. Only the newest files are kept. Thread-safe; reads and writes files.
class SceneStore {
 public:
  explicit SceneStore(QString folder) : folder_(std::move(folder)) {}
  /// The folder beside the settings.
  static QString usualFolder();

  /// Reads a scene. A file that is broken, or from a newer program, gets the ending `.broken`, so
  /// that it is not lost when the scene is written again.
  StoredScene read(const std::string& file) const;
  /// Replaces the file of a scene and, unless `picture` is null, its thumbnail. Returns a sentence
  /// with the reason for a failure, else empty.
  std::string write(const RememberedScene& scene, const QImage& picture) const;
  /// Reads what is to be shown about a scene. Changes no file.
  RecentScene describe(const std::string& file) const;

  /// The path of the text of a scene.
  QString textPath(const std::string& file) const;
  QString thumbnailPath(const std::string& file) const;

 private:
  void removeOld() const;

  QString folder_;
};

}  // namespace usdscope
