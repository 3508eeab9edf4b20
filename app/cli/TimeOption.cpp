// SPDX-License-Identifier: Apache-2.0
#include "app/cli/TimeOption.h"

#include "app/capture/FrameRange.h"

namespace usdscope {

std::optional<TimeCode> parseTime(std::string_view text) {
  if (text == "default") return TimeCode::defaultTime();
  if (text == "earliest") return TimeCode::earliest();
  constexpr std::string_view kBefore = "pre:";
  const bool isPreTime = text.starts_with(kBefore);
  if (isPreTime) text.remove_prefix(kBefore.size());
  if (text.find_first_of(":,x") != std::string_view::npos) return std::nullopt;
  const FrameRanges frames = parseFrames(text);
  if (!frames.problem.empty()) return std::nullopt;
  const double time = frames.ranges.front().first;
  return isPreTime ? TimeCode::preTime(time) : TimeCode(time);
}

}  // namespace usdscope
