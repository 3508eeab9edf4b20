// SPDX-License-Identifier: Apache-2.0
#include "app/session/edits/StageEditor.h"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <set>
#include <utility>

#include "app/session/FileName.h"
#include "app/session/Session.h"
#include "app/session/edits/EditSentences.h"
#include "app/session/edits/LayerSaver.h"
#include "engine/format/LayerCache.h"
#include "engine/format/SaveLayers.h"
#include "engine/layer/Fields.h"
#include "engine/layer/LayerBuilder.h"
#include "engine/report/rows/LayerTree.h"

namespace usdscope {
namespace {

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

StageEditor::StageEditor(Session& session) : session_(session), making_(session.background()) {
  connect(&making_, &LatestTask::failed, this, [this](const char* reason) {
    pending_.clear();  // Else the next command would make them, too.
    session_.showNote(reason);
  });
}

void StageEditor::MadeEdits::add(std::string sentence, StageEditResult result) {
  if (!result.isPossible()) {
    refusals.push_back(std::move(result.problem));
  } else if (!result.edits.empty()) {
    LayerPart part{.edits = std::move(result.edits), .layer = layer};
    edits.push_back({sentence + place, {std::move(part)}});
  }
}

std::string StageEditor::start(const std::string& sentence, MakeEdits make) {
  return change([sentence, make = std::move(make), target = session_.editTarget.value()](
                    EditHistory& history, const Stage& stage, std::string& problem) {
    const EditTranslator translator(stage,
                                    target.target ? *target.target : EditTarget::session(stage));
    MadeEdits made;
    if (!target.isSession()) {
      const bool isInSession = target.target->layer() == stage.sessionLayer()->identifier();
      made.layer = isInSession ? std::string() : target.target->layer();
      made.place = " in " + target.text();
    }
    make(translator, stage, made);
    const std::size_t count = made.edits.size() + made.refusals.size();
    const std::string step = made.edits.size() == 1 ? made.edits[0].sentence : sentence;
    if (!made.refusals.empty()) {
      problem = count == 1 || made.edits.empty()
                    ? made.refusals[0]
                    : fmt::format("{} of {} edits are ignored. {}", made.refusals.size(), count,
                                  made.refusals[0]);
    }
    if (made.edits.empty()) {
      if (problem.empty()) problem = sentence + ": nothing changes.";
      return std::string();
    }
    const std::string impossible = history.add(step, std::move(made.edits), [&](const auto& layer) {
      return uneditedLayer(stage, layer);
    });
    if (impossible.empty()) return step;
    problem = impossible;
    return std::string();
  });
}

std::string StageEditor::startEach(const std::string& verb, const std::vector<Path>& objects,
                                   const std::string& after, EditObject edit) {
  const std::string sentence = sentenceOf(verb, objects) + after;
  return start(sentence, [=](const EditTranslator& translator, const Stage&, MadeEdits& made) {
    for (const Path object : objects) {
      std::string each = verb + " " + object.text() + after;
      StageEditResult result = edit(translator, object, each);
      made.add(std::move(each), std::move(result));
    }
  });
}

std::string StageEditor::startParts(const std::string& verb, const Prims& prims,
                                    const std::function<EditPart(Path prim)>& makePart) {
  std::vector<NamedEdit> edits;
  for (const Path prim : prims) edits.push_back({verb + " " + prim.text(), {makePart(prim)}});
  return start(sentenceOf(verb, prims), [edits](const EditTranslator&, const Stage&,
                                                MadeEdits& made) { made.edits = edits; });
}

std::string StageEditor::startPart(const std::string& sentence, EditPart part) {
  return start(sentence, [sentence, part = std::move(part)](const EditTranslator&, const Stage&,
                                                            MadeEdits& made) {
    made.edits = {{sentence, {part}}};
  });
}

std::string StageEditor::change(ChangeHistory change, bool isUndo) {
  pending_.push_back({std::move(change), isUndo});
  makePending();
  return {};
}

void StageEditor::makePending() {
  making_.start([this, stage = session_.document.value().stage, history = session_.edits.value(),
                 wanted = pending_](const TaskRun& run) -> LatestTask::Show {
    EditHistory next = history;
    std::string sentence;
    std::vector<std::string> problems;
    for (const Pending& each : wanted) {
      if (run.stop.stop_requested()) return {};
      std::string problem;
      std::string made = each.change(next, *stage, problem);
      if (!made.empty()) sentence = std::move(made);
      if (!problem.empty()) problems.push_back(std::move(problem));
    }
    session_.saver().prepare(next);
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
  return startPart(sentence, MutePart{identifier, isMuted});
}

std::string StageEditor::solo(const std::string& layer) {
  std::string problem;
  const std::string identifier = findLayer(layer, problem);
  if (identifier.empty()) return problem;
  const bool isEnd = session_.edits.value().state().soloLayer == identifier;
  const std::string sentence = (isEnd ? "End solo of " : "Solo ") + fileName(identifier);
  return start(sentence, [=](const EditTranslator&, const Stage& stage, MadeEdits& made) {
    const SoloPart part = isEnd ? SoloPart() : SoloPart{identifier, mutedBySolo(stage, identifier)};
    made.edits = {{sentence, {part}}};
  });
}

std::string StageEditor::addSessionSublayer(const std::string& file) {
  if (!session_.document.value().isOpen()) return kNothingOpen;
  std::error_code error;
  const auto absolute = std::filesystem::absolute(file, error);
  const std::string path = error ? file : absolute.lexically_normal().generic_string();
  const std::string name = fileName(path);
  return change([path, name](EditHistory& history, const Stage& stage, std::string& problem) {
    const auto paths = stage.sessionLayer()->pseudoRoot().field(fields::kSubLayers);
    const auto present = paths.valueOr(std::vector<std::string>());
    if (std::ranges::find(present, path) != present.end()) {
      problem = name + " is a sublayer of the session layer already.";
      return std::string();
    }
    if (path == stage.rootLayer()->identifier()) {
      problem = name + " is the root layer of the scene already.";
      return std::string();
    }
    auto opened = stage.layers().findOrOpen(path);
    // A file that could not be read before may have been corrected since.
    if (!opened->layer) opened = stage.layers().reload(path);
    if (!opened->layer) {
      const auto entries = opened->diagnostics.entries();
      problem = name + " is not a layer: " +
                (entries.empty() ? std::string("It cannot be read.") : entries.front().message);
      return std::string();
    }
    const std::string sentence = "Add " + name + " to the session layer";
    LayerPart part;
    part.sublayers = {path};
    problem = history.add(sentence, {{sentence, {std::move(part)}}},
                          [&](const auto& layer) { return uneditedLayer(stage, layer); });
    return problem.empty() ? sentence : std::string();
  });
}

std::string StageEditor::editLayer(const std::string& sentence, const std::string& identifier,
                                   std::vector<LayerEdit> edits) {
  if (!session_.document.value().isOpen()) return kNothingOpen;
  return change([=](EditHistory& history, const Stage& stage, std::string& problem) {
    const bool isSession = identifier == stage.sessionLayer()->identifier();
    if (!isSession) problem = whyNotWritable(identifier);
    if (!problem.empty()) {
      problem = fmt::format("'{}' cannot be edited. {}", fileName(identifier), problem);
      return std::string();
    }
    if (!isSession) stage.layers().findOrOpen(identifier);
    const LayerPart part{.edits = edits, .layer = isSession ? std::string() : identifier};
    problem = history.add(sentence, {{sentence, {part}}},
                          [&](const auto& layer) { return uneditedLayer(stage, layer); });
    return problem.empty() ? sentence : std::string();
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
  const bool isPending = !pending_.empty();
  if (isPending && !pending_.back().isUndo) {
    dropPending();
    return {};
  }
  EditHistory history = session_.edits.value();
  if (!history.canUndo()) return "There is nothing to undo.";
  if (isPending || !history.isUndoQuick()) {
    return change(
        [](EditHistory& late, const Stage&, std::string& problem) {
          if (!late.canUndo()) {
            problem = "There is nothing to undo.";
            return std::string();
          }
          std::string sentence = "Undo: " + late.undoSentence();
          late.undo();
          return sentence;
        },
        true);
  }
  std::string sentence = "Undo: " + history.undoSentence();
  history.undo();
  session_.edits.set(std::move(history));
  compose(std::move(sentence));
  return {};
}

std::string StageEditor::redo() {
  if (!pending_.empty() && pending_.back().isUndo) {
    dropPending();
    return {};
  }
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

std::string StageEditor::forgetNewest(const EditHistory& before) {
  const auto forget = [before](EditHistory& history, const Stage&, std::string& problem) {
    if (!history.canUndo()) {
      problem = "There is nothing to undo.";
      return std::string();
    }
    std::string sentence = "Undo: " + history.undoSentence();
    history.forgetNewest(before);
    return sentence;
  };
  EditHistory history = session_.edits.value();
  if (!pending_.empty() || !history.isUndoQuick()) return change(forget, true);
  std::string problem;
  std::string sentence = forget(history, *session_.document.value().stage, problem);
  session_.edits.set(std::move(history));
  compose(std::move(sentence));
  return problem;
}

void StageEditor::dropPending() {
  pending_.pop_back();
  making_.cancel();
  if (!pending_.empty()) makePending();
}

void StageEditor::revert(std::span<const std::uint64_t> ids) {
  if (ids.empty()) return;
  change([wanted = std::vector<std::uint64_t>(ids.begin(), ids.end())](
             EditHistory& history, const Stage&, std::string& problem) {
    if (history.revert(wanted)) return history.undoSentence();
    problem = "These edits are reverted already.";
    return std::string();
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
