// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/stage/resolve/OpinionWalk.h"
#include "engine/value/Value.h"

namespace usdscope {

class AssetResolver;

/// The anchor of a value: the layer that authors the value, and how composition maps this layer to
/// the stage.
struct ValueAnchor {
  const Layer* layer = nullptr;             ///< Asset paths are relative to this layer.
  const LayerStack* layerStack = nullptr;   ///< Has the layer, and the expression variables.
  LayerOffset stageFromLayer;               ///< Maps time codes in the layer to stage time.
  const AssetResolver* resolver = nullptr;  ///< If null, asset paths are not resolved.
  /// For values that are written to another layer: asset paths are not resolved but rewritten, so
  /// that they lead to the same file from any layer.
  bool isForFlattening = false;
};

ValueAnchor anchorOf(const Opinion& opinion, const Stage& stage);

/// Whether stageValue() may differ from the authored value, because the authored value is or may
/// contain asset paths, time codes or path expressions.
bool dependsOnAnchor(const Value& authored);

/// Converts an authored value to the value on the stage: evaluates the expressions in asset paths,
/// resolves the paths, and maps time codes to stage time, also inside of arrays and dictionaries.
/// Keeps an asset path whose expression is faulty.
Value stageValue(const Value& authored, const ValueAnchor& anchor);

}  // namespace usdscope
