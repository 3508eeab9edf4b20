// SPDX-License-Identifier: Apache-2.0
#include "engine/report/text/LayerNames.h"

#include <filesystem>
#include <system_error>
#include <utility>

#include "engine/stage/Stage.h"

namespace usdscope {
namespace {

// Splits a path into the outermost package and the path inside it, which is empty for a plain file.
std::pair<std::string, std::string> splitPackage(const std::string& path) {
  const std::size_t open = path.find('[');
  if (open == std::string::npos || !path.ends_with(']')) return {path, {}};
  return {path.substr(0, open), path.substr(open + 1, path.size() - open - 2)};
}

std::filesystem::path realPath(const std::filesystem::path& path) {
  std::error_code error;
  std::filesystem::path real = std::filesystem::weakly_canonical(path, error);
  return error ? path.lexically_normal() : real;
}

}  // namespace

LayerNames::LayerNames(const Layer& rootLayer, const Layer* sessionLayer)
    : folder_(realPath(splitPackage(rootLayer.identifier()).first).parent_path().string()),
      sessionLayer_(sessionLayer),
      sessionIdentifier_(sessionLayer && sessionLayer->isAnonymous() ? sessionLayer->identifier()
                                                                     : std::string()) {}

std::string LayerNames::layer(const Layer& layer) const {
  if (layer.isAnonymous()) return &layer == sessionLayer_ ? "<session>" : "<anonymous>";
  return file(layer.identifier());
}

std::string LayerNames::file(const std::string& path) const {
  if (!path.empty() && path == sessionIdentifier_) return "<session>";
  auto [outer, inner] = splitPackage(path);
  if (std::filesystem::path(outer).is_absolute()) outer = relativeToFolder(outer);
  return inner.empty() ? outer : outer + '[' + inner + ']';
}

std::string LayerNames::relativeToFolder(const std::string& path) const {
  {
    const std::lock_guard lock(mutex_);
    const auto found = relative_.find(path);
    if (found != relative_.end()) return found->second;
  }
  std::string relative = realPath(path).lexically_relative(folder_).generic_string();
  const std::lock_guard lock(mutex_);
  return relative_.emplace(path, std::move(relative)).first->second;
}

Json LayerNames::stack(const std::vector<StackEntry>& entries) const {
  Json rows = Json::array();
  for (const StackEntry& entry : entries) {
    rows.push_back({layer(*entry.layer), entry.path.text(), numberToJson(entry.offset.offset),
                    numberToJson(entry.offset.scale)});
  }
  return rows;
}

std::string layerLabel(const Layer& layer, const Stage& stage) {
  if (&layer == stage.sessionLayer().get()) return "~session~";
  const std::string& identifier = layer.identifier();
  const std::size_t end = identifier.ends_with(']') ? identifier.size() - 1 : identifier.size();
  const std::size_t slash = identifier.find_last_of("/[", end - 1);
  return slash == std::string::npos ? identifier : identifier.substr(slash + 1, end - slash - 1);
}

}  // namespace usdscope
