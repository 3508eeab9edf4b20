// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>
#include <mutex>
#include <string>
#include <unordered_map>

#include "engine/base/Json.h"
#include "engine/layer/Layer.h"
#include "engine/stage/Prim.h"

namespace usdscope {

/// Names layers and files by their path relative to the root layer's folder, symbolic links
/// resolved: `assets/chair.usda`, `../shared/x.usd`, `pack.usdz[inner/a.usdc]`. Remembers what the
/// file system said of each. Internally synchronised: any thread may ask.
class LayerNames {
 public:
  /// An anonymous session layer is called `<session>`, any other anonymous one `<anonymous>`.
  LayerNames(const Layer& rootLayer, const Layer* sessionLayer);

  std::string layer(const Layer& layer) const;
  std::string file(const std::string& path) const;

  /// A stack as lists of layer, path, offset and scale, strongest first.
  Json stack(const std::vector<StackEntry>& entries) const;

 private:
  std::string relativeToFolder(const std::string& path) const;

  std::string folder_;
  const Layer* sessionLayer_ = nullptr;
  mutable std::mutex mutex_;
  mutable std::unordered_map<std::string, std::string> relative_;
};

}  // namespace usdscope
