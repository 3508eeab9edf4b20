// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>
#include <span>
#include <string>
#include <vector>

#include "engine/compose/CompositionError.h"
#include "engine/compose/LayerStackRelocates.h"
#include "engine/layer/Layer.h"

namespace usdscope {

namespace detail {
class LayerStackCache;
}

/// One layer of a stack, and how its time maps to the stack's time.
struct LayerStackEntry {
  static constexpr std::uint32_t kNoParent = 0xFFFFFFFFu;

  std::shared_ptr<const Layer> layer;
  /// Maps layer time to stack time: all sublayer offsets and rates between the stack's root and
  /// this layer.
  LayerOffset offset;
  /// The entry whose layer has this one as a sublayer; kNoParent for the session and root layers.
  std::uint32_t parent = kNoParent;
  /// The offset authored with the sublayer, without the rates; the identity if it is invalid.
  LayerOffset authored;
};

/// A root layer and all its sublayers, strongest first: the session layer (if any) and its
/// sublayers, then the root layer and its sublayers, depth first. Immutable.
///
/// A Composer makes each stack once, so stacks can be compared by address. They live as long as any
/// prim index of the Composer that made them.
class LayerStack {
 public:
  /// Identifies the stack within a Composer. After an edit, the next version of the stack has the
  /// same number.
  std::uint32_t number() const { return number_; }
  const std::vector<LayerStackEntry>& entries() const { return entries_; }
  const std::shared_ptr<const Layer>& rootLayer() const { return rootLayer_; }
  const std::shared_ptr<const Layer>& sessionLayer() const { return sessionLayer_; }

  /// Rate of the stack's time. The first authored value applies: timeCodesPerSecond of the session
  /// layer, timeCodesPerSecond of the root layer, framesPerSecond of the session layer,
  /// framesPerSecond of the root layer, 24.
  double timeCodesPerSecond() const { return timeCodesPerSecond_; }
  /// The layer that authors timeCodesPerSecond(): the session layer or the root layer.
  const std::shared_ptr<const Layer>& rateLayer() const {
    return isRateOfSession_ ? sessionLayer_ : rootLayer_;
  }

  /// The composed `expressionVariables`. Variables of the stacks that reference this one are
  /// stronger than its own.
  const Dictionary& expressionVariables() const { return expressionVariables_; }
  /// The number of the stack whose variables apply in the stacks that this one references: its own
  /// number if it adds variables, else that of a referencing stack.
  std::uint32_t expressionVariablesSource() const { return expressionVariablesSource_; }

  const LayerStackRelocates& relocates() const { return relocates_; }

  /// Problems with the sublayers and relocates of the stack.
  std::span<const CompositionError> errors() const { return errors_; }

  /// Identifiers of sublayers that are muted or unreadable. If an edit makes one of them available,
  /// the stack is built again.
  std::span<const std::string> missingLayers() const { return missingLayers_; }

  /// Whether some layer of the stack has a prim or variant spec at this path.
  bool hasPrimSpec(Path path) const;

 private:
  friend class LayerStackBuilder;
  friend class detail::LayerStackCache;

  // Used until the stack has its number.
  static constexpr std::uint32_t kOwnVariables = 0xFFFFFFFFu;

  std::vector<LayerStackEntry> entries_;
  std::shared_ptr<const Layer> rootLayer_;
  std::shared_ptr<const Layer> sessionLayer_;
  double timeCodesPerSecond_ = 24.0;
  bool isRateOfSession_ = false;
  Dictionary expressionVariables_;
  std::uint32_t number_ = 0;
  std::uint32_t expressionVariablesSource_ = kOwnVariables;
  LayerStackRelocates relocates_;
  std::vector<CompositionError> errors_;
  std::vector<std::string> missingLayers_;
};

/// Rate of a single layer's time: its timeCodesPerSecond, else its framesPerSecond, else 24. A rate
/// that is 0 or not finite is ignored.
double timeCodesPerSecond(const Layer& layer);

/// The field that gives a layer its rate: `timeCodesPerSecond`, or `framesPerSecond` in its place.
/// Empty when neither is authored.
Token rateFieldOf(const Layer& layer);

}  // namespace usdscope
