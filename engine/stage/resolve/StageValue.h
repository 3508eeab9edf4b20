// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/stage/resolve/OpinionWalk.h"
#include "engine/value/Value.h"

namespace usdscope {

class AssetResolver;

/// The anchor of a value: the layer it was authored in, and the place of that layer on the stage.
struct ValueAnchor {
  const Layer* layer = nullptr;             ///< Asset paths are relative to it.
  const PrimIndexNode* site = nullptr;      ///< Its layer stack has the expression variables.
  LayerOffset stageFromLayer;               ///< For time codes.
  const AssetResolver* resolver = nullptr;  ///< Null: asset paths stay unresolved.
  /// For values that move to another file: asset paths are not resolved, but rewritten so that they
  /// lead to the same place from any layer.
  bool isForFlattening = false;
};

ValueAnchor anchorOf(const Opinion& opinion, const Stage& stage);

/// True when stageValue() may differ from the authored value, because it is or may hold asset
/// paths, time codes or path expressions.
bool dependsOnAnchor(const Value& authored);

/// Brings an authored value to the stage, also inside of arrays and dictionaries: expressions in
/// asset paths are evaluated and the paths resolved, and time codes are mapped to the stage's time.
/// An asset path whose expression is faulty stays as it is.
Value stageValue(const Value& authored, const ValueAnchor& anchor);

}  // namespace usdscope
