// SPDX-License-Identifier: Apache-2.0
#include "app/files/SceneFile.h"

#include "engine/asset/DefaultResolver.h"
#include "engine/asset/PackagePath.h"

namespace usdscope {
namespace {

std::string absoluteFolder(const std::string& workingFolder, const std::string& folder) {
  return normalizedPath(folder.starts_with('/') ? folder : workingFolder + '/' + folder);
}

}  // namespace

std::shared_ptr<LayerCache> makeLayerCache(const Environment& environment, const std::string& file,
                                           const std::vector<std::string>& searchPaths) {
  AssetSearch search = searchFromEnvironment(file);
  std::vector<std::string> folders;
  for (const std::string& folder : searchPaths) {
    if (!folder.empty()) folders.push_back(absoluteFolder(search.workingFolder, folder));
  }
  search.searchPaths.insert(search.searchPaths.begin(), folders.begin(), folders.end());
  return std::make_shared<LayerCache>(
      environment.with(std::make_shared<DefaultResolver>(std::move(search))));
}

std::string identifierOf(const LayerCache& layers, const std::string& file) {
  // A name without a folder is a file of the working folder, never one of a search path.
  const bool isFromHere = !file.starts_with('/') && !file.starts_with("../");
  const auto places = layers.resolver().candidates(isFromHere ? "./" + file : file, {});
  return places.empty() ? std::string() : places.front();
}

}  // namespace usdscope
