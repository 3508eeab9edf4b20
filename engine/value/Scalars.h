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
  std::string authored;   ///< As in the layer, without `@`.
  std::string evaluated;  ///< What an expression gave; empty when `authored` is none.
  std::string
      resolved;  ///< Where it lies; empty when not found. Layers leave it empty, stages fill it in.

  const std::string& path() const { return evaluated.empty() ? authored : evaluated; }
  bool operator==(const AssetPath&) const = default;
};

/// The value type `pathExpression`, as text.
struct PathExpression {
  std::string text;
  bool operator==(const PathExpression&) const = default;
};

/// The value of `opaque` and `group` attributes, which have none.
struct OpaqueValue {
  bool operator==(const OpaqueValue&) const = default;
};

/// `None`: hides weaker values, so that only a schema's fallback is left.
struct ValueBlock {
  bool operator==(const ValueBlock&) const = default;
};

/// `AnimationBlock`: hides weaker samples, splines and clips, and lets weaker defaults pass.
struct AnimationBlock {
  bool operator==(const AnimationBlock&) const = default;
};

/// A metadata value of a field that no schema knows, as it stood in the text.
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
