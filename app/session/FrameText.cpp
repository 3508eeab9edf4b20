// SPDX-License-Identifier: Apache-2.0
#include "app/session/FrameText.h"

#include <charconv>
#include <cmath>

#include "engine/report/ValueText.h"

namespace usdscope {

std::string frameText(TimeCode time) {
  if (time.isDefault()) return "Default time";
  return "Frame " + numberToText(time.time()) + (time.isPreTime() ? ", left limit" : "");
}

std::optional<TimeCode> timeFromTyped(std::string_view text) {
  if (text == "default") return TimeCode::defaultTime();
  constexpr std::string_view kBefore = "pre:";
  bool isPreTime = false;
  if (text.starts_with(kBefore)) {
    text.remove_prefix(kBefore.size());
    isPreTime = true;
  } else if (text.ends_with('-')) {
    text.remove_suffix(1);
    isPreTime = true;
  }
  double number = 0.0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
  const bool isNumber = error == std::errc() && end == text.data() + text.size();
  if (!isNumber || !std::isfinite(number)) return std::nullopt;
  return isPreTime ? TimeCode::preTime(number) : TimeCode(number);
}

}  // namespace usdscope
