// SPDX-License-Identifier: Apache-2.0
#include "engine/stage/resolve/AnchoredAssetPath.h"

#include "engine/asset/AssetResolver.h"
#include "engine/layer/Layer.h"

namespace usdscope {

std::string anchoredAssetPath(const std::string& path, const Layer& layer,
                              const AssetResolver& resolver) {
  const bool isAbsolute = path.starts_with('/') || path.find("://") != std::string::npos;
  if (path.empty() || isAbsolute || path.starts_with("anon:") || layer.isAnonymous()) return path;
  if (layer.identifier().ends_with(']')) {
    const std::string found = resolver.resolve(path, layer.identifier());
    if (!found.empty()) return found;
  }
  const auto places = resolver.candidates(path, layer.identifier());
  if (places.empty()) return path;
  // For a path into a package the resolver looks for the package.
  const std::string file =
      path.ends_with(']') ? places.front().substr(0, places.front().find('[')) : places.front();
  const bool isFileRelative = path.starts_with("./") || path.starts_with("../");
  return isFileRelative || resolver.exists(file) ? places.front() : path;
}

}  // namespace usdscope
