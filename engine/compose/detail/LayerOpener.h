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
  std::shared_ptr<const Layer> layer;  ///< Null: it cannot be opened, or is muted.
  std::string identifier;              ///< The layer's, or the best candidate's.
  bool isMuted = false;
  std::string problem;  ///< Why it cannot be read, as a sentence; may be empty.
};

/// Opens the layers that other layers name, except muted ones. Thread-safe.
class LayerOpener {
 public:
  LayerOpener(LayerCache& layers, const std::set<std::string>& muted)
      : layers_(layers), muted_(muted) {}

  /// `assetPath` as authored in `anchor`, expressions evaluated.
  FoundLayer open(const std::string& assetPath, const Layer& anchor);
  /// The identifier that open() uses, equal for the same file. Cached, because scenes name one
  /// asset many times.
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
