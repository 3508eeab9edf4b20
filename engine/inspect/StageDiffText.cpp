// SPDX-License-Identifier: Apache-2.0
#include "engine/inspect/StageDiffText.h"

#include <fmt/format.h>

#include "engine/inspect/MotionText.h"
#include "engine/report/explain/Explain.h"
#include "engine/report/text/ValueText.h"
#include "engine/value/TypeName.h"

namespace usdscope {
namespace {

struct SideTexts {
  std::string first;
  std::string second;
};

// Values that read the same are preceded by their types.
SideTexts valuesOf(const DifferenceInterval& interval) {
  const auto textOf = [](const Value& value) {
    return value ? valueToText(value) : std::string("no value");
  };
  SideTexts texts{textOf(interval.firstValue), textOf(interval.secondValue)};
  if (texts.first != texts.second) return texts;
  const auto typed = [](const Value& value, const std::string& text) {
    if (value.kind() == ValueKind::Other) return text;
    return typeNameOf(value.kind(), value.isArray()).name.string() + ' ' + text;
  };
  return {typed(interval.firstValue, texts.first), typed(interval.secondValue, texts.second)};
}

std::string sideLine(char mark, const std::string& text, const MotionSource& source,
                     const LayerNames& names) {
  if (text.empty() && !source.layer) return {};
  std::string line = fmt::format("    {} {}", mark, text.empty() ? "nothing" : text);
  if (source.layer) {
    line += " in " + motionSourceText(source, names);
  } else if (source.source == ValueSource::Fallback) {
    line += ", the fallback";
  }
  return line + '\n';
}

Json sideJson(const std::string& text, const MotionSource& source, const LayerNames& names) {
  Json json = motionSourceToJson(source, names);
  json["text"] = text;
  return json;
}

Json timeJson(TimeCode time) {
  return time.isNumeric() ? numberToJson(time.time()) : Json(timeText(time));
}

}  // namespace

std::string intervalTimesText(const DifferenceInterval& interval) {
  const std::string first = timeText(interval.from.first);
  const std::string second = timeText(interval.from.second);
  if (first != second) return fmt::format("{} and {}", first, second);
  if (interval.count == 1) return "at " + first;
  return fmt::format("{} to {}", first, timeText(interval.to.first));
}

std::string stageDifferenceText(const StageDifference& difference, const LayerNames& firstNames,
                                const LayerNames& secondNames) {
  const std::string path = '<' + difference.path.text() + '>';
  const auto only = [&](char mark, const MotionSource& source, const LayerNames& names) {
    return fmt::format("{} {} in {}\n", mark, path, motionSourceText(source, names));
  };
  switch (difference.kind) {
    case StageDifferenceKind::OnlyInFirst:
      return only('-', difference.first, firstNames);
    case StageDifferenceKind::OnlyInSecond:
      return only('+', difference.second, secondNames);
    case StageDifferenceKind::Type:
    case StageDifferenceKind::Targets:
      return fmt::format("  {} {}\n", path, nameOf(difference.kind)) +
             sideLine('-', difference.firstText, difference.first, firstNames) +
             sideLine('+', difference.secondText, difference.second, secondNames);
    case StageDifferenceKind::Value:
      break;
  }
  std::string text;
  for (const DifferenceInterval& interval : difference.intervals) {
    text += fmt::format("  {} {}", path, intervalTimesText(interval));
    if (interval.step != 0.0) text += ", difference " + numberToText(interval.step);
    const SideTexts values = valuesOf(interval);
    text += '\n' + sideLine('-', values.first, interval.first, firstNames) +
            sideLine('+', values.second, interval.second, secondNames);
  }
  return text;
}

std::string stageDifferenceLine(const StageDifference& difference, const LayerNames& firstNames,
                                const LayerNames& secondNames) {
  const auto side = [](const std::string& text, const MotionSource& source,
                       const LayerNames& names) {
    if (text.empty() && !source.layer) return std::string("nothing");
    const std::string from = motionSourceText(source, names);
    if (text.empty()) return "nothing in " + from;
    return source.layer ? text + " in " + from : text;
  };
  std::string line = '<' + difference.path.text() + '>';
  const std::string first = side(difference.firstText, difference.first, firstNames);
  const std::string second = side(difference.secondText, difference.second, secondNames);
  switch (difference.kind) {
    case StageDifferenceKind::OnlyInFirst:
      return fmt::format("{} is only in the first: {}", line, first);
    case StageDifferenceKind::OnlyInSecond:
      return fmt::format("{} is only in the second: {}", line, second);
    case StageDifferenceKind::Type:
      return fmt::format("{} has another type: {} -> {}", line, first, second);
    case StageDifferenceKind::Targets:
      return fmt::format("{} has other targets: {} -> {}", line, first, second);
    case StageDifferenceKind::Value:
      break;
  }
  const DifferenceInterval& interval = difference.intervals.front();
  if (interval.step != 0.0) line += " difference " + numberToText(interval.step);
  const SideTexts values = valuesOf(interval);
  return fmt::format("{}: {} -> {}", line, side(values.first, interval.first, firstNames),
                     side(values.second, interval.second, secondNames));
}

Json stageDiffToJson(const StageDiff& diff, const StageDiffRequest& request,
                     const LayerNames& firstNames, const LayerNames& secondNames) {
  Json list = Json::array();
  for (const StageDifference& difference : diff.differences) {
    Json entry{{"kind", nameOf(difference.kind)}, {"path", difference.path.text()}};
    if (difference.kind != StageDifferenceKind::Value) {
      entry["first"] = sideJson(difference.firstText, difference.first, firstNames);
      entry["second"] = sideJson(difference.secondText, difference.second, secondNames);
      list.push_back(std::move(entry));
      continue;
    }
    Json intervals = Json::array();
    for (const DifferenceInterval& interval : difference.intervals) {
      const SideTexts values = valuesOf(interval);
      Json from = Json::array({timeJson(interval.from.first), timeJson(interval.from.second)});
      Json to = Json::array({timeJson(interval.to.first), timeJson(interval.to.second)});
      intervals.push_back({{"from", std::move(from)},
                           {"to", std::move(to)},
                           {"times", interval.count},
                           {"step", numberToJson(interval.step)},
                           {"first", sideJson(values.first, interval.first, firstNames)},
                           {"second", sideJson(values.second, interval.second, secondNames)}});
    }
    entry["intervals"] = std::move(intervals);
    list.push_back(std::move(entry));
  }
  Json skipped = Json::array();
  for (const Path& path : diff.tooManyClips) skipped.push_back(path.text());
  return {{"tolerance", request.tolerance}, {"times", request.times.size()},
          {"prims", diff.primCount},        {"attributes", diff.attributeCount},
          {"skipped", std::move(skipped)},  {"differences", std::move(list)}};
}

}  // namespace usdscope
