// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>
#include <memory>
#include <optional>
#include <string>

#include "engine/layer/Layer.h"

namespace usdscope {

class FieldDefinitions;

/// What stands behind an asset path in a layer.
enum class AssetPathUse : std::uint8_t {
  SubLayer,     ///< A layer of the same layer stack.
  Layer,        ///< A reference, a payload.
  UnusedLayer,  ///< Of a list edit that deletes or orders: it brings nothing in.
  Value,        ///< A value of an attribute or of metadata: a texture, a clip, whatever.
  Template,     ///< `templateAssetPath` of value clips: `#` stands for any text.
};

/// Called for an asset path as authored, never empty; what it gives back takes the path's place,
/// unless it is empty.
using VisitAssetPath =
    std::function<std::optional<std::string>(const std::string& authored, AssetPathUse use)>;

/// Calls `visit` for every asset path in a layer: of composition arcs, in values, samples,
/// dictionaries and clips; not for the `identifier` in the assetInfo of a prim, which names the
/// asset that the prim is and nothing that it needs. Gives the layer with what was replaced, or
/// null when nothing was.
std::shared_ptr<const Layer> visitAssetPaths(const Layer& layer, const FieldDefinitions& fields,
                                             const VisitAssetPath& visit);

}  // namespace usdscope
