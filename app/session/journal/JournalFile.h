// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QFile>
#include <QLockFile>
#include <QString>
#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "app/session/edits/EditHistory.h"
#include "engine/base/Json.h"

namespace usdscope {

/// The state of the file of an edited layer.
struct LayerFileState {
  std::optional<std::int64_t> modificationTime;  ///< See OpenedLayer.
  std::optional<std::size_t> byteSize;
  bool operator==(const LayerFileState&) const = default;
};

/// A layer in a journal.
struct JournalLayer {
  LayerFileState file;               ///< When the layer was read, or saved by this program.
  std::vector<std::uint64_t> saved;  ///< The numbers of the edits that the file has.
  /// The name of the file with the version without edits, beside the journal. Empty if the layer
  /// was never saved, and so its own file has this version.
  std::string unedited;
  bool isBeingSaved = false;  ///< The program ended while it saved the layer.
};

/// The content of a journal: the steps of an editing session, and which edits are saved.
struct JournalContent {
  std::string file;            ///< The scene.
  StageState opened;           ///< The muted layers and load rules without the edits.
  std::int64_t changedAt = 0;  ///< Seconds since 1970 UTC, of the last line.
  std::vector<Json> steps;     ///< See Journal. The steps after `position` are undone.
  std::size_t position = 0;
  std::map<std::string, JournalLayer> layers;  ///< By identifier; empty for the session layer.
  std::size_t goodByteCount = 0;               ///< Size of the lines that were read.

  /// The numbers of the edits that apply.
  std::vector<std::uint64_t> appliedEdits() const;
  /// The number of edits that apply, and that some layer lacks in its file.
  std::size_t unsavedCount() const;
  /// The number of edits that apply and change no layer, but what is muted or loaded. No file can
  /// have them. unsavedCount() includes them.
  std::size_t stageEditCount() const;
};

/// Reads a journal up to its last whole line. A line that is damaged, and all lines after it, are
/// ignored. Returns nothing when there is no first line. Thread-safe.
std::optional<JournalContent> readJournal(std::string_view text);

/// Applies one line to a content. Returns false if the line is damaged.
bool applyJournalLine(JournalContent& content, const Json& line);

/// A file that grows by lines, with a lock that no other running program takes. A line that
/// append() has written survives when this program is killed. One thread at a time.
class JournalFile {
 public:
  /// Makes a new file in a folder, which is made, too. Without a file, returns null and sets
  /// `problem`.
  static std::unique_ptr<JournalFile> create(const QString& folder, std::string& problem);
  /// Takes over the file of a program that has ended, and cuts it to its good bytes. Returns null
  /// when the program still runs, or the file cannot be written.
  static std::unique_ptr<JournalFile> takeOver(const QString& path, std::size_t goodByteCount);
  /// Whether the program that made a journal still runs.
  static bool isInUse(const QString& path);
  /// Removes a journal and the files beside it, unless it is in use.
  static void remove(const QString& path);

  /// Writes a line at once. Returns a sentence with the reason for a failure, else empty.
  std::string append(const Json& line);
  const QString& path() const { return path_; }

  /// Removes the journal. The files beside it, with names that begin like it, stay until the end.
  void removeLines();
  /// Leaves all files when this ends.
  void keep() { isKept_ = true; }
  ~JournalFile();
  JournalFile(const JournalFile&) = delete;
  JournalFile& operator=(const JournalFile&) = delete;

 private:
  explicit JournalFile(const QString& path);

  QString path_;
  QLockFile lock_;
  QFile file_;
  bool isKept_ = false;
};

/// The paths of all journals in a folder, the newest first.
QStringList journalsIn(const QString& folder);

/// Removes the files in a folder that belong to journals that are gone.
void removeAbandonedFiles(const QString& folder);

}  // namespace usdscope
