// SPDX-License-Identifier: Apache-2.0
#include "app/session/edits/EditHistory.h"

#include <algorithm>
#include <utility>

#include "engine/layer/Fields.h"

namespace usdscope {
namespace {

constexpr std::size_t kKeptStates = 20;

// Returns the edits that put files in front of the sublayers of a layer. A file that the layer has
// already stays where it is.
std::vector<LayerEdit> sublayerEdits(const Layer& layer, const std::vector<std::string>& files) {
  const PrimSpec root = layer.pseudoRoot();
  auto paths = root.field(fields::kSubLayers).valueOr(std::vector<std::string>());
  auto offsets = root.field(fields::kSubLayerOffsets).valueOr(std::vector<LayerOffset>());
  bool isChanged = false;
  for (const std::string& file : files) {
    if (std::ranges::find(paths, file) != paths.end()) continue;
    paths.insert(paths.begin(), file);
    if (!offsets.empty()) offsets.insert(offsets.begin(), LayerOffset());
    isChanged = true;
  }
  if (!isChanged) return {};
  std::vector<LayerEdit> edits = {
      PrimFieldEdit{Path::root(), fields::kSubLayers, Value(std::move(paths))}};
  if (!offsets.empty()) {
    edits.push_back(
        PrimFieldEdit{Path::root(), fields::kSubLayerOffsets, Value(std::move(offsets))});
  }
  return edits;
}

// The one place where edits of a layer are applied. Applies all that are possible.
std::string applyToLayer(StageState& state, const LayerPart& part,
                         const std::shared_ptr<const Layer>& emptySession) {
  Diagnostics problems;
  if (part.layer.empty()) {
    const Layer& present = state.sessionLayer ? *state.sessionLayer : *emptySession;
    std::vector<LayerEdit> edits = sublayerEdits(present, part.sublayers);
    edits.insert(edits.end(), part.edits.begin(), part.edits.end());
    state.sessionLayer = edited(present, edits, problems);
  } else {
    const auto found = state.layers.find(part.layer);
    if (found == state.layers.end()) return "The layer " + part.layer + " is not open.";
    std::vector<LayerEdit> edits = sublayerEdits(*found->second, part.sublayers);
    edits.insert(edits.end(), part.edits.begin(), part.edits.end());
    found->second = edited(*found->second, edits, problems);
  }
  return problems.isEmpty() ? std::string() : problems.entries()[0].message;
}

// Returns why the part is impossible; empty on success.
std::string apply(StageState& state, const EditPart& part,
                  const std::shared_ptr<const Layer>& emptySession) {
  if (const auto* layer = std::get_if<LayerPart>(&part)) {
    return applyToLayer(state, *layer, emptySession);
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

// Joins the parts that change the same layer, so that a step builds each layer once.
std::vector<EditPart> joined(const std::vector<const EditPart*>& parts) {
  std::vector<EditPart> out;
  std::map<std::string, LayerPart> layers;
  for (const EditPart* part : parts) {
    if (const auto* each = std::get_if<LayerPart>(part)) {
      LayerPart& layer = layers[each->layer];
      layer.edits.insert(layer.edits.end(), each->edits.begin(), each->edits.end());
      layer.sublayers.insert(layer.sublayers.end(), each->sublayers.begin(), each->sublayers.end());
    } else {
      out.push_back(*part);
    }
  }
  for (auto& [identifier, layer] : layers) {
    layer.layer = identifier;
    if (!layer.edits.empty() || !layer.sublayers.empty()) out.push_back(std::move(layer));
  }
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

std::shared_ptr<const Layer> EditHistory::sessionLayerWith(
    std::span<const std::uint64_t> ids) const {
  const std::set<std::uint64_t> reverted = revertedBefore(position_);
  std::vector<const EditPart*> parts;
  for (std::size_t i = 0; i < position_; ++i) {
    for (const MadeEdit& made : steps_[i]->made) {
      if (reverted.contains(made.id) || std::ranges::find(ids, made.id) == ids.end()) continue;
      for (const EditPart& part : made.edit.parts) {
        const auto* layer = std::get_if<LayerPart>(&part);
        if (layer && layer->layer.empty()) parts.push_back(&part);
      }
    }
  }
  if (parts.empty()) return nullptr;
  StageState state = opened_;
  for (const EditPart& part : joined(parts)) apply(state, part, emptySession_);
  return state.sessionLayer;
}

std::string EditHistory::add(std::string sentence, std::vector<NamedEdit> edits,
                             const FindLayer& findLayer) {
  std::vector<const EditPart*> each;
  for (const NamedEdit& edit : edits) {
    for (const EditPart& part : edit.parts) each.push_back(&part);
  }
  const std::vector<EditPart> parts = joined(each);
  StageState opened = opened_;
  StageState next = state_;
  std::shared_ptr<const Layer> emptySession = emptySession_;
  for (const EditPart& part : parts) {
    const auto* layer = std::get_if<LayerPart>(&part);
    const bool isKnown = !layer || (layer->layer.empty() ? emptySession != nullptr
                                                         : opened.layers.contains(layer->layer));
    if (!isKnown) {
      auto unedited = findLayer(layer->layer);
      if (!unedited) return "The layer " + layer->layer + " is not open.";
      if (layer->layer.empty()) {
        emptySession = std::move(unedited);
      } else {
        next.layers.emplace(layer->layer, unedited);
        opened.layers.emplace(layer->layer, std::move(unedited));
      }
    }
    if (std::string problem = apply(next, part, emptySession); !problem.empty()) return problem;
  }
  Step step{.sentence = std::move(sentence), .made = {}, .reverted = {}};
  for (NamedEdit& edit : edits) step.made.push_back({nextId_++, std::move(edit)});
  opened_ = std::move(opened);
  emptySession_ = std::move(emptySession);
  push(std::make_shared<const Step>(std::move(step)), std::move(next));
  return {};
}

bool EditHistory::revert(std::span<const std::uint64_t> ids) {
  std::set<std::uint64_t> reverted = revertedBefore(position_);
  std::set<std::string> changed;
  Step step;
  for (std::size_t i = 0; i < position_; ++i) {
    for (const MadeEdit& made : steps_[i]->made) {
      const bool isMeant = std::ranges::find(ids, made.id) != ids.end();
      if (!isMeant || !reverted.insert(made.id).second) continue;
      step.sentence = "Revert " + made.edit.sentence;
      step.reverted.push_back(made.id);
      for (const EditPart& part : made.edit.parts) {
        if (const auto* layer = std::get_if<LayerPart>(&part)) changed.insert(layer->layer);
      }
    }
  }
  if (step.reverted.empty()) return false;
  if (step.reverted.size() > 1) {
    step.sentence = "Revert " + std::to_string(step.reverted.size()) + " edits";
  }
  StageState next = replayed(position_, reverted);
  for (auto& [identifier, layer] : next.layers) {
    if (!changed.contains(identifier)) layer = state_.layers.at(identifier);
  }
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

void EditHistory::forgetNewest(const EditHistory& before) {
  if (!canUndo()) return;
  undo();
  steps_.resize(position_);
  states_.resize(position_);
  const bool isSame = before.position_ == position_ &&
                      std::equal(steps_.begin(), steps_.end(), before.steps_.begin());
  if (!isSame) return;
  steps_ = before.steps_;
  states_.resize(steps_.size());  // Redo replays the steps.
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
    addUneditedLayers(state_);
  } else {
    state_ = replayed(position, revertedBefore(position));
  }
}

// A kept state may lack layers that were edited only after it.
void EditHistory::addUneditedLayers(StageState& state) const {
  state.layers.insert(opened_.layers.begin(), opened_.layers.end());
}

std::vector<const NamedEdit*> EditHistory::appliedEdits() const {
  const std::set<std::uint64_t> reverted = revertedBefore(position_);
  std::vector<const NamedEdit*> edits;
  for (std::size_t i = 0; i < position_; ++i) {
    for (const MadeEdit& made : steps_[i]->made) {
      if (!reverted.contains(made.id)) edits.push_back(&made.edit);
    }
  }
  return edits;
}

EditHistory EditHistory::rebased(const FindLayer& findLayer) const {
  EditHistory next = *this;
  bool isChanged = false;
  for (auto& [identifier, unedited] : next.opened_.layers) {
    auto found = findLayer(identifier);
    if (!found || found == unedited) continue;
    unedited = std::move(found);
    isChanged = true;
  }
  if (!isChanged) return next;
  std::ranges::fill(next.states_, nullptr);
  next.goTo(position_);
  return next;
}

std::vector<std::string> EditHistory::problems() const {
  std::vector<std::string> problems;
  const std::vector<const NamedEdit*> edits = appliedEdits();
  std::vector<const EditPart*> parts;
  for (const NamedEdit* edit : edits) {
    for (const EditPart& part : edit->parts) {
      if (std::holds_alternative<LayerPart>(part)) parts.push_back(&part);
    }
  }
  StageState state = opened_;
  for (const EditPart& part : joined(parts)) {
    std::string problem = apply(state, part, emptySession_);
    if (!problem.empty()) problems.push_back(std::move(problem));
  }
  return problems;
}

void EditHistory::takeLayersOf(const EditHistory& other) {
  opened_.layers.insert(other.opened_.layers.begin(), other.opened_.layers.end());
  addUneditedLayers(state_);
}

std::map<std::string, std::vector<std::uint64_t>> EditHistory::appliedByLayer() const {
  const std::set<std::uint64_t> reverted = revertedBefore(position_);
  std::map<std::string, std::vector<std::uint64_t>> applied;
  for (std::size_t i = 0; i < position_; ++i) {
    for (const MadeEdit& made : steps_[i]->made) {
      if (reverted.contains(made.id)) continue;
      for (const EditPart& part : made.edit.parts) {
        const auto* layer = std::get_if<LayerPart>(&part);
        if (!layer) continue;
        if (!layer->layer.empty() && !state_.layers.contains(layer->layer)) continue;
        std::vector<std::uint64_t>& ids = applied[layer->layer];
        if (ids.empty() || ids.back() != made.id) ids.push_back(made.id);
      }
    }
  }
  return applied;
}

bool EditHistory::hasAppliedStageEdits() const {
  return std::ranges::any_of(appliedEdits(), [](const NamedEdit* edit) {
    return std::ranges::any_of(
        edit->parts, [](const EditPart& part) { return !std::holds_alternative<LayerPart>(part); });
  });
}

EditHistory EditHistory::restored(StageState opened, Steps steps, std::size_t position,
                                  const FindLayer& findLayer) {
  EditHistory history(std::move(opened));
  for (const auto& step : steps) {
    for (const MadeEdit& made : step->made) {
      history.nextId_ = std::max(history.nextId_, made.id + 1);
      for (const EditPart& part : made.edit.parts) {
        const auto* layer = std::get_if<LayerPart>(&part);
        if (!layer || history.opened_.layers.contains(layer->layer)) continue;
        auto found = findLayer(layer->layer);
        if (layer->layer.empty()) {
          history.emptySession_ = std::move(found);
        } else if (found) {
          history.opened_.layers.emplace(layer->layer, std::move(found));
        }
      }
    }
  }
  history.states_.resize(steps.size());
  history.steps_ = std::move(steps);
  history.goTo(std::min(position, history.steps_.size()));
  return history;
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
  for (std::size_t i = 0; i < position; ++i) {
    for (const MadeEdit& made : steps_[i]->made) {
      if (reverted.contains(made.id)) continue;
      for (const EditPart& part : made.edit.parts) parts.push_back(&part);
    }
  }
  // An edit that was possible may become impossible without the reverted ones. Then it has no
  // effect.
  StageState state = opened_;
  for (const EditPart& part : joined(parts)) apply(state, part, emptySession_);
  return state;
}

}  // namespace usdscope
