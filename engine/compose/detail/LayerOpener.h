// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>
#include <set>
#include <shared_mutex>
#include <string>
#include <unordered_map>

#include "engine/format/LayerCache.h"

namespace usdscope::detail {

/// The result of opening an asset path as a layer.
struct FoundLayer {
  std::shared_ptr<const Layer> layer;  ///< Null if the layer cannot be opened or is muted.
  /// The identifier of the layer; for a missing layer, that of the best candidate.
  std::string identifier;
  bool isMuted = false;
  std::string problem;  ///< A sentence that says why the layer cannot be read; may be empty.
};

/// Opens the layers that other layers name, except muted layers. Thread-safe.
class LayerOpener {
 public:
  LayerOpener(LayerCache& layers, const std::set<std::string>& muted)
      : layers_(layers), muted_(muted) {}

  /// Opens the layer at `assetPath`, as authored in `anchor`, with expressions evaluated.
  FoundLayer open(const std::string& assetPath, const Layer& anchor);
  /// Returns the identifier that open() uses; equal for the same file. Cached, because scenes name
  /// the same asset many times.
  std::string identifierFor(const std::string& assetPath, const Layer& anchor) const;
  /// Drops the cache, so that the file system is searched again.
  void forgetIdentifiers();
  FoundLayer openIdentifier(const std::string& identifier);

  bool isMuted(const std::string& identifier) const { return muted_.contains(identifier); }

 private:
  LayerCache& layers_;
  const std::set<std::string>& muted_;
  mutable std::shared_mutex mutex_;
  mutable std::unordered_map<std::string, std::string> identifiers_;  // By anchor and asset path.
};

}  // namespace usdscope::detail
