// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>
#include <mutex>
#include <string>

#include "engine/base/Diagnostics.h"
#include "engine/format/LayerCache.h"

namespace usdscope {

inline constexpr DiagnosticCode kUnreadableClip{"stage.unreadable-clip", Severity::Warning};

/// Opens the files of value clips when they are first touched, and collects what is wrong with
/// them and with the metadata that names them. Internally synchronised.
class ClipLayers {
 public:
  explicit ClipLayers(LayerCache& cache) : cache_(cache) {}

  const AssetResolver& resolver() const { return cache_.resolver(); }

  /// The layer of a clip or manifest, named as in the layer `anchor`. Null where there is none;
  /// then it is reported, once.
  std::shared_ptr<const Layer> open(const std::string& assetPath, const Layer& anchor);

  void report(const Diagnostics& diagnostics);
  Diagnostics diagnostics() const;

 private:
  LayerCache& cache_;
  mutable std::mutex mutex_;
  Diagnostics diagnostics_;
};

/// One file that a clip set names: its layer, opened on first touch. Internally synchronised.
class ClipFile {
 public:
  ClipFile(std::string assetPath, std::shared_ptr<const Layer> anchor)
      : assetPath_(std::move(assetPath)), anchor_(std::move(anchor)) {}

  /// As authored.
  const std::string& assetPath() const { return assetPath_; }
  /// Null when it cannot be opened; that is not tried again.
  std::shared_ptr<const Layer> layer(ClipLayers& layers) const;

 private:
  std::string assetPath_;
  std::shared_ptr<const Layer> anchor_;
  mutable std::mutex mutex_;
  mutable std::shared_ptr<const Layer> layer_;
  mutable bool isTried_ = false;
};

}  // namespace usdscope
