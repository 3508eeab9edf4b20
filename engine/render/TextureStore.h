// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <map>
#include <memory>
#include <mutex>
#include <set>
#include <span>
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

/// Reads textures ahead, so that the drawing thread need not wait for files. Thread-safe: one
/// thread may prepare textures while another takes them.
class TextureStore {
 public:
  explicit TextureStore(ImageSource source, int maxSize = 8192)
      : source_(std::move(source)), maxSize_(maxSize) {}
  /// A store for images that never change.
  explicit TextureStore(ImageLoader loader, int maxSize = 8192)
      : TextureStore(ImageSource{.load = std::move(loader)}, maxSize) {}

  /// Limits the longest side of textures that are read from now on.
  void setMaxSize(int maxSize);

  /// Reads the textures of the materials on all cores. Skips textures that have been read before.
  void prepare(std::span<const Material> materials, std::stop_token stop = {});

  /// Returns a prepared texture and gives it up, or reads it now. Never null.
  std::shared_ptr<const TexturePixels> take(const TextureKey& key);

  /// Forgets the textures whose files have changed or appeared since they were read, so that the
  /// next request reads them again. Returns their keys.
  std::vector<TextureKey> dropChanged();

 private:
  std::shared_ptr<const TexturePixels> read(const TextureKey& key);
  std::vector<std::int64_t> stampsOf(const std::string& file) const;

  const ImageSource source_;
  mutable std::mutex mutex_;
  int maxSize_;
  std::map<TextureKey, std::shared_ptr<const TexturePixels>> ready_;
  std::set<TextureKey> known_;                               // All textures read so far.
  std::map<std::string, std::vector<std::int64_t>> stamps_;  // Stamps of each file at its reading.
};

}  // namespace usdscope
