// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QObject>
#include <atomic>
#include <deque>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "app/session/Observable.h"
#include "app/session/journal/Journal.h"
#include "app/session/journal/JournalRestore.h"
#include "app/session/tasks/LatestTask.h"

namespace usdscope {

class LayerCache;
class Session;

/// The progress of saving.
struct SaveState {
  bool isRunning = false;
  bool canCancel = false;
  std::string text;        ///< "Flattening shot.usda …", "Saved look.usda.".
  double progress = -1.0;  ///< From 0 to 1; negative when it is unknown.
  bool operator==(const SaveState&) const = default;
};

/// Layers that were not saved because another program has changed their files.
struct SaveQuestion {
  std::vector<std::string> layers;  ///< Identifiers; empty if there is no question.
  std::string text;
  bool operator==(const SaveQuestion&) const = default;
};

/// The commands that save edits, and the journal that keeps the unsaved ones.
///
/// Files are written in the background. A command returns a sentence that says why it is
/// impossible; empty if it is possible. Session::note gets the reasons for which saving fails
/// later. GUI thread only, except for prepare().
class LayerSaver : public QObject {
  Q_OBJECT
 public:
  explicit LayerSaver(Session& session);
  ~LayerSaver() override;

  /// The layers with edits that their files lack, and the session layer with an empty identifier.
  Observable<std::vector<UnsavedLayer>> unsaved;
  Observable<SaveState> state;
  /// Whether to overwrite files that another program has changed.
  Observable<SaveQuestion> question;
  /// The sessions that can be restored, the newest first. Empty until findJournals() has found
  /// some.
  Observable<std::vector<JournalOffer>> offers;

  bool isUnsaved(const std::string& identifier) const;

  /// Saves a layer to its file. Layers are named as for StageEditor.
  std::string save(const std::string& layer);
  /// Called when saving has ended.
  using Then = std::function<void(bool isSaved)>;
  /// Saves all edited layers but the session layer, or none of them if one of them cannot be saved.
  std::string saveAll(Then then = {});
  /// Saves the edits of the session layer as a layer over the root layer. (usdview's Save Overrides
  /// As.)
  std::string saveOverrides(const std::string& file, Then then = {});
  /// Saves some of these edits: those in `ids`, which are numbers of rows of the history. The
  /// session layer stays unsaved, because the file lacks its other edits.
  std::string saveEdits(std::vector<std::uint64_t> ids, const std::string& file);
  /// Saves the scene as one layer without arcs. (usdview's Save Flattened As.)
  std::string saveFlattened(const std::string& file);
  /// Stops saveFlattened(), unless it writes the file already. No file is changed.
  void cancel();
  /// Answers `question`.
  void answer(bool overwrites);

  /// Looks for journals of programs that were killed, and sets `offers`.
  void findJournals();
  /// Opens the scene of an offer with its edits; with an empty path, of the first offer. Gives up
  /// the edits of the open scene.
  std::string restore(const std::string& journal);
  /// Removes the journal of an offer; with an empty path, of the first offer.
  std::string discard(const std::string& journal);

  /// See Journal::prepare().
  void prepare(const EditHistory& history) { journal_.prepare(history); }

 private:
  void record(const EditHistory& history);
  void refresh();
  /// A request to save.
  struct Request {
    std::function<void()> work;
    Then then;
  };
  void start(Request request);
  void startNext();
  /// Ends the running request.
  void finish(const SaveState& ended, const std::string& problem, bool isSaved);
  void failSaving(const char* reason);
  void saveLayersNamed(std::vector<std::string> layers, bool overwrites, Then then);
  void writeLayers(std::vector<std::string> layers, bool overwrites);
  std::string whyNotFile(const std::string& file) const;
  /// Saves the session layer, or the part of it that the edits `ids` make, over the root layer.
  void writeOverrides(std::string path, std::optional<std::vector<std::uint64_t>> ids, Then then);
  const JournalOffer* findOffer(const std::string& journal) const;
  void take(RestoredSession& restored);
  void forgetOffer(const std::string& journal);
  void noteLoaded();

  Session& session_;
  Journal journal_;
  std::deque<Request> waiting_;  ///< Requests that have not started.
  bool isSaving_ = false;
  Then then_;  ///< The end of the running request.
  Then afterAnswer_;
  /// True once the flattened scene is being written, or saving it was cancelled.
  std::shared_ptr<std::atomic<bool>> flatteningDecided_;
  EditHistory::Steps restored_;  ///< The steps of the session that is being restored.
  std::string restoreProblem_;
  LatestTask saving_;
  LatestTask flattening_;
  LatestTask finding_;
  LatestTask reading_;
};

}  // namespace usdscope
