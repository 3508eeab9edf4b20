// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>
#include <string>

namespace usdscope {

/// The value type `timecode`: a point in time that layer offsets shift and scale.
struct TimeCodeValue {
  double time = 0.0;
  bool operator==(const TimeCodeValue&) const = default;
};

/// The value type `duration`: a span of time that layer offsets scale.
struct DurationValue {
  double time = 0.0;
  bool operator==(const DurationValue&) const = default;
};

/// The value type `asset`.
struct AssetPath {
  std::string authored;   ///< The path in the layer, without `@`.
  std::string evaluated;  ///< The result when `authored` is an expression; else empty.
  /// The identifier of the file; empty when it is not found. Only set in values of stages.
  std::string resolved;

  const std::string& path() const { return evaluated.empty() ? authored : evaluated; }
  bool operator==(const AssetPath&) const = default;
};

/// The value type `pathExpression`, as text.
struct PathExpression {
  std::string text;
  bool operator==(const PathExpression&) const = default;
};

/// The placeholder type of `opaque` and `group` attributes, which cannot have values.
struct OpaqueValue {
  bool operator==(const OpaqueValue&) const = default;
};

/// `None`: blocks weaker values, so that only a schema's fallback remains.
struct ValueBlock {
  bool operator==(const ValueBlock&) const = default;
};

/// `AnimationBlock`: blocks weaker samples, splines and clips, but not weaker defaults.
struct AnimationBlock {
  bool operator==(const AnimationBlock&) const = default;
};

/// The value of unregistered metadata, as text.
struct UnregisteredValue {
  std::string text;
  bool operator==(const UnregisteredValue&) const = default;
};

}  // namespace usdscope

template <>
struct std::hash<usdscope::UnregisteredValue> {
  std::size_t operator()(const usdscope::UnregisteredValue& value) const noexcept {
    return std::hash<std::string>()(value.text);
  }
};
