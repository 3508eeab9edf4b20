// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace usdscope {

/// Evenly spaced frames: `first`, `first + stride`, … `count` of them.
struct FrameRange {
  double first = 0.0;
  double stride = 1.0;
  std::int64_t count = 1;

  double frame(std::int64_t index) const { return first + stride * double(index); }
  bool operator==(const FrameRange&) const = default;
};

struct FrameRanges {
  std::vector<FrameRange> ranges;
  std::string problem;  ///< Why the text is no list of frames, a sentence; else empty.

  std::int64_t count() const;
};

/// Reads a list of frames, comma-separated: `101`, `101:105`, `105:101` (backwards), `101:105x2`,
/// `1:2x0.5`. Both ends belong to a range, the last one where the stride meets it. A stride of 0 or
/// in the other direction, a number that is not finite, and more frames than can be counted are
/// refused. (The same forms as usdrecord's --frames.)
FrameRanges parseFrames(std::string_view text);

/// All whole steps from `start` to `end`; one frame when `end` is not after `start`.
FrameRange framesFrom(double start, double end);

/// The name of a frame's file: the last run of `#` becomes the frame, padded with zeros to its
/// length, with as many decimals as a second run after a point asks for: `a.####.##.png`. Without
/// `#` the pattern itself.
std::string frameFileName(std::string_view pattern, double frame);

/// Whether a pattern gives each frame a file of its own.
bool hasFramePlaceholder(std::string_view pattern);

/// Two different frames whose files would have one name; empty: there are none.
std::optional<std::pair<double, double>> findSharedFileName(std::string_view pattern,
                                                            const FrameRanges& frames);

}  // namespace usdscope
