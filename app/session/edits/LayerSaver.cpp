// SPDX-License-Identifier: Apache-2.0
#include "app/session/edits/LayerSaver.h"

#include <fmt/format.h>

#include <QMetaObject>
#include <algorithm>
#include <exception>
#include <filesystem>
#include <map>
#include <utility>

#include "app/session/Session.h"
#include "app/session/document/DocumentLoader.h"
#include "app/session/memory/SceneMemory.h"
#include "app/session/tasks/LackOfMemory.h"
#include "engine/asset/PackagePath.h"
#include "engine/author/FlattenStage.h"
#include "engine/author/Overrides.h"
#include "engine/format/LayerSave.h"
#include "engine/format/SaveLayers.h"
#include "engine/format/usdc/UsdcWriter.h"

namespace usdscope {
namespace {

constexpr const char* kNoScene = "Nothing is open.";
constexpr const char* kNoSessionEdits =
    "None of these edits applies and changes the session layer. Save Layer saves edits of other "
    "layers.";
constexpr const char* kNothingToRestore = "There are no edits to restore.";

std::string nameOf(const std::string& identifier) {
  return identifier.substr(identifier.rfind('/') + 1);
}

std::string absoluteFile(const std::string& file) {
  std::error_code error;
  const auto absolute = std::filesystem::absolute(file, error);
  return error ? file : absolute.lexically_normal().string();
}

LayerFileState fileOf(const LayerCache& layers, const std::string& identifier) {
  const auto opened = layers.find(identifier);
  return opened ? LayerFileState{opened->modificationTime, opened->byteSize} : LayerFileState();
}

// "look.usda: The file cannot be written: No space left on device. (And 2 more.)"
std::string problemOf(const Diagnostics& diagnostics) {
  std::size_t errorCount = 0;
  std::string text;
  for (const Diagnostic& each : diagnostics.entries()) {
    if (each.code.severity != Severity::Error) continue;
    if (errorCount++ == 0) text = nameOf(each.site.layer) + ": " + each.message;
  }
  return errorCount > 1 ? fmt::format("{} (And {} more.)", text, errorCount - 1) : text;
}

std::string savedText(const std::vector<std::string>& layers) {
  return layers.size() == 1 ? "Saved " + nameOf(layers[0]) + "."
                            : fmt::format("Saved {} layers.", layers.size());
}

// A layer of the scene must not be replaced by one that is made from it.
std::string layerOfSceneText(const std::string& file) {
  return nameOf(file) + " is a layer of this scene; choose another name.";
}

// Like layerOfSceneText(), for a file that is a layer under another name: a link, or a link in its
// folder. Empty if it is not. Asks the file system.
std::string whyNotLinkedFile(const std::string& file, const std::vector<std::string>& layers) {
  std::error_code error;
  if (!std::filesystem::exists(file, error)) return {};
  for (const std::string& layer : layers) {
    if (std::filesystem::equivalent(file, splitOuterPackage(layer).package, error)) {
      return layerOfSceneText(file);
    }
  }
  return {};
}

}  // namespace

LayerSaver::LayerSaver(Session& session)
    : session_(session),
      journal_(Journal::usualFolder(), session.environment_.fields(), session.background(),
               [this](const std::string& problem) { session_.notify(problem); }),
      saving_(session.background()),
      flattening_(session.background()),
      finding_(session.background()),
      reading_(session.background()) {
  connect(&saving_, &LatestTask::failed, this, &LayerSaver::failSaving);
  connect(&flattening_, &LatestTask::failed, this, [this](const char* reason) {
    state.set({});
    session_.showNote(fmt::format("Flattening ended too early. {}", reason));
  });
  connect(&reading_, &LatestTask::failed, this,
          [this](const char* reason) { session_.showNote(reason); });
  session_.edits.observe(this, [this](const EditHistory& history) { record(history); });
  session_.loading.observe(this, [this](const LoadState& loading) {
    if (!loading.isLoading()) noteLoaded();
  });
}

LayerSaver::~LayerSaver() = default;

void LayerSaver::record(const EditHistory& history) {
  const Document& open = session_.document.value();
  journal_.record(open.file, history, [&](const std::string& layer) {
    return open.layers ? fileOf(*open.layers, layer) : LayerFileState();
  });
  refresh();
}

void LayerSaver::refresh() { unsaved.set(journal_.unsaved(session_.edits.value())); }

bool LayerSaver::isUnsaved(const std::string& identifier) const {
  return std::ranges::find(unsaved.value(), identifier, &UnsavedLayer::identifier) !=
         unsaved.value().end();
}

std::string LayerSaver::save(const std::string& layer) {
  std::string problem;
  const std::string identifier = session_.editor().findLayer(layer, problem);
  if (identifier.empty()) return problem;
  const StageState& edited = session_.edits.value().state();
  if (!edited.layers.contains(identifier) && LayerIdentity{identifier}.isAnonymous()) {
    return "The session layer has no file: Save Overrides As saves it.";
  }
  if (!isUnsaved(identifier)) return nameOf(identifier) + " has no unsaved edits.";
  saveLayersNamed({identifier}, false, {});
  return {};
}

std::string LayerSaver::saveAll(Then then) {
  std::vector<std::string> layers;
  for (const UnsavedLayer& each : unsaved.value()) {
    if (!each.identifier.empty()) layers.push_back(each.identifier);
  }
  if (!layers.empty()) {
    saveLayersNamed(std::move(layers), false, std::move(then));
    return {};
  }
  if (then) then(true);
  if (unsaved.value().empty()) return "No layer has unsaved edits.";
  return then ? std::string()
              : "Only the session layer has unsaved edits: Save Overrides As saves it.";
}

void LayerSaver::start(Request request) {
  waiting_.push_back(std::move(request));
  startNext();
}

void LayerSaver::startNext() {
  if (isSaving_ || waiting_.empty()) return;
  isSaving_ = true;
  Request request = std::move(waiting_.front());
  waiting_.pop_front();
  then_ = std::move(request.then);
  try {
    request.work();
  } catch (const std::exception& problem) {
    failSaving(reasonOfFailure(problem));
  }
}

void LayerSaver::finish(const SaveState& ended, const std::string& problem, bool isSaved) {
  isSaving_ = false;
  const Then then = std::exchange(then_, {});
  refresh();
  state.set(ended);
  if (!problem.empty()) session_.showNote(problem);
  if (then) then(isSaved);
  startNext();
}

// Some layers may have been written: `unsaved` says which ones were not.
void LayerSaver::failSaving(const char* reason) {
  if (!isSaving_) return;  // The request had ended before.
  isSaving_ = false;
  journal_.noteSaved({}, {}, session_.edits.value());
  finish({}, fmt::format("Saving ended too early. {}", reason), false);
}

// The versions without edits are written first: a journal that undoes what was saved needs them.
void LayerSaver::saveLayersNamed(std::vector<std::string> layers, bool overwrites, Then then) {
  auto work = [this, layers = std::move(layers), overwrites] {
    const EditHistory& history = session_.edits.value();
    struct Unedited {
      std::string layer;
      std::function<QString()> path;
      std::shared_ptr<const Layer> version;
    };
    std::vector<Unedited> wanted;
    for (const std::string& layer : layers) {
      auto path = journal_.pathForUnedited(layer);
      const auto found = history.uneditedLayers().find(layer);
      if (!path || found == history.uneditedLayers().end()) continue;
      wanted.push_back({layer, std::move(path), found->second});
    }
    state.set({.isRunning = true,
               .text = layers.size() == 1 ? "Saving " + nameOf(layers[0]) + " …"
                                          : fmt::format("Saving {} layers …", layers.size())});
    saving_.start([this, wanted, layers, overwrites](const TaskRun&) -> LatestTask::Show {
      std::map<std::string, QString> written;
      for (const Unedited& each : wanted) {
        const QString path = each.path();
        if (path.isEmpty()) continue;
        Diagnostics ignored;
        const std::string crate = writeUsdc(*each.version, session_.environment_.fields(), ignored);
        if (replaceFile(path.toStdString(), crate).empty()) written.emplace(each.layer, path);
      }
      return [this, written, layers, overwrites] {
        for (const auto& [layer, path] : written) journal_.noteUnedited(layer, path);
        writeLayers(layers, overwrites);
      };
    });
  };
  start({std::move(work), std::move(then)});
}

void LayerSaver::writeLayers(std::vector<std::string> layers, bool overwrites) {
  const EditHistory& history = session_.edits.value();
  Journal::Edits applied = history.appliedByLayer();
  Journal::Edits edits;
  std::vector<std::shared_ptr<const Layer>> versions;
  for (const std::string& layer : layers) {
    const auto found = history.state().layers.find(layer);
    if (found == history.state().layers.end()) continue;
    versions.push_back(found->second);
    edits[layer] = std::move(applied[layer]);
  }
  const auto cache = session_.document.value().layers;
  if (versions.empty() || !cache) return finish({}, kNoScene, false);
  journal_.noteSaving(edits);
  saving_.start([this, versions, edits, cache, overwrites](const TaskRun&) -> LatestTask::Show {
    // The journal must say what is being saved before it is.
    journal_.finish();
    const SaveLayersResult result = saveLayers(*cache, versions, overwrites);
    return [this, result, edits, cache] {
      Journal::Edits saved;
      for (const std::string& layer : result.saved) saved[layer] = edits.at(layer);
      const EditHistory& present = session_.edits.value();
      journal_.noteSaved(saved, [&](const auto& layer) { return fileOf(*cache, layer); }, present);
      SaveQuestion asked;
      bool isQuestion = true;
      for (const Diagnostic& each : result.diagnostics.entries()) {
        if (each.code.severity != Severity::Error) continue;
        isQuestion = isQuestion && each.code == kChangedOnDisk;
      }
      const std::string problem = problemOf(result.diagnostics);
      const bool isSaved = problem.empty();
      if (!isSaved && isQuestion) {
        for (const auto& [layer, ids] : edits) asked.layers.push_back(layer);
        asked.text = problem;
        afterAnswer_ = std::exchange(then_, {});
        finish({}, problem, false);
        question.set(asked);
        return;
      }
      finish({.text = isSaved ? savedText(result.saved) : ""}, problem, isSaved);
    };
  });
}

void LayerSaver::answer(bool overwrites) {
  const SaveQuestion asked = question.value();
  question.set({});
  const Then then = std::exchange(afterAnswer_, {});
  if (asked.layers.empty()) return;
  if (overwrites) return saveLayersNamed(asked.layers, true, then);
  if (then) then(false);
}

std::string LayerSaver::whyNotFile(const std::string& file) const {
  const Document& open = session_.document.value();
  if (!open.isOpen()) return kNoScene;
  if (file.empty()) return "Expected a file.";
  const std::vector<std::string> used = open.layers->identifiers();
  if (std::ranges::find(used, absoluteFile(file)) == used.end()) return {};
  return layerOfSceneText(file);
}

std::string LayerSaver::saveOverrides(const std::string& file, Then then) {
  if (std::string problem = whyNotFile(file); !problem.empty()) return problem;
  writeOverrides(absoluteFile(file), std::nullopt, std::move(then));
  return {};
}

std::string LayerSaver::saveEdits(std::vector<std::uint64_t> ids, const std::string& file) {
  if (std::string problem = whyNotFile(file); !problem.empty()) return problem;
  writeOverrides(absoluteFile(file), std::move(ids), {});
  return {};
}

void LayerSaver::writeOverrides(std::string path, std::optional<std::vector<std::uint64_t>> ids,
                                Then then) {
  auto work = [this, path = std::move(path), ids = std::move(ids)] {
    const Document& open = session_.document.value();
    if (!open.isOpen()) return finish({}, kNoScene, false);
    Journal::Edits edits;
    Journal::Edits applied = open.edits.appliedByLayer();
    if (!ids) edits[""] = std::move(applied[""]);
    state.set({.isRunning = true, .text = "Saving " + nameOf(path) + " …"});
    saving_.start([this, path, ids, open, edits](const TaskRun&) -> LatestTask::Show {
      const auto fail = [this](const std::string& problem) -> LatestTask::Show {
        return [this, problem] { finish({}, problem, false); };
      };
      if (std::string problem = whyNotLinkedFile(path, open.layers->identifiers());
          !problem.empty()) {
        return fail(problem);
      }
      std::shared_ptr<const Layer> layer;
      if (ids) {
        const auto part = open.edits.sessionLayerWith(*ids);
        if (!part) return fail(kNoSessionEdits);
        layer = overridesLayer(*open.stage, *part);
      } else {
        layer = overridesLayer(*open.stage);
      }
      Diagnostics diagnostics;
      const bool isSaved =
          saveLayer(*layer, path, std::nullopt, open.stage->environment().fields(), diagnostics);
      return [this, isSaved, diagnostics, path, edits] {
        if (isSaved && !edits.empty()) {
          journal_.noteSaved(
              edits, [](const std::string&) { return LayerFileState(); }, session_.edits.value());
        }
        finish({.text = isSaved ? savedText({path}) : ""}, problemOf(diagnostics), isSaved);
      };
    });
  };
  start({std::move(work), std::move(then)});
}

std::string LayerSaver::saveFlattened(const std::string& file) {
  if (std::string problem = whyNotFile(file); !problem.empty()) return problem;
  const auto stage = session_.document.value().stage;
  const auto layers = session_.document.value().layers;
  const std::string text = "Flattening to " + nameOf(file) + " …";
  state.set({.isRunning = true, .canCancel = true, .text = text, .progress = 0.0});
  // Either the task decides that it writes the file, or cancel() that it does not.
  const auto isDecided = std::make_shared<std::atomic<bool>>(false);
  flatteningDecided_ = isDecided;
  flattening_.start([this, path = absoluteFile(file), stage, layers, text,
                     isDecided](const TaskRun& run) -> LatestTask::Show {
    if (std::string problem = whyNotLinkedFile(path, layers->identifiers()); !problem.empty()) {
      isDecided->store(true);
      return [this, problem] {
        state.set({});
        session_.showNote(problem);
      };
    }
    FlattenOptions options;
    options.stop = run.stop;
    options.onProgress = [this, &run, text](double progress) {
      run.post([this, text, progress] {
        state.set({.isRunning = true, .canCancel = true, .text = text, .progress = progress});
      });
    };
    Diagnostics diagnostics;
    const auto layer = flattenStage(*stage, options, diagnostics);
    if (!layer || run.stop.stop_requested() || isDecided->exchange(true)) return {};
    run.post([this, text] { state.set({.isRunning = true, .text = text, .progress = 1.0}); });
    Diagnostics problems;
    saveLayer(*layer, path, std::nullopt, stage->environment().fields(), problems);
    return [this, path, problem = problemOf(problems)] {
      state.set({.text = problem.empty() ? savedText({path}) : ""});
      if (!problem.empty()) session_.showNote(problem);
    };
  });
  return {};
}

void LayerSaver::cancel() {
  if (!state.value().canCancel || flatteningDecided_->exchange(true)) return;
  flattening_.cancel();
  state.set({.text = "Flattening was cancelled; no file was changed."});
}

void LayerSaver::findJournals() {
  finding_.start([this, folder = Journal::usualFolder()](const TaskRun&) -> LatestTask::Show {
    return [this, found = findJournalOffers(folder)] { offers.set(found); };
  });
}

const JournalOffer* LayerSaver::findOffer(const std::string& journal) const {
  for (const JournalOffer& offer : offers.value()) {
    if (journal.empty() || offer.journal == journal) return &offer;
  }
  return nullptr;
}

std::string LayerSaver::restore(const std::string& journal) {
  const JournalOffer* offer = findOffer(journal);
  if (!offer) return kNothingToRestore;
  reading_.start([this, path = QString::fromStdString(offer->journal),
                  environment = session_.environment_](const TaskRun&) -> LatestTask::Show {
    auto restored = std::make_shared<RestoredSession>(restoreJournal(path, environment));
    return [this, restored] { take(*restored); };
  });
  return {};
}

std::string LayerSaver::discard(const std::string& journal) {
  const JournalOffer* offer = findOffer(journal);
  if (!offer) return kNothingToRestore;
  const std::string path = offer->journal;
  forgetOffer(path);
  finding_.start([this, path](const TaskRun&) -> LatestTask::Show {
    JournalFile::remove(QString::fromStdString(path));
    return [this, found = findJournalOffers(Journal::usualFolder())] { offers.set(found); };
  });
  return {};
}

void LayerSaver::forgetOffer(const std::string& journal) {
  std::vector<JournalOffer> left = offers.value();
  std::erase_if(left, [&](const JournalOffer& offer) { return offer.journal == journal; });
  offers.set(std::move(left));
}

void LayerSaver::take(RestoredSession& restored) {
  if (!restored.file) {
    session_.showNote(restored.problem);
    return findJournals();
  }
  forgetOffer(restored.file->path().toStdString());
  session_.editor().startOver();
  restoreProblem_ = restored.problem;
  restored_ = restored.history.steps();
  const std::string scene = restored.content.file;
  journal_.takeOver(std::move(restored.file), std::move(restored.content), restored.history);
  const bool isOpen = session_.document.value().file == scene;
  session_.load({.file = scene,
                 .layers = restored.layers,
                 .edits = restored.history,
                 .interpolation = session_.interpolation(),
                 .recall = isOpen ? nullptr : session_.memory().recall(scene),
                 .options = isOpen ? session_.document.value().options : nullptr});
}

// Loading has ended. A journal whose scene cannot be opened stays for another time.
void LayerSaver::noteLoaded() {
  if (restored_.empty()) return;
  const bool isRestored = session_.edits.value().steps() == restored_;
  restored_.clear();
  journal_.leaveTakenOver();
  if (!isRestored) return findJournals();
  // The window shows the name of the scene first.
  const std::string problem = std::exchange(restoreProblem_, {});
  if (problem.empty()) return;
  QMetaObject::invokeMethod(
      this, [this, problem] { session_.showNote(problem); }, Qt::QueuedConnection);
}

}  // namespace usdscope
