// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>
#include <span>
#include <stop_token>
#include <string>
#include <vector>

#include "engine/layer/LayerEdit.h"
#include "engine/stage/Stage.h"

namespace usdscope {

/// Edits of one layer, applied in order.
struct LayerEdits {
  std::string layer;  ///< Identifier.
  std::vector<LayerEdit> edits;
};

/// Versions of layers, each layer once.
using LayerVersions = std::vector<std::shared_ptr<const Layer>>;

struct AppliedEdits {
  /// The layers before and after the edits, in equal order. withLayers() undoes the edits with
  /// `before` and repeats them with `after`. Empty when the edits were refused.
  LayerVersions before;
  LayerVersions after;
  std::string problem;  ///< One sentence when an edit is impossible; then nothing was changed.
  RecomposeResult result;
};

/// Applies a group of edits to layers of a stage and composes the next stage. The layers are the
/// session layer, which the request of the next stage has, and open layers, which are replaced in
/// the cache of the stage. If one edit is impossible, none is applied.
///
/// Only one thread at a time may call this for the layers of one cache. If `stop` is requested, the
/// layers are replaced, but there is no stage: call withLayers() again.
AppliedEdits applyEdits(const std::shared_ptr<const Stage>& stage,
                        std::span<const LayerEdits> groups, std::stop_token stop = {});

/// Puts versions of layers in place of the present ones and composes the next stage.
RecomposeResult withLayers(const std::shared_ptr<const Stage>& stage, const LayerVersions& layers,
                           std::stop_token stop = {});

}  // namespace usdscope
