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

/// Names layers and files by their path relative to the root layer's folder, with symbolic links
/// resolved: `assets/chair.usda`, `../shared/x.usd`, `pack.usdz[inner/a.usdc]`. Caches the answers
/// of the file system. Thread-safe.
class LayerNames {
 public:
  /// An anonymous session layer is named `<session>`, any other anonymous layer `<anonymous>`.
  LayerNames(const Layer& rootLayer, const Layer* sessionLayer);

  std::string layer(const Layer& layer) const;
  /// Names a layer by its identifier. The name of an anonymous session layer is as above.
  std::string file(const std::string& path) const;

  /// Returns a prim stack or property stack as a list of [layer, path, offset, scale], strongest
  /// first.
  Json stack(const std::vector<StackEntry>& entries) const;

 private:
  std::string relativeToFolder(const std::string& path) const;

  std::string folder_;
  const Layer* sessionLayer_ = nullptr;
  std::string sessionIdentifier_;  // Empty unless the session layer is anonymous.
  mutable std::mutex mutex_;
  mutable std::unordered_map<std::string, std::string> relative_;
};

/// Returns the label of a layer in panes: the name of its file, or `~session~` for the session
/// layer of the stage, as in usdview.
std::string layerLabel(const Layer& layer, const Stage& stage);

}  // namespace usdscope
