// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <map>
#include <memory>
#include <string>
#include <string_view>

#include "engine/asset/AssetResolver.h"
#include "engine/format/LayerCache.h"

namespace usdscope {

/// Texts of layers by identifier, such as `/root.usda`. A text may omit the line `#usda 1.0` and
/// the newlines that the format requires around the end of a body: `def "A" { int x = 1 } def "B"
/// {}`. The bytes of a crate are used unchanged.
using LayerTexts = std::map<std::string, std::string>;

/// Resolves asset paths to texts in memory. Paths are relative to the layer that names them.
class TextResolver final : public AssetResolver {
 public:
  explicit TextResolver(LayerTexts texts) : texts_(std::move(texts)) {}

  std::vector<std::string> candidates(std::string_view authored,
                                      std::string_view anchorLayer) const override;
  bool exists(const std::string& identifier) const override;
  FileBytesResult open(const std::string& identifier) const override;
  std::optional<std::int64_t> modificationTime(const std::string& identifier) const override;
  void forget(const std::string& identifier) override;

 private:
  const LayerTexts texts_;
};

/// A cache that reads these texts.
std::shared_ptr<LayerCache> layersFromTexts(LayerTexts texts);

/// Reads a text as the layer `/layer.usda`; null when the text cannot be read.
std::shared_ptr<const Layer> layerFromText(std::string text);

}  // namespace usdscope
