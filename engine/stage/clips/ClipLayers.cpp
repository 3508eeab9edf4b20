// SPDX-License-Identifier: Apache-2.0
#include "engine/stage/clips/ClipLayers.h"

namespace usdscope {

std::shared_ptr<const Layer> ClipLayers::open(const std::string& assetPath, const Layer& anchor) {
  const std::string identifier = cache_.resolver().identifierFor(assetPath, anchor.identifier());
  std::shared_ptr<const OpenedLayer> opened;
  if (!identifier.empty()) opened = cache_.findOrOpen(identifier);
  if (opened && opened->layer) return opened->layer;

  Diagnostics why;
  if (opened) why.append(opened->diagnostics);
  why.report(kUnreadableClip, {.layer = anchor.identifier()},
             "The value clip @" + assetPath + "@ cannot be opened; it counts as empty.");
  report(why);
  return nullptr;
}

void ClipLayers::report(const Diagnostics& diagnostics) {
  const std::lock_guard lock(mutex_);
  diagnostics_.append(diagnostics);
}

Diagnostics ClipLayers::diagnostics() const {
  const std::lock_guard lock(mutex_);
  return diagnostics_;
}

std::shared_ptr<const Layer> ClipFile::layer(ClipLayers& layers) const {
  {
    const std::lock_guard lock(mutex_);
    if (isTried_) return layer_;
  }
  // Not under the lock: reading a layer may do parallel work. Whoever else comes here meanwhile
  // waits in the cache for the same layer.
  std::shared_ptr<const Layer> opened = layers.open(assetPath_, *anchor_);
  const std::lock_guard lock(mutex_);
  if (!isTried_) {
    layer_ = std::move(opened);
    isTried_ = true;
  }
  return layer_;
}

}  // namespace usdscope
