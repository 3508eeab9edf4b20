// SPDX-License-Identifier: Apache-2.0
#include "app/session/StageEditor.h"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <set>
#include <utility>

#include "app/session/Session.h"
#include "app/session/SessionEdits.h"
#include "engine/format/LayerCache.h"
#include "engine/layer/LayerBuilder.h"
#include "engine/report/LayerTree.h"
#include "engine/schema/Imageable.h"
#include "engine/schema/SchemaNames.h"
#include "engine/stage/Property.h"

namespace usdscope {
namespace {

constexpr const char* kNothingOpen = "Nothing is open.";

std::string fileName(const std::string& identifier) {
  return identifier.substr(identifier.rfind('/') + 1);
}

// "Hide /World/Anna", "Hide 12 prims".
std::string sentenceOf(const std::string& verb, const StageEditor::Prims& prims) {
  return prims.size() == 1 ? verb + " " + prims[0].text()
                           : fmt::format("{} {} prims", verb, prims.size());
}

std::string whyNotPrim(const Prim& prim, Path path) {
  if (!prim || prim.isPseudoRoot()) {
    return path.isEmpty() ? "No prim is selected." : "There is no prim " + path.text() + ".";
  }
  if (prim.isInstanceProxy()) {
    return path.text() + " is part of an instance: only the whole instance can be changed.";
  }
  return {};
}

std::string whyNotImageable(const Prim& prim, Path path) {
  std::string problem = whyNotPrim(prim, path);
  if (problem.empty() && !isImageable(prim)) {
    problem = path.text() + " cannot be drawn, so it has no visibility.";
  }
  return problem;
}

// Returns the version of a layer before its first edit. The stage has it: the cache may have one
// with edits that were given up.
std::shared_ptr<const Layer> uneditedLayer(const Stage& stage, const std::string& layer) {
  if (layer.empty())
    return LayerBuilder().build({.identifier = stage.sessionLayer()->identifier()});
  for (const auto& used : stage.usedLayers()) {
    if (used->identifier() == layer) return used;
  }
  const auto opened = stage.layers().find(layer);
  return opened ? opened->layer : nullptr;
}

bool endsWithName(const std::string& identifier, const std::string& name) {
  if (name.empty() || !identifier.ends_with(name)) return false;
  const std::size_t before = identifier.size() - name.size();
  return before == 0 || identifier[before - 1] == '/' || identifier[before - 1] == '[' ||
         name[0] == '/';
}

// Returns the layers that a solo of `layer` mutes.
std::set<std::string> mutedBySolo(const Stage& stage, const std::string& layer) {
  const LayerTree tree = layerTree(stage);
  std::set<std::string> kept;
  std::vector<bool> isBelow(tree.rows.size());
  for (std::size_t i = 0; i < tree.rows.size(); ++i) {
    const LayerTreeRow& row = tree.rows[i];
    const bool isIt = row.identifier == layer;
    isBelow[i] = isIt || (row.parent != LayerTreeRow::kNone && isBelow[row.parent]);
    if (isBelow[i] || row.isInSessionTree) kept.insert(row.identifier);
    if (!isIt) continue;
    for (auto up = row.parent; up != LayerTreeRow::kNone; up = tree.rows[up].parent) {
      kept.insert(tree.rows[up].identifier);
    }
  }
  std::set<std::string> muted;
  for (const LayerTreeRow& row : tree.rows) {
    if (row.canBeMuted() && !kept.contains(row.identifier)) muted.insert(row.identifier);
  }
  return muted;
}

}  // namespace

StageEditor::StageEditor(Session& session) : session_(session), making_(session.background()) {}

// Keeps the prims for which `whyNot(prim, path)` returns no reason.
template <typename WhyNot>
StageEditor::Chosen StageEditor::choose(const Prims& prims, WhyNot whyNot) {
  const Document& open = session_.document.value();
  if (!open.isOpen()) return {{}, kNothingOpen};
  if (prims.empty()) return {{}, "No prim is selected."};
  Chosen chosen;
  for (const Path path : prims) {
    const Prim prim = path.isEmpty() ? Prim() : open.stage->primAt(path);
    std::string problem = whyNot(prim, path);
    if (problem.empty()) {
      chosen.prims.push_back(path);
    } else if (chosen.problem.empty()) {
      chosen.problem = std::move(problem);
    }
  }
  if (chosen.prims.empty()) return chosen;
  if (!chosen.problem.empty()) {
    session_.showNote(fmt::format("{} of {} prims are ignored. {}",
                                  prims.size() - chosen.prims.size(), prims.size(),
                                  chosen.problem));
  }
  chosen.problem.clear();
  return chosen;
}

std::string StageEditor::start(std::string sentence, MakeEdits make) {
  return change([sentence = std::move(sentence), make = std::move(make)](
                    EditHistory& history, const Stage& stage, std::string& problem) {
    std::vector<NamedEdit> edits = make(stage);
    problem = edits.empty() ? sentence + ": nothing changes."
                            : history.add(sentence, std::move(edits), [&](const auto& layer) {
                                return uneditedLayer(stage, layer);
                              });
    return sentence;
  });
}

std::string StageEditor::change(ChangeHistory change) {
  pending_.push_back(std::move(change));
  makePending();
  return {};
}

std::string StageEditor::startEach(const std::string& verb, const Prims& prims,
                                   std::function<EditPart(Path prim)> makePart) {
  return start(sentenceOf(verb, prims), [verb, prims, makePart](const Stage&) {
    std::vector<NamedEdit> edits;
    for (const Path prim : prims) edits.push_back({verb + " " + prim.text(), {makePart(prim)}});
    return edits;
  });
}

void StageEditor::makePending() {
  making_.start([this, stage = session_.document.value().stage, history = session_.edits.value(),
                 wanted = pending_](const TaskRun& run) -> LatestTask::Show {
    EditHistory next = history;
    std::string sentence;
    std::vector<std::string> problems;
    for (const ChangeHistory& each : wanted) {
      if (run.stop.stop_requested()) return {};
      std::string problem;
      std::string made = each(next, *stage, problem);
      if (problem.empty()) {
        sentence = std::move(made);
      } else {
        problems.push_back(std::move(problem));
      }
    }
    return [this, next, sentence, problems] {
      pending_.clear();
      for (const std::string& problem : problems) session_.showNote(problem);
      if (sentence.empty()) return;
      session_.edits.set(next);
      compose(sentence);
    };
  });
}

void StageEditor::compose(std::string sentence) {
  outcomeSentence_ = std::move(sentence);
  session_.composeAgain();
}

std::string StageEditor::setVisible(const Prims& prims, bool isVisible) {
  const Chosen chosen = choose(prims, whyNotImageable);
  if (!chosen.problem.empty()) return chosen.problem;
  const double time = session_.playback.value().time;
  const std::string verb = isVisible ? "Show" : "Hide";
  return start(sentenceOf(verb, chosen.prims), [=](const Stage& stage) {
    std::vector<NamedEdit> edits;
    for (const Path path : chosen.prims) {
      const Prim prim = stage.primAt(path);
      if (!prim) continue;
      LayerPart part{isVisible ? visibleEdits(prim, time) : invisibleEdits(prim)};
      if (part.edits.empty()) continue;
      edits.push_back({verb + " " + path.text(), {std::move(part)}});
    }
    return edits;
  });
}

std::string StageEditor::showOnly(const Prims& prims) {
  const Chosen chosen = choose(prims, whyNotImageable);
  if (!chosen.problem.empty()) return chosen.problem;
  const double time = session_.playback.value().time;
  const std::string sentence = sentenceOf("Show only", chosen.prims);
  return start(sentence, [=, state = session_.edits.value().state()](const Stage& stage) {
    LayerPart part{visibilityRemovals(state.sessionLayer.get())};
    const std::vector<LayerEdit> shown = onlyVisibleEdits(stage, chosen.prims, time);
    part.edits.insert(part.edits.end(), shown.begin(), shown.end());
    return std::vector<NamedEdit>{{sentence, {std::move(part)}}};
  });
}

std::string StageEditor::removeVisibility(const Prims& prims) {
  const auto layer = session_.edits.value().state().sessionLayer;
  const Chosen chosen = choose(prims, [&](const Prim& prim, Path path) {
    std::string problem = whyNotPrim(prim, path);
    if (problem.empty() && !(layer && hasVisibility(*layer, path))) {
      problem = "The session layer does not change the visibility of " + path.text() + ".";
    }
    return problem;
  });
  if (!chosen.problem.empty()) return chosen.problem;
  return startEach("Remove session visibility of", chosen.prims,
                   [](Path prim) { return LayerPart{{visibilityRemoval(prim)}}; });
}

std::string StageEditor::resetVisibility() {
  if (!session_.document.value().isOpen()) return kNothingOpen;
  const auto layer = session_.edits.value().state().sessionLayer;
  std::vector<LayerEdit> edits = visibilityRemovals(layer.get());
  if (edits.empty()) return "The session layer does not change the visibility of any prim.";
  const std::string sentence = "Reset all session visibility";
  return start(sentence, [sentence, part = LayerPart{std::move(edits)}](const Stage&) {
    return std::vector<NamedEdit>{{sentence, {part}}};
  });
}

std::string StageEditor::setActive(const Prims& prims, bool isActive) {
  const Chosen chosen = choose(prims, [&](const Prim& prim, Path path) {
    std::string problem = whyNotPrim(prim, path);
    if (problem.empty() && prim.isActive() == isActive) {
      problem = path.text() + (isActive ? " is active already." : " is inactive already.");
    }
    return problem;
  });
  if (!chosen.problem.empty()) return chosen.problem;
  return startEach(isActive ? "Activate" : "Deactivate", chosen.prims,
                   [=](Path prim) { return LayerPart{{activeEdit(prim, isActive)}}; });
}

std::string StageEditor::setLoaded(const Prims& prims, bool isLoaded) {
  const Chosen chosen = choose(prims, [&](const Prim& prim, Path path) {
    return prim ? std::string() : "There is no prim " + path.text() + ".";
  });
  if (!chosen.problem.empty()) return chosen.problem;
  return startEach(isLoaded ? "Load" : "Unload", chosen.prims,
                   [=](Path prim) { return LoadPart{prim, isLoaded}; });
}

std::string StageEditor::setInstanceable(const Prims& prims, bool isInstanceable) {
  const Chosen chosen = choose(prims, whyNotPrim);
  if (!chosen.problem.empty()) return chosen.problem;
  return startEach(
      isInstanceable ? "Make instanceable" : "Make not instanceable", chosen.prims, [=](Path prim) {
        return LayerPart{{PrimFieldEdit{prim, fields::kInstanceable, Value(isInstanceable)}}};
      });
}

std::string StageEditor::setVariant(const Prims& prims, const std::string& set,
                                    const std::string& variant) {
  const Chosen chosen = choose(prims, [&](const Prim& prim, Path path) {
    std::string problem = whyNotPrim(prim, path);
    if (!problem.empty()) return problem;
    const std::vector<VariantSet> sets = prim.variantSets();
    const auto found = std::ranges::find(sets, set, &VariantSet::name);
    if (found == sets.end()) return path.text() + " has no variant set " + set + ".";
    if (!variant.empty() && std::ranges::find(found->variants, variant) == found->variants.end()) {
      return "The variant set " + set + " of " + path.text() + " has no variant " + variant + ".";
    }
    return std::string();
  });
  if (!chosen.problem.empty()) return chosen.problem;
  const std::string choice = variant.empty() ? "no variant" : variant;
  return startEach(fmt::format("Choose {} as {} of", choice, set), chosen.prims, [=](Path prim) {
    return LayerPart{{VariantSelectionEdit{prim, set, variant}}};
  });
}

std::string StageEditor::block(const Prims& prims, Token attribute) {
  const Chosen chosen = choose(prims, [&](const Prim& prim, Path path) {
    std::string problem = whyNotPrim(prim, path);
    if (problem.empty() && !prim.attribute(attribute)) {
      problem = path.text() + " has no attribute " + attribute.string() + ".";
    }
    return problem;
  });
  if (!chosen.problem.empty()) return chosen.problem;
  Prims attributes;
  for (const Path prim : chosen.prims) attributes.push_back(prim.property(attribute));
  return start(sentenceOf("Block", attributes), [=](const Stage& stage) {
    std::vector<NamedEdit> edits;
    for (const Path path : attributes) {
      const Attribute blocked = stage.primAt(path.primPath()).attribute(path.name());
      edits.push_back({"Block " + path.text(),
                       {LayerPart{{PropertyFieldEdit{.path = path,
                                                     .field = fields::kDefault,
                                                     .value = Value(ValueBlock()),
                                                     .typeName = blocked.typeName(),
                                                     .variability = blocked.variability(),
                                                     .isCustom = blocked.isCustom()}}}}});
    }
    return edits;
  });
}

std::string StageEditor::findLayer(const std::string& name, std::string& problem) const {
  const Document& open = session_.document.value();
  if (!open.isOpen()) {
    problem = kNothingOpen;
    return {};
  }
  const Stage& stage = *open.stage;
  const StageState& state = session_.edits.value().state();
  std::set<std::string> known = state.allMuted();
  for (const auto& layer : stage.usedLayers()) known.insert(layer->identifier());
  known.insert(stage.sessionLayer()->identifier());
  for (std::string& identifier : stage.layers().identifiers()) known.insert(std::move(identifier));
  for (std::string& identifier : stage.layers().unreadableIdentifiers()) {
    known.insert(std::move(identifier));
  }
  if (known.contains(name)) return name;
  const std::string plain = std::filesystem::path(name).lexically_normal().generic_string();
  std::vector<std::string> found;
  for (const std::string& identifier : known) {
    if (endsWithName(identifier, plain)) found.push_back(identifier);
  }
  if (found.size() == 1) return found[0];
  problem = found.empty()
                ? "The scene has no layer " + name + "."
                : fmt::format("{} layers end in {}: {}, {}{} Write more of the path.", found.size(),
                              name, found[0], found[1], found.size() > 2 ? ", …" : ".");
  return {};
}

std::string StageEditor::setMuted(const std::string& layer, bool isMuted) {
  std::string problem;
  const std::string identifier = findLayer(layer, problem);
  if (identifier.empty()) return problem;
  const std::string name = fileName(identifier);
  if (isMuted && identifier == session_.document.value().stage->rootLayer()->identifier()) {
    return name + " is the root layer, which cannot be muted.";
  }
  if (session_.edits.value().state().allMuted().contains(identifier) == isMuted) {
    return name + (isMuted ? " is muted already." : " is not muted.");
  }
  const std::string sentence = (isMuted ? "Mute " : "Unmute ") + name;
  return start(sentence, [=](const Stage&) {
    return std::vector<NamedEdit>{{sentence, {MutePart{identifier, isMuted}}}};
  });
}

std::string StageEditor::solo(const std::string& layer) {
  std::string problem;
  const std::string identifier = findLayer(layer, problem);
  if (identifier.empty()) return problem;
  const bool isEnd = session_.edits.value().state().soloLayer == identifier;
  const std::string sentence = (isEnd ? "End solo of " : "Solo ") + fileName(identifier);
  return start(sentence, [=](const Stage& stage) {
    const SoloPart part = isEnd ? SoloPart() : SoloPart{identifier, mutedBySolo(stage, identifier)};
    return std::vector<NamedEdit>{{sentence, {part}}};
  });
}

std::string StageEditor::reloadLayer(const std::string& layer) {
  std::string problem;
  const std::string identifier = findLayer(layer, problem);
  if (identifier.empty()) return problem;
  if (LayerIdentity{identifier}.isAnonymous()) return "The session layer has no file.";
  outcomeSentence_ = "Reload " + fileName(identifier);
  session_.composeAgain({identifier});
  return {};
}

std::string StageEditor::undo() {
  if (!pending_.empty()) {
    pending_.pop_back();
    making_.cancel();
    if (!pending_.empty()) makePending();
    return {};
  }
  EditHistory history = session_.edits.value();
  if (!history.canUndo()) return "There is nothing to undo.";
  std::string sentence = "Undo: " + history.undoSentence();
  if (!history.isUndoQuick()) {
    return change([sentence](EditHistory& late, const Stage&, std::string&) {
      late.undo();
      return sentence;
    });
  }
  history.undo();
  session_.edits.set(std::move(history));
  compose(std::move(sentence));
  return {};
}

std::string StageEditor::redo() {
  EditHistory history = session_.edits.value();
  if (!history.canRedo() || !pending_.empty()) return "There is nothing to redo.";
  std::string sentence = history.redoSentence();
  if (!history.isRedoQuick()) {
    return change([sentence](EditHistory& late, const Stage&, std::string&) {
      late.redo();
      return sentence;
    });
  }
  history.redo();
  session_.edits.set(std::move(history));
  compose(std::move(sentence));
  return {};
}

void StageEditor::revert(std::span<const std::uint64_t> ids) {
  if (ids.empty()) return;
  change([wanted = std::vector<std::uint64_t>(ids.begin(), ids.end())](
             EditHistory& history, const Stage&, std::string& problem) {
    if (!history.revert(wanted)) problem = "These edits are reverted already.";
    return history.undoSentence();
  });
}

void StageEditor::revertAll() {
  std::vector<std::uint64_t> ids;
  for (const EditRow& row : session_.edits.value().rows()) ids.push_back(row.id);
  revert(ids);
}

void StageEditor::startOver() {
  pending_.clear();
  making_.cancel();
  session_.edits.set(EditHistory());
  session_.editOutcome.set({});
}

void StageEditor::noteShown(const EditHistory& shown,
                            const std::shared_ptr<const StageChanges>& changes) {
  shown_ = shown;
  const bool isRebased = session_.edits.value() != shown;
  session_.edits.set(shown);
  if (isRebased && !pending_.empty()) makePending();
  const std::string sentence = std::exchange(outcomeSentence_, {});
  const bool isOurs = changes && !sentence.empty();
  session_.editOutcome.set(isOurs ? EditOutcome{sentence, changes} : EditOutcome());
}

void StageEditor::forgetWanted() {
  outcomeSentence_.clear();
  shown_.takeLayersOf(session_.edits.value());
  session_.edits.set(shown_);
  if (!pending_.empty()) makePending();
}

}  // namespace usdscope
