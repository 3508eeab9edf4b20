// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>
#include <memory>
#include <optional>
#include <string>

#include "engine/layer/Layer.h"

namespace usdscope {

class FieldDefinitions;

/// The use of an asset path in a layer.
enum class AssetPathUse : std::uint8_t {
  SubLayer,     ///< A layer of the same layer stack.
  Layer,        ///< A reference or payload.
  UnusedLayer,  ///< An item of a list edit that deletes or reorders; it makes no arc.
  Value,        ///< A value of an attribute or metadata, such as a texture or clip.
  Template,     ///< `templateAssetPath` of value clips: `#` matches any text.
};

/// Called with an authored asset path, which is never empty. If it returns a path, this replaces
/// the authored one.
using VisitAssetPath =
    std::function<std::optional<std::string>(const std::string& authored, AssetPathUse use)>;

/// Calls `visit` for every asset path in a layer: in composition arcs, values, samples,
/// dictionaries and clips. Does not visit the `identifier` in the assetInfo of a prim, which names
/// the asset of the prim and is not a dependency. Returns the layer with the replaced paths, or
/// null when nothing was replaced.
std::shared_ptr<const Layer> visitAssetPaths(const Layer& layer, const FieldDefinitions& fields,
                                             const VisitAssetPath& visit);

}  // namespace usdscope
