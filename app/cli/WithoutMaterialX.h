// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>

#include "engine/format/LayerCache.h"

namespace usdscope {

/// The resolver of another cache, except that it opens no MaterialX files, as builds of OpenUSD
/// without the plug-in usdMtlx do. Thread-safe.
class WithoutMaterialX : public AssetResolver {
 public:
  /// Requires: `layers` is not null. The resolver keeps it.
  explicit WithoutMaterialX(std::shared_ptr<LayerCache> layers) : layers_(std::move(layers)) {}

  std::vector<std::string> candidates(std::string_view authored,
                                      std::string_view anchorLayer) const override;
  void visitCandidates(std::string_view authored, std::string_view anchorLayer,
                       const PlaceVisitor& visit) const override;
  bool exists(const std::string& identifier) const override;
  FileBytesResult open(const std::string& identifier) const override;
  std::optional<std::int64_t> modificationTime(const std::string& identifier) const override;
  void forget(const std::string& identifier) override;

 private:
  AssetResolver& resolver() const { return layers_->environment().resolver(); }

  std::shared_ptr<LayerCache> layers_;
};

}  // namespace usdscope
