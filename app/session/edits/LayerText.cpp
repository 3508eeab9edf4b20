// SPDX-License-Identifier: Apache-2.0
#include "app/session/edits/LayerText.h"

#include <optional>
#include <utility>

#include "engine/format/LayerCache.h"
#include "engine/format/LayerFormat.h"
#include "engine/format/usda/UsdaWriter.h"

namespace usdscope {
namespace {

/// Keeps the first bytes of a text, and fails when there are more.
class FirstBytes : public TextSink {
 public:
  FirstBytes(std::string& text, std::size_t mostBytes) : text_(text), mostBytes_(mostBytes) {}

  bool write(std::string_view bytes) override {
    text_.append(bytes.substr(0, mostBytes_ - text_.size()));
    return text_.size() < mostBytes_;
  }
  bool overwrite(std::size_t offset, std::string_view bytes) override {
    if (offset + bytes.size() > text_.size()) return false;
    text_.replace(offset, bytes.size(), bytes);
    return true;
  }

 private:
  std::string& text_;
  const std::size_t mostBytes_;
};

std::shared_ptr<const Layer> findLayer(const Stage& stage, const std::string& identifier,
                                       std::string& problem) {
  if (identifier == stage.sessionLayer()->identifier()) return stage.sessionLayer();
  if (const auto opened = stage.layers().find(identifier); opened && opened->layer) {
    return opened->layer;
  }
  // Clips and muted layers. The stage's cache would keep them open.
  LayerCache once(stage.environment());
  const auto opened = once.findOrOpen(identifier);
  if (!opened->layer && !opened->diagnostics.isEmpty()) {
    problem = toText(opened->diagnostics.entries().front());
  }
  return opened->layer;
}

// Returns the text of the file if it is a text, and the version that the stage uses.
std::optional<std::string> textOfFile(const Stage& stage, const std::string& identifier) {
  const auto opened = stage.layers().find(identifier);
  if (opened && opened->isModified()) return std::nullopt;
  if (opened && stage.resolver().modificationTime(identifier) != opened->modificationTime) {
    return std::nullopt;
  }
  const FileBytesResult file = stage.resolver().open(identifier);
  if (!file.bytes || detectLayerFormat(file.bytes->text()) != LayerFormat::Usda) {
    return std::nullopt;
  }
  return std::string(file.bytes->text());
}

}  // namespace

LayerText layerText(const Stage& stage, const std::string& identifier, std::size_t mostBytes) {
  LayerText result;
  result.identifier = identifier;
  const auto layer = findLayer(stage, identifier, result.problem);
  if (!layer) {
    if (result.problem.empty()) result.problem = identifier + " cannot be read.";
    return result;
  }
  if (auto text = textOfFile(stage, identifier)) {
    result.isOfFile = true;
    result.isCut = text->size() > mostBytes;
    result.text = std::move(*text);
    if (result.isCut) result.text.resize(mostBytes);
    return result;
  }
  FirstBytes sink(result.text, mostBytes);
  result.isCut = !writeUsda(*layer, sink);
  return result;
}

}  // namespace usdscope
