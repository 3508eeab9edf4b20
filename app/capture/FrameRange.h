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
  std::string problem;  ///< A sentence that says why the text cannot be read; empty if it can.

  std::int64_t count() const;
};

/// Reads a list of frames, comma-separated: `101`, `101:105`, `105:101` (backwards), `101:105x2`,
/// `1:2x0.5`. A range includes both ends, but the last one only if the stride reaches it exactly.
/// Errors are: a stride of 0 or in the wrong direction, a non-finite number, and too many frames.
/// (These are the forms of usdrecord's --frames.)
FrameRanges parseFrames(std::string_view text);

/// Returns the frames from `start` to `end` in steps of 1; one frame if `end` is not after `start`.
FrameRange framesFrom(double start, double end);

/// Returns the file name of a frame. The last run of `#` is replaced with the frame, padded with
/// zeros to the length of the run. In `a.####.##.png`, the run after the point sets the number of
/// decimals. A pattern without `#` is returned unchanged.
std::string frameFileName(std::string_view pattern, double frame);

/// Whether a pattern has a placeholder for the frame.
bool hasFramePlaceholder(std::string_view pattern);

/// Finds two frames that would share a file name; empty when there are none.
std::optional<std::pair<double, double>> findSharedFileName(std::string_view pattern,
                                                            const FrameRanges& frames);

/// Returns a sentence that says why the frames of a sequence cannot have names of their own; empty
/// if they can.
std::string whyNoNames(std::string_view pattern, const FrameRanges& frames);

}  // namespace usdscope
