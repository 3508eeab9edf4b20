// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>
#include <utility>
#include <vector>

#include "engine/stage/clips/ClipLayers.h"

namespace usdscope {

/// Holds the clips that one thread opens while it reads many values at one time: asked for again
/// they are there without a lock, and without counting who uses them. To be dropped soon, since
/// what it holds is beyond the budget of ClipLayers. Not thread-safe.
class ClipPins {
 public:
  ClipPins() = default;
  /// Holds a clip that has been opened already.
  ClipPins(const ClipFile& file, std::shared_ptr<const Layer> layer)
      : pins_{{&file, std::move(layer)}} {}

  /// As ClipFile::layer(). What is returned may be good only as long as this lives.
  std::shared_ptr<const Layer> layer(const ClipFile& file, ClipLayers& layers) {
    for (const Pin& pin : pins_) {
      if (pin.file == &file) return {std::shared_ptr<const void>(), pin.layer.get()};
    }
    std::shared_ptr<const Layer> opened = file.layer(layers);
    if (pins_.size() < kMostPins) pins_.push_back({&file, opened});
    return opened;
  }

 private:
  /// A search for samples may go through thousands of clips: these few will do.
  static constexpr std::size_t kMostPins = 8;

  struct Pin {
    const ClipFile* file = nullptr;
    std::shared_ptr<const Layer> layer;
  };

  std::vector<Pin> pins_;
};

}  // namespace usdscope
