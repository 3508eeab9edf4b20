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
  bool isSrgb = true;
  auto operator<=>(const TextureKey&) const = default;
};

/// Reads textures ahead, so that the thread that draws need not wait for files.
/// Internally synchronised: any thread may prepare while another takes.
class TextureStore {
 public:
  explicit TextureStore(ImageLoader loader, int maxSize = 8192)
      : loader_(std::move(loader)), maxSize_(maxSize) {}

  /// Longest side of what is prepared from now on.
  void setMaxSize(int maxSize);

  /// Reads the textures that the materials name, those that were asked for before excepted. On all
  /// cores.
  void prepare(std::span<const Material> materials, std::stop_token stop = {});

  /// Hands over what was prepared, or reads it now. Never null.
  std::shared_ptr<const TexturePixels> take(const TextureKey& key);

 private:
  std::shared_ptr<const TexturePixels> read(const TextureKey& key) const;

  const ImageLoader loader_;
  mutable std::mutex mutex_;
  int maxSize_;
  std::map<TextureKey, std::shared_ptr<const TexturePixels>> ready_;
  std::set<TextureKey> known_;  // Prepared or taken at some time.
};

}  // namespace usdscope
