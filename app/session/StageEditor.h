// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QObject>
#include <functional>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "app/session/EditHistory.h"
#include "app/session/LatestTask.h"
#include "engine/stage/Stage.h"

namespace usdscope {

class Session;

/// The prims that the newest edit, undo or redo changed.
struct EditOutcome {
  std::string sentence;  ///< "Mute crowd.usda", "Undo: Mute crowd.usda".
  std::shared_ptr<const StageChanges> changes;
  bool operator==(const EditOutcome&) const = default;
};

/// The commands that change the stage: its session layer, its muted layers and its load rules.
///
/// Each command makes one step of Session::edits with an edit for each prim, and composes once in
/// the background. Commands that follow each other quickly are composed together. A command returns
/// a sentence that says why it is impossible; empty if it is possible. If it is possible for some
/// of the prims, it ignores the other prims and sets Session::note. GUI thread only.
class StageEditor : public QObject {
  Q_OBJECT
 public:
  explicit StageEditor(Session& session);

  using Prims = std::vector<Path>;

  /// Changes the visibility of prims at the time of the playhead.
  std::string setVisible(const Prims& prims, bool isVisible);
  /// Makes prims visible at the time of the playhead, and everything else invisible.
  std::string showOnly(const Prims& prims);
  /// Removes the visibility that the session layer gives to prims.
  std::string removeVisibility(const Prims& prims);
  /// Removes all visibility from the session layer.
  std::string resetVisibility();
  std::string setActive(const Prims& prims, bool isActive);
  /// Loads or unloads the payloads of prims and their descendants.
  std::string setLoaded(const Prims& prims, bool isLoaded);
  std::string setInstanceable(const Prims& prims, bool isInstanceable);
  /// Selects a variant; the empty name selects no variant.
  std::string setVariant(const Prims& prims, const std::string& set, const std::string& variant);
  /// Blocks the values of an attribute: it then has the fallback of its schema, or no value.
  std::string block(const Prims& prims, Token attribute);

  /// Layers are named by their identifier, or by the end of it if only one layer ends so.
  std::string setMuted(const std::string& layer, bool isMuted);
  /// Mutes all layers but this one, the layers that lead to it, the layers that it leads to, and
  /// the session layer. The root layer cannot be muted. A second time ends the solo.
  std::string solo(const std::string& layer);
  /// Reads a layer again from its file.
  std::string reloadLayer(const std::string& layer);

  std::string undo();
  std::string redo();
  /// Reverts edits as one step.
  void revert(std::span<const std::uint64_t> ids);
  void revertAll();

  /// Returns the identifier of a layer of the scene; if there is none, sets `problem`. The layer
  /// may also be muted or unreadable.
  std::string findLayer(const std::string& name, std::string& problem) const;

  // For Session.

  /// Forgets the edits, because another file is being opened.
  void startOver();
  /// The document with the edits `shown` is open. `changes` is null if everything was composed.
  void noteShown(const EditHistory& shown, const std::shared_ptr<const StageChanges>& changes);
  /// The document with the wanted edits will not come.
  void forgetWanted();

 private:
  /// Makes the edits of one command, in the background.
  using MakeEdits = std::function<std::vector<NamedEdit>(const Stage& stage)>;
  /// Changes the history in the background. Returns the sentence of the step that it made or went
  /// to; if nothing changes, sets `problem`.
  using ChangeHistory =
      std::function<std::string(EditHistory& history, const Stage& stage, std::string& problem)>;
  struct Chosen {
    Prims prims;
    std::string problem;  ///< Why none of the prims can be changed.
  };

  template <typename WhyNot>
  Chosen choose(const Prims& prims, WhyNot whyNot);
  std::string start(std::string sentence, MakeEdits make);
  std::string startEach(const std::string& verb, const Prims& prims,
                        std::function<EditPart(Path prim)> makePart);
  std::string change(ChangeHistory change);
  void makePending();
  void compose(std::string sentence);

  Session& session_;
  EditHistory shown_;                   ///< The edits of the open document.
  std::string outcomeSentence_;         ///< Describes the step that is being composed.
  std::vector<ChangeHistory> pending_;  ///< Commands whose edits are not made yet.
  LatestTask making_;
};

}  // namespace usdscope
