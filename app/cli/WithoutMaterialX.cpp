// SPDX-License-Identifier: Apache-2.0
#include "app/cli/WithoutMaterialX.h"

namespace usdscope {

std::vector<std::string> WithoutMaterialX::candidates(std::string_view authored,
                                                      std::string_view anchorLayer) const {
  return resolver().candidates(authored, anchorLayer);
}

void WithoutMaterialX::visitCandidates(std::string_view authored, std::string_view anchorLayer,
                                       const PlaceVisitor& visit) const {
  resolver().visitCandidates(authored, anchorLayer, visit);
}

bool WithoutMaterialX::exists(const std::string& identifier) const {
  return resolver().exists(identifier);
}

FileBytesResult WithoutMaterialX::open(const std::string& identifier) const {
  if (!identifier.ends_with(".mtlx") && !identifier.ends_with(".mtlx]")) {
    return resolver().open(identifier);
  }
  FileBytesResult result;
  result.problem = "MaterialX files are not read here; --materialx reads them.";
  return result;
}

std::optional<std::int64_t> WithoutMaterialX::modificationTime(
    const std::string& identifier) const {
  return resolver().modificationTime(identifier);
}

void WithoutMaterialX::forget(const std::string& identifier) { resolver().forget(identifier); }

}  // namespace usdscope
