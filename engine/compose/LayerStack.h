// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>
#include <span>
#include <string>
#include <unordered_map>
#include <vector>

#include "engine/compose/CompositionError.h"
#include "engine/layer/Layer.h"

namespace usdscope {

/// One layer of a stack, and how its time runs in the stack.
struct LayerStackEntry {
  std::shared_ptr<const Layer> layer;
  LayerOffset offset;  ///< Stack time from layer time: all sublayer offsets and rates on the way.
};

/// The layers behind one root layer, strongest first: the session layer and its sublayers where
/// there is one, then the root layer and its sublayers, depth first. Immutable.
///
/// Two stacks are the same one exactly when their addresses are equal: LayerStackCache sees to it.
class LayerStack {
 public:
  const std::vector<LayerStackEntry>& entries() const { return entries_; }
  const std::shared_ptr<const Layer>& rootLayer() const { return rootLayer_; }
  const std::shared_ptr<const Layer>& sessionLayer() const { return sessionLayer_; }

  /// Rate of the stack's time: timeCodesPerSecond of session, of root, framesPerSecond of session,
  /// of root, 24.
  double timeCodesPerSecond() const { return timeCodesPerSecond_; }

  /// Composed `expressionVariables` of the stack and of those that reference it.
  const Dictionary& expressionVariables() const { return expressionVariables_; }

  /// Valid relocates of all layers: source → final target in this stack's namespace; an empty
  /// target removes. Chains are followed.
  const std::unordered_map<Path, Path>& relocatesTargetFromSource() const { return relocates_; }
  const std::unordered_map<Path, Path>& relocatesSourceFromTarget() const { return relocatesBack_; }

  /// Problems with the stack itself: sublayers, relocates.
  std::span<const CompositionError> errors() const { return errors_; }

  /// What a muted or missing sublayer was asked as; recorded so that an edit knows whom it
  /// concerns.
  std::span<const std::string> missingLayers() const { return missingLayers_; }

  /// Whether some layer of the stack has a prim or variant spec at this path.
  bool hasPrimSpec(Path path) const;

 private:
  friend class LayerStackBuilder;

  std::vector<LayerStackEntry> entries_;
  std::shared_ptr<const Layer> rootLayer_;
  std::shared_ptr<const Layer> sessionLayer_;
  double timeCodesPerSecond_ = 24.0;
  Dictionary expressionVariables_;
  std::unordered_map<Path, Path> relocates_;
  std::unordered_map<Path, Path> relocatesBack_;
  std::vector<CompositionError> errors_;
  std::vector<std::string> missingLayers_;
};

}  // namespace usdscope
