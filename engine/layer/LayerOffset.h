// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>

#include "engine/base/Diagnostics.h"

namespace usdscope {

inline constexpr DiagnosticCode kInvalidLayerOffset{"layer.invalid-offset", Severity::Warning};

/// Affine map from the time of a layer to the time of whatever includes it:
/// `outer = offset + scale * inner`. All times are time codes, not seconds.
struct LayerOffset {
  double offset = 0.0;  ///< Outer time at which inner time 0 plays.
  double scale = 1.0;   ///< 2 plays the inner layer at half speed. Positive; see validOrIdentity().

  double operator()(double innerTime) const { return offset + scale * innerTime; }

  bool isIdentity() const { return offset == 0.0 && scale == 1.0; }

  /// The map from outer to inner time. Empty when there is none: scale 0, or a value not finite
  /// here or there.
  std::optional<LayerOffset> inverse() const;

  bool operator==(const LayerOffset&) const = default;
};

/// The map that applies `inner` first and then `outer`.
LayerOffset compose(const LayerOffset& outer, const LayerOffset& inner);

/// Returns `authored`, or the identity and a kInvalidLayerOffset warning when its scale is not
/// positive or a value not finite: then the reference ignores the whole offset.
LayerOffset validOrIdentity(const LayerOffset& authored, const SourceSite& site,
                            Diagnostics& diagnostics);

}  // namespace usdscope
