// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <condition_variable>
#include <cstdint>
#include <map>
#include <memory>
#include <mutex>
#include <stop_token>
#include <string>
#include <vector>

#include "engine/image/ReadImage.h"
#include "engine/render/TexturePixels.h"
#include "engine/scene/Scene.h"

namespace usdscope {

struct TextureKey {
  std::string file;
  TextureColorSpace colorSpace = TextureColorSpace::Auto;
  auto operator<=>(const TextureKey&) const = default;
};

/// The texture of a dome.
inline TextureKey domeTextureKey(const SceneLight& light) { return {light.textureFile}; }

/// A texture that has been read. Another revision of the same key may have other pixels.
struct ReadTexture {
  std::shared_ptr<const TexturePixels> pixels;  ///< Never null.
  std::uint64_t revision = 0;
};

/// Reads textures ahead, so that the drawing thread need not wait for files. Thread-safe: some
/// threads may prepare scenes while another takes their textures.
class TextureStore {
 public:
  explicit TextureStore(int maxSize = 8192) : maxSize_(maxSize) {}

  /// Limits the longest side of textures that are read from now on.
  void setMaxSize(int maxSize);

  /// Reads the textures of a scene on all cores, with Scene::images. Skips textures that have been
  /// read before. For the first scene of a source, it first looks for files that have changed or
  /// appeared since they were read; these are read again. Touches no file for a scene that has been
  /// prepared before. Waits for textures that another thread is reading, so do not call it from
  /// parallel work. When it returns without a stop, no texture of the scene is missing.
  void prepare(const Scene& scene, std::stop_token stop = {});

  /// Sets whether a texture that has become unreadable stays as it was read before, from the next
  /// prepare() on. Otherwise the newest version applies, and is a texture with a problem.
  void setKeepsReadable(bool keepsReadable);
  /// Returns the files that have become unreadable, with the reasons.
  std::map<std::string, std::string> outdated() const;

  /// Returns a prepared texture and gives up its pixels. Otherwise reads it now, or waits for the
  /// thread that is reading it.
  ReadTexture take(const TextureKey& key, const ImageSource* images);
  /// The newest revision of a texture: others are stale. 0 if it has not been read, has been
  /// released, or its file has changed.
  std::uint64_t revisionOf(const TextureKey& key) const;
  /// Forgets a texture that was taken, so that it is read again when a scene needs it. Returns
  /// false, and does nothing, if a recently prepared scene needs it.
  bool release(const TextureKey& key);

 private:
  struct Known {
    std::uint64_t revision = 0;                   // 0: never read.
    bool isBeingRead = false;                     // A prepare() is reading it.
    bool isChanged = false;                       // The file has changed since it was read.
    bool isReadable = false;                      // It was when it was read.
    std::uint64_t neededBy = 0;                   // The number of the last scene that needs it.
    std::shared_ptr<const TexturePixels> pixels;  // Read at `revision`; null: never read, or taken.
  };
  // The textures that a prepare() has to read, and whether it also needs some that another one is
  // reading.
  struct Claim {
    std::vector<TextureKey> missing;
    bool needsOthers = false;
  };
  bool isNewSource(const std::shared_ptr<const void>& source);
  void findChanged(const ImageSource& images);
  std::uint64_t numberOf(const Scene& scene);
  Claim claimMissing(const Scene& scene, std::uint64_t number);
  void readClaimed(const std::vector<TextureKey>& claimed, const ImageSource* images,
                   const std::stop_token& stop);
  void waitForOthers(const Scene& scene, const std::stop_token& stop);
  std::shared_ptr<const TexturePixels> read(const TextureKey& key, const ImageSource* images);

  mutable std::mutex mutex_;
  std::condition_variable_any isRead_;  // Textures that were being read no longer are.
  int maxSize_;
  std::vector<std::weak_ptr<const void>> sources_;  // Their files have been checked.
  Array<Material> newest_;                          // The materials of the newest prepared scene.
  bool keepsReadable_ = false;
  std::map<std::string, std::string> outdated_;
  std::uint64_t sceneCount_ = 0;
  std::uint64_t revisionCount_ = 0;
  std::map<TextureKey, Known> known_;
  // The modification times of each file when it was read: one for each tile.
  std::map<std::string, std::vector<std::int64_t>> times_;
};

}  // namespace usdscope
