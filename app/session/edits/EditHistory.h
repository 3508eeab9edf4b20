// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <set>
#include <span>
#include <string>
#include <variant>
#include <vector>

#include "engine/layer/LayerEdit.h"
#include "engine/stage/population/LoadRules.h"

namespace usdscope {

/// The inputs of a stage that user edits change.
struct StageState {
  std::shared_ptr<const Layer> sessionLayer;  ///< If null, the session layer is empty.
  /// The other layers that were edited, by identifier. A layer stays here in its unedited version
  /// when all of its edits are undone.
  std::map<std::string, std::shared_ptr<const Layer>> layers;
  std::set<std::string> mutedLayers;  ///< Identifiers of the layers that the user muted.
  std::string soloLayer;              ///< The layer that is heard alone; empty if there is none.
  std::set<std::string> soloMuted;    ///< The layers that are muted because of `soloLayer`.
  LoadRules loadRules;

  /// All layers that the stage ignores.
  std::set<std::string> allMuted() const;
  bool operator==(const StageState&) const = default;
};

// The parts of an edit.

/// Changes a layer.
struct LayerPart {
  std::vector<LayerEdit> edits;
  std::string layer = {};  ///< Identifier; empty for the session layer.
  /// Files that become sublayers of the layer, each the strongest one in turn.
  std::vector<std::string> sublayers = {};
};
struct MutePart {
  std::string layer;
  bool isMuted = true;
};
/// Mutes `muted`, so that `layer` is heard alone, in place of an earlier solo. An empty `layer`
/// ends the solo.
struct SoloPart {
  std::string layer;
  std::set<std::string> muted;
};
struct LoadPart {
  Path prim;
  bool isLoaded = true;
};
using EditPart = std::variant<LayerPart, MutePart, SoloPart, LoadPart>;

/// An edit that can be reverted alone, with its sentence: "Hide /World/Anna".
struct NamedEdit {
  std::string sentence;
  std::vector<EditPart> parts;
};

/// Finds the unedited version of a layer by its identifier; with an empty identifier, the empty
/// session layer. Returns null if the layer is not open.
using FindLayer = std::function<std::shared_ptr<const Layer>(const std::string& identifier)>;

/// One row of the list of edits.
struct EditRow {
  enum class State : std::uint8_t {
    Applied,
    Reverted,  ///< The user reverted this edit alone.
    Undone     ///< Redo applies it again.
  };
  std::uint64_t id = 0;  ///< Identifies the edit within its history.
  std::string sentence;
  State state = State::Applied;
  bool operator==(const EditRow&) const = default;
};

/// The edits of the open stage, with undo and redo. A step is what one action of the user did: it
/// adds edits or reverts edits. Undo and redo go from step to step.
///
/// A value: copies are cheap and independent, because steps and states are shared.
class EditHistory {
 public:
  /// Starts without edits.
  EditHistory() = default;
  explicit EditHistory(StageState opened);

  /// The inputs of the stage with all edits that apply.
  const StageState& state() const { return state_; }
  /// The edits in the order in which they were made, also reverted and undone ones.
  std::vector<EditRow> rows() const;
  bool hasAppliedEdits() const;
  /// Returns the session layer with only the edits of `ids`; null if none of them applies and
  /// changes the session layer. Takes as long as add().
  std::shared_ptr<const Layer> sessionLayerWith(std::span<const std::uint64_t> ids) const;

  /// Adds edits as one step, and drops the steps that were undone. `findLayer` is called once for
  /// each layer that is edited for the first time. Returns a sentence that says why an edit is
  /// impossible, and then adds none; empty on success. Copies the edited layers: takes long for
  /// large layers.
  std::string add(std::string sentence, std::vector<NamedEdit> edits, const FindLayer& findLayer);
  /// Reverts edits as one step, and keeps all other edits. Ignores edits that do not apply. Returns
  /// false when none of them applies. Takes as long as add().
  bool revert(std::span<const std::uint64_t> ids);

  bool canUndo() const { return position_ > 0; }
  bool canRedo() const { return position_ < steps_.size(); }
  /// The sentence of the step that undo() or redo() would concern; empty if there is none.
  std::string undoSentence() const;
  std::string redoSentence() const;
  void undo();
  void redo();
  /// Removes the newest step that applies, as if it had never been made: the undone steps of
  /// `before`, the history without the step, can be redone again.
  void forgetNewest(const EditHistory& before);
  /// Whether undo() or redo() only takes a kept state. If not, it takes as long as add().
  bool isUndoQuick() const { return canUndo() && isKept(position_ - 1); }
  bool isRedoQuick() const { return canRedo() && isKept(position_ + 1); }

  /// The edits that apply, in the order in which they were made. Valid while a copy of the history
  /// is alive that has them.
  std::vector<const NamedEdit*> appliedEdits() const;
  /// Returns the history with the same steps on new unedited versions of the layers, which were
  /// read again. Layers that `findLayer` does not find keep their version.
  EditHistory rebased(const FindLayer& findLayer) const;
  /// Returns sentences about edits that apply and have no effect, since they are impossible on the
  /// layers as they are now. Takes as long as add() of all edits.
  std::vector<std::string> problems() const;
  /// Takes over the unedited versions of layers that only `other` has edited. Call this before
  /// using an older copy again, so that its state replaces the layers that `other` has changed.
  void takeLayersOf(const EditHistory& other);

  // For the journal.

  struct MadeEdit {
    std::uint64_t id = 0;
    NamedEdit edit;
  };
  struct Step {
    std::string sentence;
    std::vector<MadeEdit> made;
    std::vector<std::uint64_t> reverted;
  };
  using Steps = std::vector<std::shared_ptr<const Step>>;
  const Steps& steps() const { return steps_; }
  /// The number of steps that apply.
  std::size_t position() const { return position_; }
  /// The versions of the edited layers without edits.
  const std::map<std::string, std::shared_ptr<const Layer>>& uneditedLayers() const {
    return opened_.layers;
  }
  /// The numbers of the edits that apply, by the layer that they change, which is empty for the
  /// session layer. Ignores edits that change no layer, or a layer that could not be restored.
  std::map<std::string, std::vector<std::uint64_t>> appliedByLayer() const;
  /// Whether an edit applies that mutes or loads.
  bool hasAppliedStageEdits() const;
  /// The state without edits.
  const StageState& opened() const { return opened_; }
  /// Makes a history again, with the muted layers and load rules of `opened`. `findLayer` is called
  /// for each edited layer; edits of layers that it does not find have no effect. Takes as long as
  /// add() of all edits.
  static EditHistory restored(StageState opened, Steps steps, std::size_t position,
                              const FindLayer& findLayer);

  bool operator==(const EditHistory& other) const {
    return steps_ == other.steps_ && position_ == other.position_ && state_ == other.state_;
  }

 private:
  bool isKept(std::size_t position) const { return position == 0 || states_[position - 1]; }
  void addUneditedLayers(StageState& state) const;
  void push(std::shared_ptr<const Step> step, StageState after);
  void goTo(std::size_t position);
  std::set<std::uint64_t> revertedBefore(std::size_t position) const;
  StageState replayed(std::size_t position, const std::set<std::uint64_t>& reverted) const;

  /// The state without edits. It has the unedited versions of all edited layers.
  StageState opened_;
  std::shared_ptr<const Layer> emptySession_;  ///< Null until the session layer is edited.
  StageState state_;
  Steps steps_;
  /// The state after each step. Old states are dropped to save memory; then their steps are
  /// replayed. Stages are found again only by the session layer of a kept state.
  std::vector<std::shared_ptr<const StageState>> states_;
  std::size_t position_ = 0;  ///< The number of steps that apply.
  std::uint64_t nextId_ = 1;
};

}  // namespace usdscope
