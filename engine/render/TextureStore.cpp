// SPDX-License-Identifier: Apache-2.0
#include "engine/render/TextureStore.h"

#include "engine/base/Parallel.h"
#include "engine/render/UdimTiles.h"

namespace usdscope {

void TextureStore::setMaxSize(int maxSize) {
  const std::lock_guard lock(mutex_);
  maxSize_ = maxSize;
}

void TextureStore::prepare(std::span<const Material> materials, std::stop_token stop) {
  std::vector<TextureKey> missing;
  {
    const std::lock_guard lock(mutex_);
    for (const Material& material : materials) {
      for (const TextureUse* use :
           {&material.diffuseTexture, &material.opacityTexture, &material.emissiveTexture,
            &material.roughnessTexture, &material.metallicTexture, &material.normalTexture}) {
        if (use->file.empty()) continue;
        const auto [key, isNew] = known_.insert({use->file, use->colorSpace});
        if (isNew) missing.push_back(*key);
      }
    }
  }
  std::vector<std::shared_ptr<const TexturePixels>> read(missing.size());
  parallelFor(missing.size(), 1, [&](std::size_t first, std::size_t last) {
    for (std::size_t i = first; i < last; ++i) {
      if (!stop.stop_requested()) read[i] = this->read(missing[i]);
    }
  });
  const std::lock_guard lock(mutex_);
  for (std::size_t i = 0; i < missing.size(); ++i) {
    if (read[i]) {
      ready_.try_emplace(missing[i], std::move(read[i]));
    } else {
      known_.erase(missing[i]);
    }
  }
}

std::shared_ptr<const TexturePixels> TextureStore::take(const TextureKey& key) {
  {
    const std::lock_guard lock(mutex_);
    known_.insert(key);
    if (auto found = ready_.extract(key)) return std::move(found.mapped());
  }
  return read(key);
}

std::vector<TextureKey> TextureStore::dropChanged() {
  std::map<std::string, std::vector<std::int64_t>> before;
  {
    const std::lock_guard lock(mutex_);
    before = stamps_;
  }
  std::erase_if(before, [&](const auto& file) { return stampsOf(file.first) == file.second; });
  std::vector<TextureKey> changed;
  const std::lock_guard lock(mutex_);
  for (const TextureKey& key : known_) {
    if (before.contains(key.file)) changed.push_back(key);
  }
  for (const TextureKey& key : changed) {
    ready_.erase(key);
    known_.erase(key);
  }
  for (const auto& [file, stamps] : before) {
    stamps_.erase(file);
    if (!source_.forget) continue;
    source_.forget(file);
  }
  return changed;
}

// One stamp for each tile of a file; -1 for a missing tile.
std::vector<std::int64_t> TextureStore::stampsOf(const std::string& file) const {
  std::vector<std::int64_t> stamps;
  if (!source_.modificationTime) return stamps;
  for (const std::string& name : udimTileFiles(file)) {
    stamps.push_back(source_.modificationTime(name).value_or(-1));
  }
  return stamps;
}

std::shared_ptr<const TexturePixels> TextureStore::read(const TextureKey& key) {
  // The stamps are taken before the file is read, so that a change in between is noticed later.
  std::vector<std::int64_t> stamps = stampsOf(key.file);
  int maxSize = 0;
  {
    const std::lock_guard lock(mutex_);
    maxSize = maxSize_;
    stamps_.try_emplace(key.file, std::move(stamps));
  }
  if (isUdim(key.file)) {
    return std::make_shared<const TexturePixels>(
        readUdimTiles(key.file, source_.load, key.colorSpace, maxSize));
  }
  const ImageResult result = source_.load(key.file);
  if (result.image) {
    return std::make_shared<const TexturePixels>(
        makeTexturePixels(*result.image, isSrgb(*result.image, key.colorSpace), maxSize));
  }
  auto failed = std::make_shared<TexturePixels>();
  failed->problem = result.problem;
  return failed;
}

}  // namespace usdscope
