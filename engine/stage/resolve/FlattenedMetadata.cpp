// SPDX-License-Identifier: Apache-2.0
#include "engine/stage/resolve/FlattenedMetadata.h"

#include "engine/stage/resolve/detail/ResolveMetadata.h"

namespace usdscope {

std::vector<MetadataEntry> flattenedMetadata(const Prim& prim, Token property) {
  return resolveMetadataForFlattening(prim, property);
}

}  // namespace usdscope
