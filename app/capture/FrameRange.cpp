// SPDX-License-Identifier: Apache-2.0
#include "app/capture/FrameRange.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <cmath>
#include <optional>
#include <unordered_map>

namespace usdscope {
namespace {

constexpr double kMaxFrames = 1e9;
constexpr std::int64_t kMostComparedFrames = 1000000;
// Rounding may make a stride miss an end that it should meet.
constexpr double kSlack = 1e-6;

std::optional<double> parseNumber(std::string_view text) {
  if (text.starts_with('+')) text.remove_prefix(1);
  double value = 0.0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (error != std::errc() || end != text.data() + text.size() || !std::isfinite(value)) {
    return std::nullopt;
  }
  return value;
}

std::string_view trimmed(std::string_view text) {
  const std::size_t first = text.find_first_not_of(' ');
  if (first == std::string_view::npos) return {};
  return text.substr(first, text.find_last_not_of(' ') - first + 1);
}

// Reads one item of the list. Returns its problem, or nothing.
std::string parseRange(std::string_view text, FrameRange& range) {
  const std::string_view item = text;
  const std::size_t colon = text.find(':');
  std::optional<double> stride;
  if (const std::size_t x = text.find('x'); x != std::string_view::npos) {
    if (colon == std::string_view::npos || x < colon) {
      return fmt::format("\"{}\" has a stride without an end: expected FIRST:LASTxSTRIDE.", item);
    }
    stride = parseNumber(text.substr(x + 1));
    if (!stride) {
      return fmt::format("The stride of \"{}\" is not a finite number.", item);
    }
    text = text.substr(0, x);
  }
  const auto first = parseNumber(text.substr(0, colon));
  if (!first && colon == std::string_view::npos) {
    return fmt::format("\"{}\" is not a frame: expected a finite number.", item);
  }
  if (!first) return fmt::format("The start of \"{}\": expected a finite number.", item);
  range = {*first, 1.0, 1};
  if (colon == std::string_view::npos) return {};
  const auto last = parseNumber(text.substr(colon + 1));
  if (!last) return fmt::format("The end of \"{}\": expected a finite number.", item);
  range.stride = stride.value_or(*last < *first ? -1.0 : 1.0);
  if (range.stride == 0.0) return fmt::format("The stride of \"{}\" is 0.", item);
  const double steps = (*last - *first) / range.stride;
  if (steps < 0.0) return fmt::format("The stride of \"{}\" leads away from its end.", item);
  if (!(steps < kMaxFrames)) return fmt::format("\"{}\" has too many frames.", item);
  range.count = static_cast<std::int64_t>(std::floor(steps + kSlack)) + 1;
  return {};
}

struct Placeholder {
  std::size_t first = 0;
  std::size_t last = 0;  // One past its end.
  std::size_t digits = 0;
  std::size_t decimals = 0;
};

std::optional<Placeholder> findPlaceholder(std::string_view pattern) {
  // Folders keep their `#`.
  const std::size_t slash = pattern.rfind('/');
  const std::size_t start = slash == std::string_view::npos ? 0 : slash + 1;
  const std::size_t end = pattern.rfind('#');
  if (end == std::string_view::npos || end < start) return std::nullopt;
  const auto runBefore = [&](std::size_t behind) {
    std::size_t first = behind;
    while (first > start && pattern[first - 1] == '#') --first;
    return first;
  };
  Placeholder place;
  place.last = end + 1;
  place.first = runBefore(place.last);
  place.digits = place.last - place.first;
  if (place.first > start + 1 && pattern[place.first - 1] == '.' &&
      pattern[place.first - 2] == '#') {
    place.decimals = place.digits;
    const std::size_t behind = place.first - 1;
    place.first = runBefore(behind);
    place.digits = behind - place.first;
  }
  return place;
}

}  // namespace

std::int64_t FrameRanges::count() const {
  std::int64_t sum = 0;
  for (const FrameRange& range : ranges) sum += range.count;
  return sum;
}

FrameRanges parseFrames(std::string_view text) {
  FrameRanges result;
  while (true) {
    const std::size_t comma = std::min(text.find(','), text.size());
    FrameRange range;
    result.problem = parseRange(trimmed(text.substr(0, comma)), range);
    if (!result.problem.empty()) return {{}, result.problem};
    result.ranges.push_back(range);
    if (comma == text.size()) return result;
    text.remove_prefix(comma + 1);
  }
}

FrameRange framesFrom(double start, double end) {
  const double steps = end - start;
  if (!(steps > 0.0) || !(steps < kMaxFrames)) return {start, 1.0, 1};
  return {start, 1.0, static_cast<std::int64_t>(std::floor(steps + kSlack)) + 1};
}

std::string frameFileName(std::string_view pattern, double frame) {
  const auto place = findPlaceholder(pattern);
  if (!place) return std::string(pattern);
  const std::size_t width = place->digits + (place->decimals > 0 ? place->decimals + 1 : 0);
  // Avoids "-0".
  const double scale = std::pow(10.0, double(place->decimals));
  const double rounded = std::round(frame * scale) / scale + 0.0;
  return fmt::format("{}{:0{}.{}f}{}", pattern.substr(0, place->first), rounded, width,
                     place->decimals, pattern.substr(place->last));
}

bool hasFramePlaceholder(std::string_view pattern) { return findPlaceholder(pattern).has_value(); }

std::optional<std::pair<double, double>> findSharedFileName(std::string_view pattern,
                                                            const FrameRanges& frames) {
  const auto isWhole = [](const FrameRange& range) {
    return std::floor(range.first) == range.first && std::floor(range.stride) == range.stride;
  };
  if (std::ranges::all_of(frames.ranges, isWhole)) return std::nullopt;
  // Within a range, frames ascend or descend, so equal names are neighbours. Across ranges all
  // names are compared, unless there are too many to keep.
  std::unordered_map<std::string, double> frameOfName;
  const bool comparesAll = frames.ranges.size() > 1 && frames.count() <= kMostComparedFrames;
  for (const FrameRange& range : frames.ranges) {
    std::pair<std::string, double> last;
    for (std::int64_t i = 0; i < range.count; ++i) {
      const double frame = range.frame(i);
      std::string name = frameFileName(pattern, frame);
      if (i > 0 && name == last.first) return std::pair(last.second, frame);
      if (comparesAll) {
        const auto [found, isNew] = frameOfName.emplace(name, frame);
        if (!isNew && found->second != frame) return std::pair(found->second, frame);
      }
      last = {std::move(name), frame};
    }
  }
  return std::nullopt;
}

std::string whyNoNames(std::string_view pattern, const FrameRanges& frames) {
  if (frames.count() <= 1) return {};
  if (!hasFramePlaceholder(pattern)) {
    return fmt::format("{} frames need a name with #: out.####.png", frames.count());
  }
  const auto twice = findSharedFileName(pattern, frames);
  if (!twice) return {};
  return fmt::format(
      "Frames {} and {} would both be written to {}: name them with decimals, out.####.##.png",
      twice->first, twice->second, frameFileName(pattern, twice->first));
}

}  // namespace usdscope
