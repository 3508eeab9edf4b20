// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>

#include "engine/base/Diagnostics.h"

namespace usdscope {

inline constexpr DiagnosticCode kInvalidLayerOffset{"layer.invalid-offset", Severity::Warning};

/// An affine map from the time of a layer to the time of the layer or stack that includes it:
/// `outer = offset + scale * inner`. All times are time codes, not seconds.
struct LayerOffset {
  double offset = 0.0;  ///< The outer time that corresponds to inner time 0.
  double scale = 1.0;   ///< 2 plays the inner layer at half speed. Positive; see validOrIdentity().

  double operator()(double innerTime) const { return offset + scale * innerTime; }

  bool isIdentity() const { return offset == 0.0 && scale == 1.0; }

  /// The map from outer to inner time. Empty when the scale is 0, or when a value of either map is
  /// not finite.
  std::optional<LayerOffset> inverse() const;

  bool operator==(const LayerOffset&) const = default;
};

/// The map that applies `inner` first and then `outer`.
LayerOffset compose(const LayerOffset& outer, const LayerOffset& inner);

/// Returns `authored`. If its scale is not positive, or a value is not finite, returns the identity
/// and reports kInvalidLayerOffset.
LayerOffset validOrIdentity(const LayerOffset& authored, const SourceSite& site,
                            Diagnostics& diagnostics);

}  // namespace usdscope
