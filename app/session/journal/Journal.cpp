// SPDX-License-Identifier: Apache-2.0
#include "app/session/journal/Journal.h"

#include <fmt/format.h>

#include <QDateTime>
#include <QFileInfo>
#include <algorithm>
#include <set>
#include <utility>

#include "app/session/document/StageStateText.h"
#include "app/session/journal/JournalText.h"
#include "app/session/memory/SettingsFolder.h"

namespace usdscope {
namespace {

std::size_t commonCount(const EditHistory::Steps& a, const EditHistory::Steps& b) {
  return std::size_t(std::ranges::mismatch(a, b).in1 - a.begin());
}

Json stepToJson(const EditHistory::Step& step, const FieldDefinitions& fields) {
  Json made = Json::array();
  for (const EditHistory::MadeEdit& each : step.made) {
    Json edit = editToJson(each.edit, fields);
    edit["id"] = each.id;
    made.push_back(std::move(edit));
  }
  return {{"sentence", step.sentence}, {"made", std::move(made)}, {"reverted", step.reverted}};
}

template <typename T>
Json numberOrNull(const std::optional<T>& number) {
  return number ? Json(*number) : Json();
}

}  // namespace

Journal::Journal(QString folder, const FieldDefinitions& fields, Background& background,
                 OnProblem onProblem)
    : folder_(std::move(folder)),
      fields_(fields),
      onProblem_(std::move(onProblem)),
      queue_(background, [this](const std::string& problem) { noteProblem(problem); }) {}

QString Journal::usualFolder() { return settingsFolder() + QStringLiteral("/journal"); }

void Journal::prepare(const EditHistory& history) {
  for (std::size_t i = history.steps().size(); i-- > 0;) {
    const auto& step = history.steps()[i];
    {
      const std::scoped_lock lock(mutex_);
      if (prepared_.contains(step)) return;
    }
    Json json = stepToJson(*step, fields_);
    const std::scoped_lock lock(mutex_);
    prepared_.emplace(step, std::move(json));
  }
}

Json Journal::stepJson(const std::shared_ptr<const EditHistory::Step>& step) {
  {
    const std::scoped_lock lock(mutex_);
    const auto found = prepared_.find(step);
    if (found != prepared_.end() && !found->second.is_null()) {
      return std::exchange(found->second, {});
    }
  }
  return stepToJson(*step, fields_);
}

void Journal::forgetPrepared() {
  const std::set<std::shared_ptr<const EditHistory::Step>> kept(now_.steps.begin(),
                                                                now_.steps.end());
  const std::scoped_lock lock(mutex_);
  std::erase_if(prepared_, [&](const auto& each) { return !kept.contains(each.first); });
}

void Journal::record(const std::string& scene, const EditHistory& history,
                     const FindFile& findFile) {
  if (history.steps().empty()) return startOver();
  const bool isOfBefore =
      !before_.steps.empty() && before_.steps.front() == history.steps().front();
  if (isTakingOver_ && history.steps() != now_.steps) leaveTakenOver();
  if (isOfBefore) now_ = std::move(before_);
  before_ = {};
  isTakingOver_ = false;
  scene_ = scene;
  takeLayers(history, findFile);
  const std::size_t kept = commonCount(now_.steps, history.steps());
  const bool isSame = kept == now_.steps.size() && kept == history.steps().size() &&
                      now_.position == history.position();
  now_.opened = history.opened();
  now_.steps = history.steps();
  now_.position = history.position();
  forgetPrepared();
  if (!hasUnsaved(history)) {
    end();
  } else if (!now_.isOpen || (now_.file->isBehind() && !now_.file->hasLines())) {
    begin();
  } else if (now_.file->isBehind()) {
    writeAll();
  } else if (!isSame) {
    appendSteps(kept);
  }
}

// The edits were given up: another scene is being opened, or none. If that fails, the same history
// comes back.
void Journal::startOver() {
  if (isTakingOver_) return;
  end();
  if (!now_.steps.empty()) before_ = std::move(now_);
  now_ = {};
}

// Notes the files of layers that are edited for the first time or were read again.
void Journal::takeLayers(const EditHistory& history, const FindFile& findFile) {
  for (const auto& [identifier, unedited] : history.uneditedLayers()) {
    auto& known = now_.unedited[identifier];
    if (known == unedited) continue;
    const bool isKnown = now_.layers.contains(identifier);
    const bool isReadAgain = isKnown && known;
    known = unedited;
    if (isKnown && !isReadAgain) continue;  // Known from a journal that was taken over.
    JournalLayer& layer = now_.layers[identifier];
    layer.file = findFile(identifier);
    layer.unedited.clear();
    if (now_.isOpen) appendLayer(identifier);
  }
}

void Journal::append(Json line) {
  if (!now_.file) return;
  line["seconds"] = QDateTime::currentSecsSinceEpoch();
  now_.file->append(std::move(line));
}

void Journal::appendLayer(const std::string& identifier) {
  const JournalLayer& layer = now_.layers.at(identifier);
  append({{"layer", identifier},
          {"time", numberOrNull(layer.file.modificationTime)},
          {"size", numberOrNull(layer.file.byteSize)},
          {"saved", layer.saved},
          {"unedited", layer.unedited},
          {"saving", layer.isBeingSaved}});
}

void Journal::appendSteps(std::size_t kept) {
  Json added = Json::array();
  for (std::size_t i = kept; i < now_.steps.size(); ++i) added.push_back(stepJson(now_.steps[i]));
  append({{"keep", kept}, {"steps", std::move(added)}, {"position", now_.position}});
}

void Journal::begin() {
  if (!now_.file) now_.file = std::make_unique<JournalWriter>(queue_, folder_);
  now_.isOpen = true;
  now_.file->beginAgain();
  append({{"scene", scene_}, {"opened", stageStateToJson(now_.opened)}});
  writeContent();
}

void Journal::writeAll() {
  now_.file->beginAgain();
  writeContent();
}

void Journal::writeContent() {
  for (const auto& [identifier, layer] : now_.layers) appendLayer(identifier);
  appendSteps(0);
}

// The files beside the journal stay: undo may bring back what was saved.
void Journal::end() {
  if (now_.isOpen) now_.file->removeLines();
  now_.isOpen = false;
}

void Journal::noteProblem(const std::string& problem) {
  if (std::exchange(isProblemTold_, true)) return;
  onProblem_(fmt::format(
      "The journal of edits in {} cannot be written ({}); edits are lost when the program is "
      "killed.",
      folder_.toStdString(), problem));
}

void Journal::noteSaving(const Edits& edits) {
  for (const auto& [identifier, ids] : edits) {
    now_.layers[identifier].isBeingSaved = true;
    if (now_.isOpen) appendLayer(identifier);
  }
}

void Journal::noteSaved(const Edits& edits, const FindFile& findFile, const EditHistory& history) {
  for (const auto& [identifier, ids] : edits) {
    JournalLayer& layer = now_.layers[identifier];
    layer.saved = ids;
    layer.isBeingSaved = false;
    if (!identifier.empty()) layer.file = findFile(identifier);
    if (now_.isOpen) appendLayer(identifier);
  }
  noteSavingEnded(history);
}

void Journal::noteSavingEnded(const EditHistory& history) {
  for (auto& [identifier, layer] : now_.layers) {
    if (!std::exchange(layer.isBeingSaved, false)) continue;
    if (now_.isOpen) appendLayer(identifier);
  }
  if (!hasUnsaved(history)) end();
}

std::function<QString()> Journal::pathForUnedited(const std::string& layer) const {
  const auto found = now_.layers.find(layer);
  if (!now_.file || found == now_.layers.end() || !found->second.unedited.empty()) return {};
  const auto number = qulonglong(std::hash<std::string>()(layer));
  return [number, findPath = now_.file->findPath()] {
    const QString path = findPath();
    return path.isEmpty() ? path : path + QStringLiteral(".%1.usdc").arg(number, 0, 16);
  };
}

void Journal::noteUnedited(const std::string& layer, const QString& path) {
  if (!now_.file || !now_.layers.contains(layer)) return;
  now_.layers[layer].unedited = QFileInfo(path).fileName().toStdString();
  if (now_.isOpen) appendLayer(layer);
}

std::vector<UnsavedLayer> Journal::unsaved(const EditHistory& history) const {
  const Edits applied = history.appliedByLayer();
  std::map<std::string, std::size_t> counts;
  const auto savedIn = [&](const std::string& layer) {
    const auto found = now_.layers.find(layer);
    return found == now_.layers.end() ? std::vector<std::uint64_t>() : found->second.saved;
  };
  for (const auto& [layer, ids] : applied) {
    const std::vector<std::uint64_t> saved = savedIn(layer);
    counts[layer] += std::size_t(std::ranges::count_if(
        ids, [&](std::uint64_t id) { return std::ranges::find(saved, id) == saved.end(); }));
  }
  for (const auto& [layer, state] : now_.layers) {
    const auto found = applied.find(layer);
    counts[layer] += std::size_t(std::ranges::count_if(state.saved, [&](std::uint64_t id) {
      return found == applied.end() || std::ranges::find(found->second, id) == found->second.end();
    }));
  }
  std::vector<UnsavedLayer> unsaved;
  for (const auto& [layer, count] : counts) {
    if (count > 0) unsaved.push_back({layer, count});
  }
  return unsaved;
}

bool Journal::hasUnsaved(const EditHistory& history) const {
  return history.hasAppliedStageEdits() || !unsaved(history).empty();
}

void Journal::takeOver(std::unique_ptr<JournalFile> file, JournalContent content,
                       const EditHistory& history) {
  now_.file = std::make_unique<JournalWriter>(queue_, std::move(file));
  now_.isOpen = true;
  now_.opened = history.opened();
  now_.steps = history.steps();
  now_.position = history.position();
  now_.layers = std::move(content.layers);
  now_.unedited.clear();
  isTakingOver_ = true;
}

void Journal::leaveTakenOver() {
  if (!std::exchange(isTakingOver_, false)) return;
  if (now_.file) now_.file->keep();
  now_ = {};
}

}  // namespace usdscope
