// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>
#include <span>
#include <string>
#include <vector>

#include "engine/compose/CompositionError.h"
#include "engine/compose/StackRelocates.h"
#include "engine/layer/Layer.h"

namespace usdscope {

namespace detail {
class LayerStackCache;
}

/// One layer of a stack, and how its time runs in the stack.
struct LayerStackEntry {
  static constexpr std::uint32_t kNoParent = 0xFFFFFFFFu;

  std::shared_ptr<const Layer> layer;
  LayerOffset offset;  ///< Stack time from layer time: all sublayer offsets and rates on the way.
  /// The entry whose layer has this one as a sublayer; kNoParent for the session and root layers.
  std::uint32_t parent = kNoParent;
  /// The offset authored with the sublayer, without the rates; the identity where it is invalid.
  LayerOffset authored;
};

/// The layers behind one root layer, strongest first: the session layer and its sublayers where
/// there is one, then the root layer and its sublayers, depth first. Immutable.
///
/// Two stacks of one Composer are the same one exactly when their addresses are equal. They live as
/// long as any prim index of the Composer that made them.
class LayerStack {
 public:
  /// Tells the stacks of a Composer apart. The next version of a stack after an edit has the same.
  std::uint32_t number() const { return number_; }
  const std::vector<LayerStackEntry>& entries() const { return entries_; }
  const std::shared_ptr<const Layer>& rootLayer() const { return rootLayer_; }
  const std::shared_ptr<const Layer>& sessionLayer() const { return sessionLayer_; }

  /// Rate of the stack's time: timeCodesPerSecond of session, of root, framesPerSecond of session,
  /// of root, 24.
  double timeCodesPerSecond() const { return timeCodesPerSecond_; }
  /// The layer whose rate that is: the session layer or the root layer.
  const std::shared_ptr<const Layer>& rateLayer() const {
    return isRateOfSession_ ? sessionLayer_ : rootLayer_;
  }

  /// Composed `expressionVariables`: those of the stacks that reference this one over its own.
  const Dictionary& expressionVariables() const { return expressionVariables_; }
  /// Number of the stack whose variables reach those that this one references: its own, if it adds
  /// some.
  std::uint32_t expressionVariablesSource() const { return expressionVariablesSource_; }

  const StackRelocates& relocates() const { return relocates_; }

  /// Problems with the stack itself: sublayers, relocates.
  std::span<const CompositionError> errors() const { return errors_; }

  /// Identifiers of sublayers that are muted or cannot be read; recorded so that an edit knows whom
  /// it concerns.
  std::span<const std::string> missingLayers() const { return missingLayers_; }

  /// Whether some layer of the stack has a prim or variant spec at this path.
  bool hasPrimSpec(Path path) const;

 private:
  friend class LayerStackBuilder;
  friend class detail::LayerStackCache;

  static constexpr std::uint32_t kOwnVariables = 0xFFFFFFFFu;  // Until the stack has its number.

  std::vector<LayerStackEntry> entries_;
  std::shared_ptr<const Layer> rootLayer_;
  std::shared_ptr<const Layer> sessionLayer_;
  double timeCodesPerSecond_ = 24.0;
  bool isRateOfSession_ = false;
  Dictionary expressionVariables_;
  std::uint32_t number_ = 0;
  std::uint32_t expressionVariablesSource_ = kOwnVariables;
  StackRelocates relocates_;
  std::vector<CompositionError> errors_;
  std::vector<std::string> missingLayers_;
};

/// Rate of a single layer's time: its timeCodesPerSecond, framesPerSecond or 24. A rate that is 0
/// or not finite is ignored.
double timeCodesPerSecond(const Layer& layer);

/// The field that gives a layer its rate: `timeCodesPerSecond`, or `framesPerSecond` in its place.
/// Empty when neither is authored.
Token rateFieldOf(const Layer& layer);

}  // namespace usdscope
