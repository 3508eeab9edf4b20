// SPDX-License-Identifier: Apache-2.0
#include "tests/support/scene/LayerTexts.h"

#include "engine/asset/PackagePath.h"

namespace usdscope {
namespace {

// Adds newlines around each `}` outside quotes and asset paths.
std::string withNewlines(std::string_view text) {
  std::string out;
  char quote = 0;
  for (const char c : text) {
    if (quote) {
      if (c == quote) quote = 0;
    } else if (c == '"' || c == '@') {
      quote = c;
    } else if (c == '}') {
      out += '\n';
    }
    out += c;
    if (c == '}' && !quote) out += '\n';
  }
  return out;
}

}  // namespace

std::vector<std::string> TextResolver::candidates(std::string_view authored,
                                                  std::string_view anchorLayer) const {
  if (authored.empty()) return {};
  if (authored.starts_with('/')) return {normalizedPath(authored)};
  const std::string_view folder = anchorLayer.starts_with('/') ? folderOf(anchorLayer) : "/";
  return {normalizedPath(std::string(folder) + std::string(authored))};
}

bool TextResolver::exists(const std::string& identifier) const {
  return texts_.contains(identifier);
}

FileBytesResult TextResolver::open(const std::string& identifier) const {
  const auto found = texts_.find(identifier);
  if (found == texts_.end()) return {.problem = "No such text."};
  if (found->second.starts_with("PXR-USDC")) {
    return {.bytes = FileBytes::fromText(found->second)};
  }
  const std::string text = withNewlines(found->second);
  return {.bytes = FileBytes::fromText(text.starts_with("#usda") ? text : "#usda 1.0\n" + text)};
}

std::optional<std::int64_t> TextResolver::modificationTime(const std::string& identifier) const {
  return exists(identifier) ? std::optional<std::int64_t>(0) : std::nullopt;
}

void TextResolver::forget(const std::string&) {}

std::shared_ptr<LayerCache> layersFromTexts(LayerTexts texts) {
  return std::make_shared<LayerCache>(std::make_shared<TextResolver>(std::move(texts)));
}

std::shared_ptr<const Layer> layerFromText(std::string text) {
  const std::string identifier = "/layer.usda";
  return layersFromTexts({{identifier, std::move(text)}})->findOrOpen(identifier)->layer;
}

}  // namespace usdscope
