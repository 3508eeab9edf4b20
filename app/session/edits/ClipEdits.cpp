// SPDX-License-Identifier: Apache-2.0
#include "app/session/edits/ClipEdits.h"

#include <fmt/format.h>

#include <algorithm>
#include <limits>
#include <set>
#include <utility>

#include "app/session/Inspection.h"
#include "app/session/Session.h"
#include "app/session/edits/EditSentences.h"
#include "app/session/edits/EditTargetChoice.h"
#include "app/session/edits/StageEditor.h"
#include "app/session/memory/KnownClips.h"
#include "engine/author/ClipTimes.h"
#include "engine/author/EditTranslator.h"
#include "engine/format/usda/ValueText.h"
#include "engine/layer/ClipKeys.h"
#include "engine/report/clips/ClipFixes.h"
#include "engine/report/clips/ClipReport.h"
#include "engine/value/Array.h"
#include "engine/value/Dictionary.h"

namespace usdscope {
namespace {

constexpr std::size_t kAll = std::numeric_limits<std::size_t>::max();

const Dictionary* entriesOf(const Value& clips, const std::string& set) {
  const auto* all = clips.find<Dictionary>();
  const Value* info = all ? all->find(set) : nullptr;
  return info ? info->find<Dictionary>() : nullptr;
}

// Returns a clip set with `assetPaths` that a prim authors; if there is none, sets `problem`.
std::shared_ptr<const ClipSet> clipSetOf(const Stage& stage, Path path, const std::string& set,
                                         std::string& problem) {
  const Prim prim = stage.primAt(path);
  if (!prim) {
    problem = "There is no prim " + path.text() + ".";
    return nullptr;
  }
  const auto sets = stage.clipSets(prim);
  const auto found = std::ranges::find(*sets, set, [](const auto& each) { return each->name(); });
  if (found == sets->end()) {
    problem = path.text() + " has no clip set " + set + " in use.";
    return nullptr;
  }
  const Value clips = prim.metadata(fields::kClips);
  const Dictionary* entries = entriesOf(clips, set);
  if (entries && entries->find(clip_keys::kAssetPaths)) return *found;
  problem = fmt::format(
      "The clips of {} follow from a template: edit its start, end, stride or active offset.", set);
  return nullptr;
}

std::string pairsText(const std::vector<glm::dvec2>& pairs) {
  return valueText(Value(Array<glm::dvec2>(pairs)), kAll);
}

EditTarget clipTargetOf(const Stage& stage, const EditTargetState& target) {
  return target.target ? *target.target : EditTarget::session(stage);
}

// Returns the clips of the session layer with other entries of a set: empty texts remove them.
Dictionary withEntries(const Value& clips, const std::string& set, const Dictionary& changed) {
  const auto* all = clips.find<Dictionary>();
  const Dictionary* before = entriesOf(clips, set);
  Dictionary result = all ? *all : Dictionary();
  Dictionary entries = before ? *before : Dictionary();
  for (const auto& [key, value] : changed.entries()) {
    if (value.isEmpty()) {
      entries.erase(key);
    } else {
      entries.set(key, value);
    }
  }
  if (entries.isEmpty()) {
    result.erase(set);
  } else {
    result.set(set, Value(std::move(entries)));
  }
  return result;
}

}  // namespace

ClipEdits::ClipEdits(Session& session)
    : QObject(&session.editor()), session_(session), making_(session.background()) {
  connect(&making_, &LatestTask::failed, this,
          [this](const char* reason) { session_.showNote(reason); });
}

ClipEdits& ClipEdits::of(Session& session) {
  auto* const known = session.editor().findChild<ClipEdits*>();
  return known ? *known : *new ClipEdits(session);
}

std::string ClipEdits::start(
    std::function<Made(const Stage& stage, const std::stop_token& stop)> make,
    std::function<void(const Made& made)> apply) {
  const auto stage = session_.document.value().stage;
  if (!stage) return kNothingOpen;
  making_.start(
      [this, stage, make = std::move(make),
       apply = std::move(apply)](const TaskRun& run) -> LatestTask::Show {
        return [this, apply, made = make(*stage, run.stop)] {
          if (!made.problem.empty()) return session_.showNote(made.problem);
          apply(made);
        };
      },
      LatestTask::Previous::Finish);
  return {};
}

void ClipEdits::apply(const Made& made) {
  for (const Entry& entry : made.entries) {
    session_.showNote(session_.editor().setClip({entry.prim}, entry.set, entry.key, entry.text));
  }
  for (const LayerChange& change : made.layers) {
    session_.showNote(session_.editor().editLayer(change.sentence, change.layer, change.edits));
  }
}

// One edit of the layer makes one step of both entries.
ClipEdits::LayerChange ClipEdits::seamChange(const Stage& stage, const EditTarget& target,
                                             Path prim, const std::string& set,
                                             const ClipTimesResult& moved, std::string& problem) {
  LayerChange change{
      .sentence = fmt::format("Set {} and {} of the clips {} of {}", clip_keys::kActive,
                              clip_keys::kTimes, set, prim.text()),
      .layer = target.layer(),
      .edits = {}};
  const EditTranslator translator(stage, target);
  for (const auto& [key, pairs] :
       {std::pair(clip_keys::kActive, &moved.active), std::pair(clip_keys::kTimes, &moved.times)}) {
    StageEditResult edit = translator.setClipInfo(prim, set, key, Value(Array<glm::dvec2>(*pairs)));
    if (problem.empty()) problem = std::move(edit.problem);
    change.edits.insert(change.edits.end(), edit.edits.begin(), edit.edits.end());
  }
  return change;
}

std::string ClipEdits::moveSeam(Path prim, const std::string& set, double from, double to) {
  return start(
      [=, target = session_.editTarget.value()](const Stage& stage, const std::stop_token&) {
        Made made;
        const auto clips = clipSetOf(stage, prim, set, made.problem);
        if (!clips) return made;
        ClipTimesResult moved = inTimeOfTarget(movedSeam(*clips, from, to), clips->definition(),
                                               clipTargetOf(stage, target));
        made.problem = std::move(moved.problem);
        if (!made.problem.empty()) return made;
        const auto& times = clips->definition().times;
        if (!times || moved.times == *times) {
          made.entries = {{prim, set, clip_keys::kActive, pairsText(moved.active)}};
        } else {
          made.layers = {
              seamChange(stage, clipTargetOf(stage, target), prim, set, moved, made.problem)};
        }
        return made;
      },
      [this](const Made& made) { apply(made); });
}

std::string ClipEdits::loop(Path prim, const std::string& set) {
  const PlaybackState& playback = session_.playback.value();
  return start(
      [=, first = playback.start, last = playback.end](const Stage& stage, const std::stop_token&) {
        Made made;
        const auto clips = clipSetOf(stage, prim, set, made.problem);
        if (!clips) return made;
        const ClipTimesResult loop = inTimeOfTarget(
            loopedClips(*clips, first, last), clips->definition(), EditTarget::session(stage));
        made.problem = loop.problem;
        if (!made.problem.empty()) return made;
        const PrimSpec spec = stage.sessionLayer()->findPrim(prim);
        Dictionary changed;
        changed.set(clip_keys::kActive, Value(Array<glm::dvec2>(loop.active)));
        changed.set(clip_keys::kTimes, Value(Array<glm::dvec2>(loop.times)));
        const Dictionary all =
            withEntries(spec ? spec.field(fields::kClips) : Value(), set, changed);
        made.entries = {{prim, set, {}, valueText(Value(all), kAll)}};
        return made;
      },
      [this](const Made& made) {
        for (const Entry& entry : made.entries) {
          session_.showNote(session_.inspection().editInSession([&](StageEditor& editor) {
            return editor.setMetadata({entry.prim}, fields::kClips, entry.text);
          }));
        }
      });
}

std::string ClipEdits::hold(Path prim, const std::string& set) {
  const auto& stage = session_.document.value().stage;
  if (!stage) return kNothingOpen;
  const PrimSpec spec = stage->sessionLayer()->findPrim(prim);
  const Value clips = spec ? spec.field(fields::kClips) : Value();
  const Dictionary* entries = entriesOf(clips, set);
  if (!entries || !entries->find(clip_keys::kActive) || !entries->find(clip_keys::kTimes)) {
    return "The session layer does not loop the clip set " + set + ".";
  }
  Dictionary removed;
  removed.set(clip_keys::kActive, Value());
  removed.set(clip_keys::kTimes, Value());
  const Dictionary rest = withEntries(clips, set, removed);
  const std::string text = rest.isEmpty() ? "None" : valueText(Value(rest), kAll);
  return session_.inspection().editInSession(
      [&](StageEditor& editor) { return editor.setMetadata({prim}, fields::kClips, text); });
}

std::string ClipEdits::fix(Path prim, const std::string& set, const std::string& finding) {
  if (clipFixName(finding).empty()) return "There is no safe correction for " + finding + ".";
  return start(
      [=, store = KnownClips::of(session_).store()](const Stage& stage,
                                                    const std::stop_token& stop) {
        Made made;
        const Prim at = stage.primAt(prim);
        if (!at) {
          made.problem = "There is no prim " + prim.text() + ".";
          return made;
        }
        const ClipReading reading{.fileDone = {}, .store = store.get()};
        std::set<std::pair<std::string, std::string>> done;
        for (const ClipFinding& found : reportClipsReaching(at, true, stop, reading).findings) {
          if (found.id != finding || (!set.empty() && found.set != set)) continue;
          // A set has the same correction, or the same refusal, for its findings of a kind.
          if (!done.emplace(found.prim.text(), found.set).second) continue;
          ClipFixResult result = findClipFix(stage, found, stop);
          if (!result.fix) {
            made.problem = result.refusal;
            continue;
          }
          if (result.fix->layer.empty()) {
            made.entries.push_back({result.fix->prim, result.fix->set, result.fix->key,
                                    valueText(result.fix->value, kAll)});
          } else {
            made.layers.push_back({std::move(result.fix->sentence), std::move(result.fix->layer),
                                   std::move(result.fix->edits)});
          }
        }
        if (!made.entries.empty() || !made.layers.empty()) {
          made.problem.clear();
        } else if (made.problem.empty()) {
          made.problem = "The clip doctor does not find " + finding + " there any more.";
        }
        return made;
      },
      [this](const Made& made) { apply(made); });
}

}  // namespace usdscope
