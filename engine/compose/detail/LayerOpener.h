// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>
#include <set>
#include <shared_mutex>
#include <string>
#include <unordered_map>

#include "engine/format/LayerCache.h"

namespace usdscope::detail {

/// What became of an asset path that names a layer.
struct FoundLayer {
  std::shared_ptr<const Layer> layer;  ///< Null: it cannot be had, or is muted.
  std::string identifier;              ///< Of the layer, or the best place it was looked for.
  bool isMuted = false;
  std::string problem;  ///< Why it cannot be read, as a sentence; may be empty.
};

/// Opens the layers that other layers name, but for muted ones. Any thread may ask.
class LayerOpener {
 public:
  LayerOpener(LayerCache& layers, const std::set<std::string>& muted)
      : layers_(layers), muted_(muted) {}

  /// `assetPath` as authored in `anchor`, expressions evaluated.
  FoundLayer open(const std::string& assetPath, const Layer& anchor);
  /// The name under which open() would look for it: the same for the same file. The file system is
  /// asked once, since scenes of instances name one asset over and over.
  std::string identifierFor(const std::string& assetPath, const Layer& anchor) const;
  /// From now on the file system is asked anew.
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
