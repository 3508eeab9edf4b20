// SPDX-License-Identifier: Apache-2.0
#include "engine/render/TextureStore.h"

#include <algorithm>
#include <set>
#include <utility>

#include "engine/base/Parallel.h"
#include "engine/render/TextureRows.h"
#include "engine/render/UdimTiles.h"

namespace usdscope {
namespace {

// While a scene is drawn, another one may be waiting, and one more is being made.
constexpr std::uint64_t kRecentScenes = 2;

constexpr std::int64_t kMissing = -1;

// The modification times of the tiles of a file, kMissing for missing tiles.
std::vector<std::int64_t> timesOf(const std::string& file, const ImageSource& images) {
  std::vector<std::int64_t> times;
  if (!images.modificationTime) return times;
  for (const std::string& name : udimTileFiles(file)) {
    times.push_back(images.modificationTime(name).value_or(kMissing));
  }
  return times;
}

// Reads UDIM tiles. Tiles may be missing, but if a file cannot be read, the problem names it.
TexturePixels readTiles(const std::string& file, const ImageSource& images,
                        TextureColorSpace colorSpace, int maxSize) {
  std::string problem;
  const ImageLoader load = [&](const std::string& name) {
    ImageResult result = images.load(name);
    const bool isThere = images.modificationTime && images.modificationTime(name);
    if (!result.image && isThere && problem.empty()) problem = name + ": " + result.problem;
    return result;
  };
  TexturePixels pixels = readUdimTiles(file, load, colorSpace, maxSize);
  if (!problem.empty()) pixels.problem = std::move(problem);
  return pixels;
}

// Calls visit(key) for each texture of a scene.
template <typename Visit>
void visitTextures(const Scene& scene, const Visit& visit) {
  for (const Material& material : scene.materials) {
    usdscope::visitTextures(material, [&](const TextureUse& use) {
      if (!use.file.empty()) visit(TextureKey{use.file, use.colorSpace});
    });
  }
  for (const SceneLight& light : scene.lights) {
    if (!light.textureFile.empty()) visit(domeTextureKey(light));
  }
}

}  // namespace

void TextureStore::setMaxSize(int maxSize) {
  const std::lock_guard lock(mutex_);
  maxSize_ = maxSize;
}

void TextureStore::setKeepsReadable(bool keepsReadable) {
  const std::lock_guard lock(mutex_);
  keepsReadable_ = keepsReadable;
  if (!keepsReadable) outdated_.clear();
}

std::map<std::string, std::string> TextureStore::outdated() const {
  const std::lock_guard lock(mutex_);
  return outdated_;
}

void TextureStore::prepare(const Scene& scene, std::stop_token stop) {
  if (scene.images && isNewSource(scene.source)) findChanged(*scene.images);
  const std::uint64_t number = numberOf(scene);
  while (!stop.stop_requested()) {
    const Claim claim = claimMissing(scene, number);
    if (!claim.missing.empty()) readClaimed(claim.missing, scene.images.get(), stop);
    if (!claim.needsOthers) return;
    // If another prepare() was stopped, its textures are claimed in the next round.
    waitForOthers(scene, stop);
  }
}

void TextureStore::readClaimed(const std::vector<TextureKey>& claimed, const ImageSource* images,
                               const std::stop_token& stop) {
  std::vector<std::shared_ptr<const TexturePixels>> read(claimed.size());
  parallelFor(claimed.size(), 1, [&](std::size_t first, std::size_t last) {
    for (std::size_t i = first; i < last; ++i) {
      if (!stop.stop_requested()) read[i] = this->read(claimed[i], images);
    }
  });
  {
    const std::lock_guard lock(mutex_);
    for (std::size_t i = 0; i < claimed.size(); ++i) {
      const auto found = known_.find(claimed[i]);
      if (found == known_.end()) continue;
      Known& known = found->second;
      known.isBeingRead = false;
      const bool isReadable = read[i] && !read[i]->levels.empty();
      if (read[i] && !isReadable && known.isReadable && keepsReadable_) {
        outdated_[claimed[i].file] = read[i]->problem;
      } else if (read[i]) {
        outdated_.erase(claimed[i].file);
        known.isReadable = isReadable;
        known.revision = ++revisionCount_;
        known.pixels = std::move(read[i]);
      } else if (known.revision > 0) {
        known.isChanged = true;
      } else {
        known_.erase(found);
      }
    }
  }
  isRead_.notify_all();
}

void TextureStore::waitForOthers(const Scene& scene, const std::stop_token& stop) {
  std::unique_lock lock(mutex_);
  isRead_.wait(lock, stop, [&] {
    bool isBeingRead = false;
    visitTextures(scene, [&](const TextureKey& key) {
      const auto found = known_.find(key);
      isBeingRead |= found != known_.end() && found->second.isBeingRead;
    });
    return !isBeingRead;
  });
}

// Whether the scene is the first one of its source.
bool TextureStore::isNewSource(const std::shared_ptr<const void>& source) {
  if (!source) return false;
  const std::lock_guard lock(mutex_);
  std::erase_if(sources_, [](const auto& checked) { return checked.expired(); });
  const auto isSame = [&](const auto& checked) { return checked.lock() == source; };
  if (std::ranges::any_of(sources_, isSame)) return false;
  sources_.push_back(source);
  return true;
}

void TextureStore::findChanged(const ImageSource& images) {
  std::map<std::string, std::vector<std::int64_t>> changed;
  {
    const std::lock_guard lock(mutex_);
    changed = times_;
  }
  std::erase_if(changed, [&](const auto& file) {
    // Nothing is known about a file without a time, so it is read again.
    const bool hasTime =
        !images.modificationTime ||
        std::ranges::any_of(file.second, [](std::int64_t time) { return time != kMissing; });
    return hasTime && timesOf(file.first, images) == file.second;
  });
  for (const auto& [file, times] : changed) {
    if (images.forget) images.forget(file);
  }
  const std::lock_guard lock(mutex_);
  for (auto& [key, known] : known_) known.isChanged |= changed.contains(key.file);
  std::erase_if(times_, [&](const auto& entry) { return changed.contains(entry.first); });
}

// Scenes that share their materials with the scene before have its number.
std::uint64_t TextureStore::numberOf(const Scene& scene) {
  const std::lock_guard lock(mutex_);
  if (!scene.materials.sharesStorageWith(newest_)) ++sceneCount_;
  newest_ = scene.materials;
  return sceneCount_;
}

// Notes which textures a scene needs. Returns the unknown ones, for the caller to read.
TextureStore::Claim TextureStore::claimMissing(const Scene& scene, std::uint64_t number) {
  Claim claim;
  const std::lock_guard lock(mutex_);
  // Scenes of the source before may still be drawn, with the textures as they were. So the pixels
  // are kept until the new ones are there.
  const bool isOfNewestSource = !sources_.empty() && sources_.back().lock() == scene.source;
  std::set<TextureKey> own;
  visitTextures(scene, [&](const TextureKey& key) {
    const auto [place, isNew] = known_.try_emplace(key);
    Known& known = place->second;
    known.neededBy = std::max(known.neededBy, number);
    if (known.isBeingRead) {
      claim.needsOthers |= !own.contains(key);
      return;
    }
    if (!isNew && !(known.isChanged && isOfNewestSource)) return;
    known.isChanged = false;
    known.isBeingRead = true;
    own.insert(key);
    claim.missing.push_back(key);
  });
  return claim;
}

ReadTexture TextureStore::take(const TextureKey& key, const ImageSource* images) {
  std::uint64_t revision = 0;
  {
    std::unique_lock lock(mutex_);
    isRead_.wait(lock, [&] {
      const auto found = known_.find(key);
      return found == known_.end() || found->second.pixels || !found->second.isBeingRead;
    });
    Known& known = known_[key];
    if (known.revision == 0) known.revision = ++revisionCount_;
    if (known.pixels) return {std::exchange(known.pixels, nullptr), known.revision};
    revision = known.revision;
  }
  return {read(key, images), revision};
}

std::uint64_t TextureStore::revisionOf(const TextureKey& key) const {
  const std::lock_guard lock(mutex_);
  const auto found = known_.find(key);
  return found == known_.end() || found->second.isChanged ? 0 : found->second.revision;
}

bool TextureStore::release(const TextureKey& key) {
  const std::lock_guard lock(mutex_);
  const auto found = known_.find(key);
  if (found == known_.end()) return true;
  if (found->second.neededBy + kRecentScenes > sceneCount_) return false;
  known_.erase(found);
  return true;
}

std::shared_ptr<const TexturePixels> TextureStore::read(const TextureKey& key,
                                                        const ImageSource* images) {
  const auto failed = [](std::string problem) {
    auto pixels = std::make_shared<TexturePixels>();
    pixels->problem = std::move(problem);
    return pixels;
  };
  if (!images) return failed("The scene has no files.");
  // The times are taken before the file is read, so that a change in between is noticed later.
  std::vector<std::int64_t> times = timesOf(key.file, *images);
  int maxSize = 0;
  {
    const std::lock_guard lock(mutex_);
    maxSize = maxSize_;
    times_.try_emplace(key.file, std::move(times));
  }
  if (isUdim(key.file)) {
    return std::make_shared<const TexturePixels>(
        readTiles(key.file, *images, key.colorSpace, maxSize));
  }
  TextureRows rows(key.colorSpace, maxSize);
  std::string problem = loadRowsOf(*images, key.file, rows);
  if (!problem.empty()) return failed(std::move(problem));
  return std::make_shared<const TexturePixels>(rows.take());
}

}  // namespace usdscope
