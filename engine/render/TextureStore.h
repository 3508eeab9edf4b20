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

/// Reads textures ahead, so that the thread that draws need not wait for files.
/// Internally synchronised: any thread may prepare while another takes.
class TextureStore {
 public:
  explicit TextureStore(ImageSource source, int maxSize = 8192)
      : source_(std::move(source)), maxSize_(maxSize) {}
  /// Of images that never change.
  explicit TextureStore(ImageLoader loader, int maxSize = 8192)
      : TextureStore(ImageSource{.load = std::move(loader)}, maxSize) {}

  /// Longest side of what is prepared from now on.
  void setMaxSize(int maxSize);

  /// Reads the textures that the materials name, those that were asked for before excepted. On all
  /// cores.
  void prepare(std::span<const Material> materials, std::stop_token stop = {});

  /// Hands over what was prepared, or reads it now. Never null.
  std::shared_ptr<const TexturePixels> take(const TextureKey& key);

  /// The textures whose files are not what they were when they were read, or are there by now; they
  /// are read again when they are asked for.
  std::vector<TextureKey> dropChanged();

 private:
  std::shared_ptr<const TexturePixels> read(const TextureKey& key);
  std::vector<std::int64_t> stampsOf(const std::string& file) const;

  const ImageSource source_;
  mutable std::mutex mutex_;
  int maxSize_;
  std::map<TextureKey, std::shared_ptr<const TexturePixels>> ready_;
  std::set<TextureKey> known_;                               // Prepared or taken at some time.
  std::map<std::string, std::vector<std::int64_t>> stamps_;  // Of each file when it was read.
};

}  // namespace usdscope
