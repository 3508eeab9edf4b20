// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/stage/resolve/OpinionWalk.h"
#include "engine/value/Value.h"

namespace usdscope {

class AssetResolver;

/// What a value is anchored at: the layer it was authored in, and where that stands on the stage.
struct ValueAnchor {
  const Layer* layer = nullptr;             ///< Asset paths are relative to it.
  const PrimIndexNode* site = nullptr;      ///< Its layer stack has the expression variables.
  LayerOffset stageFromLayer;               ///< For time codes.
  const AssetResolver* resolver = nullptr;  ///< Null: asset paths stay unresolved.
  /// Asset paths are rewritten so that they lead to the same place from any layer, and are not
  /// resolved: for values that move to another file.
  bool isForFlattening = false;
};

ValueAnchor anchorOf(const Opinion& opinion, const Stage& stage);

/// True when stageValue() may differ from the authored value: it is or may hold asset paths, time
/// codes or path expressions.
bool dependsOnAnchor(const Value& authored);

/// The authored value as the stage has it: expressions in asset paths evaluated and the paths
/// resolved, time codes mapped to the stage, path expressions mapped to its namespace; in arrays
/// and dictionaries too. An asset path whose expression is faulty stays as it is.
Value stageValue(const Value& authored, const ValueAnchor& anchor);

}  // namespace usdscope
