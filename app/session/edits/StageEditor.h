// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QObject>
#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "app/session/edits/EditHistory.h"
#include "app/session/tasks/LatestTask.h"
#include "engine/author/EditTranslator.h"
#include "engine/stage/Stage.h"

namespace usdscope {

class Session;

/// The prims that the newest edit, undo or redo changed.
struct EditOutcome {
  std::string sentence;  ///< "Mute crowd.usda", "Undo: Mute crowd.usda".
  std::shared_ptr<const StageChanges> changes;
  bool operator==(const EditOutcome&) const = default;
};

/// The commands that change the stage: its layers, its muted layers and its load rules. Edits of
/// prims and properties are written to Session::editTarget.
///
/// Each command makes one step of Session::edits with an edit for each prim or property, and
/// composes once in the background. Commands that follow each other quickly are composed together.
/// A command returns a sentence that says why it is impossible; empty if it is possible as far as
/// known. If the edits turn out to be impossible in the background, or impossible for some of the
/// objects, it ignores these and sets Session::note. GUI thread only.
class StageEditor : public QObject {
  Q_OBJECT
 public:
  explicit StageEditor(Session& session);

  using Prims = std::vector<Path>;
  using Properties = std::vector<Path>;

  // Prims. (StageEditorPrims.cpp)

  /// Changes the visibility of prims that they have at the time of the playhead.
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
  /// An empty kind removes the opinion.
  std::string setKind(const Prims& prims, const std::string& kind);
  std::string setDrawMode(const Prims& prims, const std::string& mode);
  /// Selects a variant; the empty name selects no variant.
  std::string setVariant(const Prims& prims, const std::string& set, const std::string& variant);
  /// Removes the selection of a variant set from the edit target.
  std::string clearVariant(const Prims& prims, const std::string& set);
  /// Sets an entry of a clip set from text in the spelling of usda. `None` removes the entry.
  std::string setClip(const Prims& prims, const std::string& set, const std::string& key,
                      const std::string& text);
  /// Sets a field of prims, properties or the stage (`/`) from text. `None` removes it.
  std::string setMetadata(const std::vector<Path>& objects, Token field, const std::string& text);

  // Properties. (StageEditorProperties.cpp)

  /// The place to which the value of an attribute is written.
  enum class ValuePlace : std::uint8_t {
    Default,
    Playhead,  ///< A sample at the time of the playhead.
    Fitting    ///< A sample if the edit target has samples of the attribute; else the default.
  };
  /// Sets values from text in the spelling of usda. `None` blocks.
  std::string setValue(const Properties& attributes, const std::string& text, ValuePlace place);
  /// Removes the default, or the sample at the playhead, from the edit target.
  std::string clearValue(const Properties& attributes, ValuePlace place);
  /// Removes the default and all samples from the edit target.
  std::string clearAll(const Properties& attributes);
  /// Blocks the values of attributes: they then have the fallback of the schema, or no value.
  std::string block(const Properties& attributes);
  /// Changes the targets of relationships or the connections of attributes.
  std::string setTargets(const Properties& properties, const std::vector<Path>& targets);
  std::string addTarget(const Properties& properties, Path target);
  std::string removeTarget(const Properties& properties, Path target);
  std::string clearTargets(const Properties& properties);

  /// Layers are named by their identifier, or by the end of it if only one layer ends so.
  std::string setMuted(const std::string& layer, bool isMuted);
  /// Mutes all layers but this one, the layers that lead to it, the layers that it leads to, and
  /// the session layer. The root layer cannot be muted. A second time ends the solo.
  std::string solo(const std::string& layer);
  /// Makes a file the strongest sublayer of the session layer. Reads it in the background, and
  /// refuses a file that is not a layer, or a layer that the session layer has already.
  std::string addSessionSublayer(const std::string& file);
  /// Edits a layer of its own, such as the manifest of clips, whatever the edit target is. Opens
  /// the layer if it is not open yet.
  std::string editLayer(const std::string& sentence, const std::string& identifier,
                        std::vector<LayerEdit> edits);
  /// Reads a layer again from its file.
  std::string reloadLayer(const std::string& layer);

  std::string undo();
  std::string redo();
  /// Takes back the newest step without a trace in undo and redo. `before` is the history from
  /// before the step.
  std::string forgetNewest(const EditHistory& before);
  /// Reverts edits as one step.
  void revert(std::span<const std::uint64_t> ids);
  void revertAll();
  /// Whether edits are still being made, so that Session::edits does not have them yet.
  bool isMaking() const { return !pending_.empty(); }

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
  /// The edits of one command, and why some of its objects are ignored.
  struct MadeEdits {
    std::vector<NamedEdit> edits;
    std::vector<std::string> refusals;
    std::string layer;  ///< The layer of the edit target, as in LayerPart.
    std::string place;  ///< " in shot.usda"; empty if the target is the session layer.
    void add(std::string sentence, StageEditResult made);
  };
  /// Makes the edits of one command, in the background. The translator has the edit target.
  using MakeEdits =
      std::function<void(const EditTranslator& translator, const Stage& stage, MadeEdits& made)>;
  /// Makes the edit of one prim or property. May extend the sentence.
  using EditObject = std::function<StageEditResult(const EditTranslator& translator, Path object,
                                                   std::string& sentence)>;
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
  /// Starts a command whose edits depend on the stage.
  std::string start(const std::string& sentence, MakeEdits make);
  /// Starts a command with an edit for each object: "Hide /World/Anna", "Set /A.radius to 2". The
  /// text after the path is `after`.
  std::string startEach(const std::string& verb, const std::vector<Path>& objects,
                        const std::string& after, EditObject edit);
  /// Starts a command with a part for each prim that does not depend on the stage.
  std::string startParts(const std::string& verb, const Prims& prims,
                         const std::function<EditPart(Path prim)>& makePart);
  std::string startPart(const std::string& sentence, EditPart part);
  struct Pending {
    ChangeHistory change;
    bool isUndo = false;
  };

  std::string change(ChangeHistory change, bool isUndo = false);
  void makePending();
  void dropPending();  ///< Drops the newest command whose edits are not made yet.
  void compose(std::string sentence);

  Session& session_;
  EditHistory shown_;             ///< The edits of the open document.
  std::string outcomeSentence_;   ///< Describes the step that is being composed.
  std::vector<Pending> pending_;  ///< Commands whose edits are not made yet.
  LatestTask making_;
};

}  // namespace usdscope
