// SPDX-License-Identifier: Apache-2.0
#include "app/session/disk/FileWatch.h"

#include <QSettings>
#include <algorithm>
#include <iterator>
#include <map>
#include <set>
#include <utility>

#include "app/session/Session.h"
#include "app/session/disk/UsedFiles.h"
#include "app/session/edits/LayerSaver.h"
#include "app/session/sound/SoundTrack.h"
#include "engine/asset/PackagePath.h"

namespace usdscope {
namespace {

constexpr const char* kAutomaticKey = "files/autoReload";
constexpr int kMomentMs = 300;  // Edits follow each other, and rarely change which files are used.

// Whether a document shows this version of a file: its cache has read or saved it, and its stage
// has the layer of the cache.
DiskWatch::IsOwn ownVersions(const Document& document) {
  std::set<std::string> broken;
  if (document.outdated) {
    for (const Diagnostic& each : document.outdated->entries()) {
      broken.insert(outerFile(each.site.layer));
    }
  }
  std::map<std::string, std::weak_ptr<const Layer>> used;
  for (const auto& layer : document.stage->usedLayers()) used.emplace(layer->identifier(), layer);
  return [layers = document.layers, broken, used](const std::string& path,
                                                  const FileVersion& version) {
    const auto opened = layers->find(path);
    if (!opened || broken.contains(path)) return false;
    // The files in a package may have been read from different versions of it.
    if (hasPackageExtension(path)) return false;
    // A file that could not be read has a time, too.
    if (!version.isThere) return !opened->layer && !opened->modificationTime;
    const auto found = used.find(path);
    if (found != used.end() && found->second.lock() != opened->layer) return false;
    return opened->modificationTime == version.modificationTime &&
           (!opened->byteSize || *opened->byteSize == version.byteSize);
  };
}

}  // namespace

FileWatch::FileWatch(Session& session)
    : session_(session),
      collecting_(quiet_),
      disk_(std::make_unique<DiskWatch>([this](std::vector<FileChange> changes) {
        QMetaObject::invokeMethod(
            this, [this, changes = std::move(changes)] { takeChanges(changes); },
            Qt::QueuedConnection);
      })) {
  isAutomatic.set(QSettings().value(kAutomaticKey).toBool());
  waiting_.setSingleShot(true);
  connect(&waiting_, &QTimer::timeout, this, &FileWatch::collect);
  session_.loading.observe(this,
                           [this](const LoadState& loading) { takeLoading(loading.isLoading()); });
  session_.document.observe(this, [this](const Document& document) { takeDocument(document); });
  session_.scene.observe(this, [this](const std::shared_ptr<const Scene>& scene) {
    if (!scene || scene->materials.sharesStorageWith(materials_)) return;
    materials_ = scene->materials;
    if (!waiting_.isActive()) waiting_.start(startsOver_ ? 0 : kMomentMs);
  });
  session_.problems.observe(this, [this](const ProblemState& problems) { takeProblems(problems); });
  session_.sound().state.observe(this, [this](const SoundState&) {
    if (layers_ && !waiting_.isActive()) waiting_.start(kMomentMs);
  });
  session_.saver().state.observe(this, [this, was = false](const SaveState& state) mutable {
    if (std::exchange(was, state.isRunning) && !state.isRunning) disk_->lookAgain();
  });
}

FileWatch::~FileWatch() = default;

void FileWatch::takeLoading(bool isLoading) {
  if (std::exchange(isLoading_, isLoading) == isLoading) return;
  if (isLoading) {
    loadingSince_ = fileClock();
    return;
  }
  // Loading was cancelled, so the files still differ.
  if (reading_.id != 0) {
    reading_ = {};
    isAsked_ = false;
    disk_->lookAgain();
  }
  // Others may learn first that loading has ended.
  QMetaObject::invokeMethod(this, &FileWatch::readIfAsked, Qt::QueuedConnection);
}

void FileWatch::takeDocument(const Document& document) {
  if (!document.isOpen()) {
    layers_.reset();
    stage_.reset();
    materials_ = {};
    reading_ = {};
    isAsked_ = startsOver_ = false;
    waiting_.stop();
    collecting_.cancel();
    disk_->watch({.startsOver = true});
    changed.set({});
    return;
  }
  if (document.layers != layers_) {
    layers_ = document.layers;
    startsOver_ = true;
    reading_ = {};
    isAsked_ = false;
    changed.set({});
  } else if (document.reading != 0 && document.reading == reading_.id) {
    disk_->noteRead(reading_.files, loadingSince_);
    const std::set<std::string> read(reading_.files.begin(), reading_.files.end());
    ChangedFiles left = changed.value();
    std::erase_if(left.files, [&](const FileChange& each) { return read.contains(each.path); });
    reading_ = {};
    changed.set(std::move(left));
    for (const Diagnostic& each : document.outdated->entries()) {
      // Files that were broken before are known.
      if (each.code == kOutdatedFile && !read.contains(outerFile(each.site.layer))) continue;
      // The window shows the name of the scene first.
      QMetaObject::invokeMethod(
          this, [this, text = each.message] { session_.showNote(text); }, Qt::QueuedConnection);
    }
  } else if (reading_.id != 0) {
    // An edit came first.
    reading_ = {};
    isAsked_ = true;
    disk_->lookAgain();
  }
  if (document.stage == stage_ && !startsOver_) return;
  stage_ = document.stage;
  waiting_.start(startsOver_ ? 0 : kMomentMs);
}

// Textures and layers may appear at several places.
void FileWatch::takeProblems(const ProblemState& problems) {
  std::set<std::string> places;
  if (problems.list && layers_) {
    for (const Problem& problem : *problems.list) {
      for (const std::string& place : problem.tried) {
        if (place.starts_with('/')) places.insert(outerFile(place));
      }
    }
  }
  if (places == places_) return;
  places_ = std::move(places);
  if (!waiting_.isActive() && layers_) waiting_.start(kMomentMs);
}

// The textures of the first scene may come later than the other files.
void FileWatch::collect() {
  const Document& document = session_.document.value();
  if (!document.isOpen()) return;
  collecting_.start([this, document, scene = session_.scene.value(), since = loadingSince_,
                     sounds = session_.sound().files(), places = places_,
                     startsOver = startsOver_](const TaskRun& run) -> LatestTask::Show {
    UsedFiles used = findUsedFiles(*document.stage, scene.get(), run.stop);
    if (run.stop.stop_requested()) return {};
    used.layers.merge(used.clips);
    used.layers.merge(used.textures);
    std::set<std::string> readNow;
    for (const std::string& sound : sounds) readNow.insert(outerFile(sound));
    used.layers.insert(readNow.begin(), readNow.end());
    std::set<std::string> all = used.layers;
    all.insert(places.begin(), places.end());
    DiskWatch::Request request{.paths = {all.begin(), all.end()},
                               .since = since,
                               .readNow = std::move(readNow),
                               .isOwn = ownVersions(document),
                               .startsOver = startsOver};
    return [this, request = std::move(request), known = std::move(used.layers)] {
      startsOver_ = false;
      used_ = known;
      disk_->watch(request);
    };
  });
}

void FileWatch::takeChanges(std::vector<FileChange> changes) {
  // Which files are our own is known when they are saved, and which are read again when they are.
  if (startsOver_ || !layers_ || session_.saver().state.value().isRunning) return;
  if (reading_.id != 0) return;
  if (changes == changed.value().files) return;
  const bool isMore = std::ranges::any_of(changes, [&](const FileChange& each) {
    return std::ranges::find(changed.value().files, each) == changed.value().files.end();
  });
  changed.set({std::move(changes)});
  if (!isMore || !isAutomatic.value()) return;
  isAsked_ = true;
  readIfAsked();
}

void FileWatch::setAutomatic(bool automatic) {
  QSettings().setValue(kAutomaticKey, automatic);
  isAutomatic.set(automatic);
  if (automatic && !changed.value().files.empty()) (void)reloadChanged();
}

std::string FileWatch::reloadChanged() {
  if (!session_.document.value().isOpen()) return "Open a scene first.";
  if (changed.value().files.empty()) return "No files have changed since they were read.";
  isAsked_ = true;
  readIfAsked();
  return {};
}

void FileWatch::readIfAsked() {
  if (!isAsked_ || isLoading_ || changed.value().files.empty()) return;
  isAsked_ = false;
  read();
}

void FileWatch::read() {
  const std::vector<FileChange>& changes = changed.value().files;
  // Layers and textures that appear where nothing was before are found by a new search.
  const auto isNew = [this](const FileChange& each) {
    return each.version.isThere && !used_.contains(each.path);
  };
  if (std::ranges::any_of(changes, isNew)) return session_.reload();
  FilesToRead wanted{.id = ++readings_, .layers = {}, .files = {}};
  for (const FileChange& each : changes) wanted.files.push_back(each.path);
  const auto isMeant = [&](const std::string& layer) {
    return std::ranges::binary_search(wanted.files, outerFile(layer));
  };
  std::ranges::copy_if(layers_->identifiers(), std::back_inserter(wanted.layers), isMeant);
  std::ranges::copy_if(layers_->unreadableIdentifiers(), std::back_inserter(wanted.layers),
                       isMeant);
  reading_ = wanted;
  session_.readAgain(std::move(wanted));
}

}  // namespace usdscope
