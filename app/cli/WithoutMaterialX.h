// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>

#include "engine/asset/ForwardingResolver.h"
#include "engine/format/LayerCache.h"

namespace usdscope {

/// The resolver of another cache, except that it opens no MaterialX files, as builds of OpenUSD
/// without the plug-in usdMtlx do. Thread-safe.
class WithoutMaterialX : public ForwardingResolver {
 public:
  /// Requires: `layers` is not null. The resolver keeps it.
  explicit WithoutMaterialX(std::shared_ptr<LayerCache> layers) : layers_(std::move(layers)) {}

  AssetResolver& finder() const override { return layers_->environment().resolver(); }
  FileBytesResult open(const std::string& identifier) const override;

 private:
  std::shared_ptr<LayerCache> layers_;
};

}  // namespace usdscope
