// SPDX-License-Identifier: Apache-2.0
#include "app/session/EditHistory.h"

#include <algorithm>
#include <utility>

namespace usdscope {
namespace {

constexpr std::size_t kKeptStates = 20;

// The one place where edits of a layer are applied. Applies all that are possible.
std::string applyToLayer(StageState& state, const LayerPart& part,
                         const std::shared_ptr<const Layer>& emptyLayer) {
  Diagnostics problems;
  const Layer& present = state.sessionLayer ? *state.sessionLayer : *emptyLayer;
  state.sessionLayer = edited(present, part.edits, problems);
  return problems.isEmpty() ? std::string() : problems.entries()[0].message;
}

// Returns why the part is impossible; empty on success.
std::string apply(StageState& state, const EditPart& part,
                  const std::shared_ptr<const Layer>& emptyLayer) {
  if (const auto* layer = std::get_if<LayerPart>(&part)) {
    return applyToLayer(state, *layer, emptyLayer);
  }
  if (const auto* mute = std::get_if<MutePart>(&part)) {
    if (mute->isMuted) {
      state.mutedLayers.insert(mute->layer);
    } else {
      state.mutedLayers.erase(mute->layer);
      state.soloMuted.erase(mute->layer);
    }
  } else if (const auto* solo = std::get_if<SoloPart>(&part)) {
    state.soloLayer = solo->layer;
    state.soloMuted = solo->muted;
  } else if (const auto* load = std::get_if<LoadPart>(&part)) {
    load->isLoaded ? state.loadRules.load(load->prim) : state.loadRules.unload(load->prim);
  }
  return {};
}

// Joins the parts that change the layer, so that a step builds the layer once.
std::vector<EditPart> joined(std::vector<const EditPart*> parts) {
  std::vector<EditPart> out;
  LayerPart layer;
  for (const EditPart* part : parts) {
    if (const auto* each = std::get_if<LayerPart>(part)) {
      layer.edits.insert(layer.edits.end(), each->edits.begin(), each->edits.end());
    } else {
      out.push_back(*part);
    }
  }
  if (!layer.edits.empty()) out.push_back(std::move(layer));
  return out;
}

}  // namespace

std::set<std::string> StageState::allMuted() const {
  std::set<std::string> all = mutedLayers;
  all.insert(soloMuted.begin(), soloMuted.end());
  return all;
}

EditHistory::EditHistory(StageState opened) : opened_(opened), state_(std::move(opened)) {}

std::vector<EditRow> EditHistory::rows() const {
  const std::set<std::uint64_t> reverted = revertedBefore(position_);
  std::vector<EditRow> rows;
  for (std::size_t i = 0; i < steps_.size(); ++i) {
    for (const MadeEdit& made : steps_[i]->made) {
      rows.push_back({made.id, made.edit.sentence,
                      i >= position_               ? EditRow::State::Undone
                      : reverted.contains(made.id) ? EditRow::State::Reverted
                                                   : EditRow::State::Applied});
    }
  }
  return rows;
}

bool EditHistory::hasAppliedEdits() const {
  return std::ranges::any_of(
      rows(), [](const EditRow& row) { return row.state == EditRow::State::Applied; });
}

std::string EditHistory::add(std::string sentence, std::vector<NamedEdit> edits,
                             const std::shared_ptr<const Layer>& emptyLayer) {
  Step step{.sentence = std::move(sentence), .made = {}, .reverted = {}, .emptyLayer = emptyLayer};
  std::vector<const EditPart*> parts;
  for (const NamedEdit& edit : edits) {
    for (const EditPart& part : edit.parts) parts.push_back(&part);
  }
  StageState next = state_;
  for (const EditPart& part : joined(std::move(parts))) {
    if (std::string problem = apply(next, part, emptyLayer); !problem.empty()) return problem;
  }
  for (NamedEdit& edit : edits) step.made.push_back({nextId_++, std::move(edit)});
  push(std::make_shared<const Step>(std::move(step)), std::move(next));
  return {};
}

bool EditHistory::revert(std::span<const std::uint64_t> ids) {
  std::set<std::uint64_t> reverted = revertedBefore(position_);
  Step step;
  for (std::size_t i = 0; i < position_; ++i) {
    for (const MadeEdit& made : steps_[i]->made) {
      const bool isMeant = std::ranges::find(ids, made.id) != ids.end();
      if (!isMeant || !reverted.insert(made.id).second) continue;
      step.sentence = "Revert " + made.edit.sentence;
      step.reverted.push_back(made.id);
    }
  }
  if (step.reverted.empty()) return false;
  if (step.reverted.size() > 1) {
    step.sentence = "Revert " + std::to_string(step.reverted.size()) + " edits";
  }
  StageState next = replayed(position_, reverted);
  push(std::make_shared<const Step>(std::move(step)), std::move(next));
  return true;
}

std::string EditHistory::undoSentence() const {
  return canUndo() ? steps_[position_ - 1]->sentence : std::string();
}

std::string EditHistory::redoSentence() const {
  return canRedo() ? steps_[position_]->sentence : std::string();
}

void EditHistory::undo() {
  if (canUndo()) goTo(position_ - 1);
}

void EditHistory::redo() {
  if (canRedo()) goTo(position_ + 1);
}

void EditHistory::push(std::shared_ptr<const Step> step, StageState after) {
  steps_.resize(position_);
  states_.resize(position_);
  steps_.push_back(std::move(step));
  states_.push_back(std::make_shared<const StageState>(after));
  if (states_.size() > kKeptStates) states_[states_.size() - 1 - kKeptStates] = nullptr;
  state_ = std::move(after);
  ++position_;
}

void EditHistory::goTo(std::size_t position) {
  position_ = position;
  if (position == 0) {
    state_ = opened_;
  } else if (states_[position - 1]) {
    state_ = *states_[position - 1];
  } else {
    state_ = replayed(position, revertedBefore(position));
  }
}

std::set<std::uint64_t> EditHistory::revertedBefore(std::size_t position) const {
  std::set<std::uint64_t> reverted;
  for (std::size_t i = 0; i < position; ++i) {
    reverted.insert(steps_[i]->reverted.begin(), steps_[i]->reverted.end());
  }
  return reverted;
}

StageState EditHistory::replayed(std::size_t position,
                                 const std::set<std::uint64_t>& reverted) const {
  std::vector<const EditPart*> parts;
  std::shared_ptr<const Layer> emptyLayer;
  for (std::size_t i = 0; i < position; ++i) {
    if (!emptyLayer) emptyLayer = steps_[i]->emptyLayer;
    for (const MadeEdit& made : steps_[i]->made) {
      if (reverted.contains(made.id)) continue;
      for (const EditPart& part : made.edit.parts) parts.push_back(&part);
    }
  }
  // An edit that was possible may become impossible without the reverted ones. Then it has no
  // effect.
  StageState state = opened_;
  for (const EditPart& part : joined(std::move(parts))) apply(state, part, emptyLayer);
  return state;
}

}  // namespace usdscope
