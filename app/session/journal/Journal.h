// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QString>
#include <functional>
#include <map>
#include <memory>
#include <mutex>
#include <string>
#include <vector>

#include "app/session/edits/EditHistory.h"
#include "app/session/journal/JournalFile.h"
#include "app/session/journal/JournalWriter.h"

namespace usdscope {

class FieldDefinitions;

/// A layer with edits that its file lacks.
struct UnsavedLayer {
  std::string identifier;  ///< Empty for the session layer.
  std::size_t editCount = 0;
  bool operator==(const UnsavedLayer&) const = default;
};

/// Keeps the edits of the open scene in a file, so that they survive when the program is killed.
/// Each change of the history becomes one line, which is written in the background at once: the
/// session is not settled before. The file goes when all edits are saved, or when the history
/// starts over, and with the journal itself.
///
/// Each line is an object of JSON with the time in `seconds`:
/// - `scene`: the first line, with the path of the scene, and with the layers that were muted and
/// the
///   load rules when it was `opened`.
/// - `layer`: the file of a layer, and the numbers of the edits that are saved in it.
/// - `keep`, `steps`, `position`: the first `keep` steps stay, `steps` follow, and `position` steps
///   apply. A step has a `sentence`, the edits that it `made` with their numbers, and the numbers
///   of the edits that it `reverted`.
/// GUI thread only, except for prepare().
class Journal {
 public:
  /// Returns the state of a layer's file.
  using FindFile = std::function<LayerFileState(const std::string& layer)>;

  /// Gets a sentence when the file cannot be written.
  using OnProblem = std::function<void(const std::string&)>;

  /// Files are made in `folder`. `fields` and `background` must outlive the journal. `onProblem` is
  /// called once at most.
  Journal(QString folder, const FieldDefinitions& fields, Background& background,
          OnProblem onProblem);

  /// The folder of the journals, beside the settings.
  static QString usualFolder();

  /// Writes the text of steps in advance, since that takes long for large edits. Thread-safe.
  void prepare(const EditHistory& history);
  /// Records the history.
  void record(const std::string& scene, const EditHistory& history, const FindFile& findFile);
  /// Returns when everything that was recorded so far is written. Thread-safe.
  void finish() { queue_.finish(); }

  /// Records that layers are about to be saved, or were saved, with edits. `edits` has the numbers
  /// of the edits by layer.
  using Edits = std::map<std::string, std::vector<std::uint64_t>>;
  void noteSaving(const Edits& edits);
  void noteSaved(const Edits& edits, const FindFile& findFile, const EditHistory& history);
  /// Layers were not saved, or not all of them.
  void noteSavingEnded(const EditHistory& history);
  /// Returns a function that finds the path for the version of a layer without edits, which must be
  /// written before the layer is saved for the first time. Empty when it is written already. The
  /// function may run on any thread; it waits for the file, and its path is empty if there is none.
  std::function<QString()> pathForUnedited(const std::string& layer) const;
  /// That version was written to `path`.
  void noteUnedited(const std::string& layer, const QString& path);

  /// The layers that have edits that their files lack, or files with edits that were undone.
  std::vector<UnsavedLayer> unsaved(const EditHistory& history) const;

  /// Goes on with the file of a program that has ended. Its edits are shown when record() gets
  /// their history.
  void takeOver(std::unique_ptr<JournalFile> file, JournalContent content,
                const EditHistory& history);
  /// Leaves a file that was taken over as it is, for another time.
  void leaveTakenOver();
  bool isTakingOver() const { return isTakingOver_; }

 private:
  /// The content of the file, also while there is none because all edits are saved.
  struct Record {
    std::unique_ptr<JournalWriter> file;
    bool isOpen = false;  ///< The file has lines.
    StageState opened;
    EditHistory::Steps steps;
    std::size_t position = 0;
    std::map<std::string, JournalLayer> layers;
    std::map<std::string, std::shared_ptr<const Layer>> unedited;
  };

  bool hasUnsaved(const EditHistory& history) const;
  void takeLayers(const EditHistory& history, const FindFile& findFile);
  void append(Json line);
  void appendLayer(const std::string& identifier);
  void appendSteps(std::size_t kept);
  void writeAll();
  void writeContent();
  void begin();
  void end();
  void startOver();
  void forgetPrepared();
  void noteProblem(const std::string& problem);
  Json stepJson(const std::shared_ptr<const EditHistory::Step>& step);

  const QString folder_;
  const FieldDefinitions& fields_;
  OnProblem onProblem_;
  bool isProblemTold_ = false;
  JournalQueue queue_;  // Outlives the files.
  Record now_;
  Record before_;  ///< The record of the scene before. Used if the next one cannot be opened.
  std::string scene_;
  bool isTakingOver_ = false;

  std::mutex mutex_;  ///< Guards prepared_.
  /// The texts of steps; null once they are written.
  std::map<std::shared_ptr<const EditHistory::Step>, Json> prepared_;
};

}  // namespace usdscope
