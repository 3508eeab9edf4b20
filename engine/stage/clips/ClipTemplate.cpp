// SPDX-License-Identifier: Apache-2.0
#include "engine/stage/clips/ClipTemplate.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <iterator>
#include <limits>
#include <string_view>

#include "engine/layer/ClipKeys.h"

namespace usdscope {
namespace {

// Times are counted in these parts of a time code, so that strides such as 0.1 do not drift.
constexpr double kTimeParts = 10000.0;
constexpr double kLargestNumber = 1e9;
constexpr int kMostFiles = 1'000'000;
// No file has a longer path, so that none needs to be looked for.
constexpr std::size_t kLongestPath = 4096;
// Begins the arguments for the file format in a path. Our formats have no arguments.
constexpr std::string_view kFormatArguments = ":SDF_FORMAT_ARGS:";

struct Pattern {
  std::string folder;              // With the slash.
  std::vector<std::string> words;  // The parts of the file name between dots.
  std::size_t whole = 0;           // Index of the word with the whole number.
  std::size_t digits = 0;
  std::size_t decimals = 0;  // Digits of the fraction, which is the next word; 0: no fraction.
};

std::optional<Pattern> parsePattern(std::string assetPath) {
  Pattern pattern;
  const std::size_t arguments = assetPath.find(kFormatArguments);
  if (arguments != std::string::npos) assetPath.resize(arguments);
  const std::size_t slash = assetPath.rfind('/');
  const std::size_t nameBegin = slash == std::string::npos ? 0 : slash + 1;
  pattern.folder = assetPath.substr(0, nameBegin);
  std::string_view name = std::string_view(assetPath).substr(nameBegin);
  std::vector<std::size_t> numbers;
  while (!name.empty()) {
    const std::string_view word = name.substr(0, name.find('.'));
    name.remove_prefix(std::min(word.size() + 1, name.size()));
    if (word.empty()) continue;
    if (word.find_first_not_of('#') == word.npos) numbers.push_back(pattern.words.size());
    pattern.words.emplace_back(word);
  }
  const bool isOne = numbers.size() == 1;
  const bool isPair = numbers.size() == 2 && numbers[1] == numbers[0] + 1;
  if (!isOne && !isPair) return std::nullopt;
  pattern.whole = numbers[0];
  pattern.digits = pattern.words[numbers[0]].size();
  if (isPair) pattern.decimals = pattern.words[numbers[1]].size();
  return pattern;
}

/// Makes the names of a pattern's files. Keeps what is common to them, since a template may name a
/// million files.
class FileNames {
 public:
  explicit FileNames(const Pattern& pattern) : pattern_(pattern) {
    for (std::size_t i = 0; i < pattern.whole; ++i) begin_ += pattern.words[i] + ".";
    name_ = pattern.folder + begin_;
    common_ = name_.size();
    const std::size_t numbers = pattern.decimals > 0 ? 2 : 1;
    for (std::size_t i = pattern.whole + numbers; i < pattern.words.size(); ++i) {
      end_ += "." + pattern.words[i];
    }
  }

  TemplateNameParts parts() const { return {begin_, end_}; }

  /// Returns the name of a file, valid until the next call.
  const std::string& at(double time) {
    name_.resize(common_);
    fmt::format_to(std::back_inserter(name_), "{:0{}d}", static_cast<int>(time), pattern_.digits);
    if (pattern_.decimals > 0) {
      const std::string text = fmt::format("{:.{}f}", time, pattern_.decimals);
      name_.append(text, text.find('.'));
    }
    return name_ += end_;
  }

 private:
  const Pattern& pattern_;
  std::string begin_;
  std::string name_;
  std::size_t common_ = 0;  // The length of the part of `name_` before the number.
  std::string end_;
};

std::optional<ClipFault> findFault(const ClipTemplate& t, bool hasPattern) {
  const auto fault = [](ClipFaultKind kind, std::string key, auto value, auto expected) {
    ClipFault out;
    out.kind = kind;
    out.key = std::move(key);
    out.value = fmt::format("{}", value);
    out.expected = fmt::format("{}", expected);
    return out;
  };
  using enum ClipFaultKind;
  if (!(t.stride > 0.0))
    return fault(TemplateStrideNotPositive, clip_keys::kTemplateStride, t.stride, 0);
  if (t.activeOffset && !(std::abs(*t.activeOffset) <= t.stride)) {
    return fault(TemplateOffsetBeyondStride, clip_keys::kTemplateActiveOffset, *t.activeOffset,
                 t.stride);
  }
  if (!(t.start <= t.end)) {
    return fault(TemplateStartAfterEnd, clip_keys::kTemplateStartTime, t.start, t.end);
  }
  if (std::abs(t.start) > kLargestNumber || std::abs(t.end) > kLargestNumber ||
      (t.end - t.start) / t.stride > kMostFiles) {
    return fault(TemplateTooLong, clip_keys::kTemplateEndTime, t.end, kMostFiles);
  }
  if (!hasPattern) {
    return fault(TemplateWithoutNumber, clip_keys::kTemplateAssetPath, t.assetPath,
                 "dir/name.###.usd or dir/name.##.##.usd");
  }
  return std::nullopt;
}

}  // namespace

TemplateNameParts templateNameParts(const ClipTemplate& clipTemplate) {
  const std::optional<Pattern> pattern = parsePattern(clipTemplate.assetPath);
  return pattern ? FileNames(*pattern).parts() : TemplateNameParts();
}

std::optional<ClipSequence> expandTemplate(const ClipTemplate& clipTemplate,
                                           const std::function<bool(const std::string&)>& exists,
                                           ClipFault& fault,
                                           const std::function<double(double)>& nextNumber) {
  const std::optional<Pattern> pattern = parsePattern(clipTemplate.assetPath);
  if (auto found = findFault(clipTemplate, pattern.has_value())) {
    fault = std::move(*found);
    return std::nullopt;
  }

  FileNames names(*pattern);
  ClipSequence sequence;
  const double start = clipTemplate.start * kTimeParts;
  const double end = clipTemplate.end * kTimeParts;
  const double offset = clipTemplate.activeOffset.value_or(0.0) * kTimeParts;
  // With an offset, clips play before the first and after the last file number. The map of times
  // must cover that.
  const auto addTimeKnot = [&](double parts) {
    sequence.times.emplace_back(parts / kTimeParts, parts / kTimeParts);
  };
  if (clipTemplate.activeOffset) addTimeKnot(start - std::abs(offset));
  const double step = clipTemplate.stride * kTimeParts;
  double last = start - 1.0;
  double next = -std::numeric_limits<double>::infinity();
  const bool canExist = clipTemplate.assetPath.size() <= kLongestPath;
  for (double parts = start; canExist && parts <= end && parts > last;
       last = parts, parts += step) {
    const double number = parts / kTimeParts;
    if (nextNumber && number >= next) next = nextNumber(number);
    if (number < next) continue;
    const std::string& file = names.at(number);
    if (!exists(file)) continue;
    addTimeKnot(parts);
    sequence.active.emplace_back((parts + offset) / kTimeParts, sequence.assetPaths.size());
    sequence.assetPaths.push_back(file);
  }
  if (clipTemplate.activeOffset) addTimeKnot(end + std::abs(offset));
  return sequence;
}

double templateTime(const ClipTemplate& clipTemplate, std::size_t index) {
  const double step = clipTemplate.stride * kTimeParts;
  const double offset = clipTemplate.activeOffset.value_or(0.0) * kTimeParts;
  return (clipTemplate.start * kTimeParts + static_cast<double>(index) * step + offset) /
         kTimeParts;
}

}  // namespace usdscope
