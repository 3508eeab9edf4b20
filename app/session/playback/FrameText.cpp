// SPDX-License-Identifier: Apache-2.0
#include "app/session/playback/FrameText.h"

#include <fmt/format.h>

#include <charconv>
#include <cmath>

#include "engine/report/explain/Explain.h"

namespace usdscope {
namespace {

std::optional<double> wholeNumber(std::string_view text) {
  double number = 0.0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
  const bool isNumber = error == std::errc() && end == text.data() + text.size();
  return isNumber && std::isfinite(number) ? std::optional(number) : std::nullopt;
}

// `24.5`, `73/3` or `24 1/3`; before zero, `-24 1/3` is one third earlier than -24.
std::optional<double> numberFromTyped(std::string_view text) {
  const std::size_t slash = text.find('/');
  if (slash == text.npos) return wholeNumber(text);
  const std::size_t blank = text.find(' ');
  const bool isMixed = blank < slash;
  const std::size_t begin = isMixed ? blank + 1 : 0;
  const auto whole = isMixed ? wholeNumber(text.substr(0, blank)) : 0.0;
  const auto above = wholeNumber(text.substr(begin, slash - begin));
  const auto below = wholeNumber(text.substr(slash + 1));
  if (!whole || !above || !below || !(*below > 0.0) || (isMixed && *above < 0.0)) return {};
  const double part = *above / *below;
  const double number = isMixed && text.front() == '-' ? *whole - part : *whole + part;
  return std::isfinite(number) ? std::optional(number) : std::nullopt;
}

}  // namespace

std::string frameText(TimeCode time) {
  if (time.isDefault()) return "Default time";
  return "Frame " + timeText(time.time()) + (time.isPreTime() ? ", left limit" : "");
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
  const auto number = numberFromTyped(text);
  if (!number) return std::nullopt;
  return isPreTime ? TimeCode::preTime(*number) : TimeCode(*number);
}

std::string argumentOf(TimeCode time) {
  if (time.isDefault()) return "default";
  return argumentOf(time.time()) + (time.isPreTime() ? "-" : "");
}

std::string argumentOf(double number) { return fmt::format("{}", number); }

}  // namespace usdscope
