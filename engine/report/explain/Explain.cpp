// SPDX-License-Identifier: Apache-2.0
#include "engine/report/explain/Explain.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <optional>

#include "engine/report/explain/ExplainClip.h"
#include "engine/report/explain/ExplainWords.h"
#include "engine/report/text/ValueText.h"
#include "engine/stage/Stage.h"
#include "engine/stage/clips/ClipSet.h"
#include "engine/stage/resolve/ResolveIntervals.h"

namespace usdscope {
namespace {

LayerNames namesFor(const Attribute& attribute) {
  const Stage& stage = attribute.prim().stage();
  return {*stage.rootLayer(), stage.sessionLayer().get()};
}

std::string rateText(const LayerRate& rate) {
  if (rate.field.isEmpty()) {
    return fmt::format("{} (neither timeCodesPerSecond nor framesPerSecond)", timeText(rate.rate));
  }
  return fmt::format("{} {}", rate.field.text(), timeText(rate.rate));
}

std::string whatOf(const TimeStep& step, const LayerNames& names) {
  const std::string layer = step.layer ? names.layer(*step.layer) : std::string();
  const std::string target = step.target ? " to " + names.layer(*step.target) : std::string();
  switch (step.kind) {
    case TimeStep::Kind::SubLayer:
      return fmt::format("sublayer in {}{}", layer, target);
    case TimeStep::Kind::Reference:
      return fmt::format("reference in {} <{}>{}", layer, step.path.text(), target);
    case TimeStep::Kind::Payload:
      return fmt::format("payload in {} <{}>{}", layer, step.path.text(), target);
    case TimeStep::Kind::Rate:
      return fmt::format("rate: {} in {}, {} in {}", rateText(step.outerRate),
                         step.outerRate.layer ? names.layer(*step.outerRate.layer) : std::string(),
                         rateText(step.innerRate), layer);
    case TimeStep::Kind::ClipTimes:
      return fmt::format("clip times in {} <{}>", layer, step.path.text());
    case TimeStep::Kind::Arc:
      return fmt::format("arc in {} <{}>{}", layer, step.path.text(), target);
  }
  return {};
}

// The value of a clip set may come from a generated manifest, which has no file.
std::string layerText(const Layer& layer, const LayerNames& names) {
  const std::string name = names.layer(layer);
  return name == "<anonymous>" ? quotedName(layer) : name;
}

std::string mappingOf(const LayerOffset& offset) {
  std::vector<std::string> parts;
  if (offset.offset != 0.0) parts.push_back("offset " + timeText(offset.offset));
  if (offset.scale != 1.0) parts.push_back("scale " + timeText(offset.scale));
  return fmt::format("{}", fmt::join(parts, ", "));
}

std::string holdsOf(const OpinionReport& opinion) {
  std::vector<std::string> parts;
  if (opinion.sampleCount > 0) {
    parts.push_back(
        fmt::format("{} time sample{}", opinion.sampleCount, opinion.sampleCount == 1 ? "" : "s"));
  } else if (opinion.offers == ValueSource::Spline) {
    parts.push_back("spline");
  }
  if (opinion.isBlock) {
    parts.push_back("block");
  } else if (opinion.verdict == OpinionVerdict::AnimationBlock) {
    parts.push_back("animation block");
  } else if (opinion.hasDefault) {
    parts.push_back(opinion.layer ? "default" : "fallback");
  }
  if (opinion.isEdit) parts.back() += parts.back().ends_with('s') ? " (edits)" : " (an edit)";
  if (opinion.clips) parts.push_back(fmt::format("clip set `{}`", clipSetName(opinion)));
  return fmt::format("{}", fmt::join(parts, ", "));
}

/// An interval that a text or a table shows.
struct SpokenInterval {
  double from = 0.0;
  double to = 0.0;
  double time = 0.0;
  bool isConstant = false;
  /// The gap that keeps the two sides of a jump of clip times apart. It is shorter than times are
  /// written, and clip times within it are read from no sample, so that it joins a neighbour.
  bool isJump = false;
};

// Returns the length of the longest of these gaps, in stage time; 0 if there are no clips.
double longestJumpOf(const Attribute& attribute) {
  const Prim prim = attribute.prim();
  double scale = 0.0;
  for (const auto& set : *prim.stage().clipSets(prim)) {
    scale = std::max(scale, std::abs(set->definition().stageFromSet.scale));
  }
  // Rounding may make a gap a little longer.
  return 1.5 * scale * ClipTimeMap::kJumpStep;
}

std::string padded(const std::string& text, std::size_t width) {
  return text + std::string(width > text.size() ? width - text.size() : 0, ' ');
}

void addLines(const Explanation& explanation, std::string& out) {
  if (const auto steps = timePathLines(explanation); steps.size() > 1) {
    out += "\nTimes, from the stage down to the file:\n";
    std::size_t width = 0;
    for (const TimePathLine& line : steps) width = std::max(width, line.time.size());
    for (const TimePathLine& line : steps) {
      out += fmt::format("  {}  {}", padded(line.time, width), line.what);
      if (!line.mapping.empty()) out += " (" + line.mapping + ")";
      out += '\n';
    }
  }
  const auto lines = opinionLines(explanation);
  out += lines.empty() ? "\nNo layer has an opinion.\n" : "\nOpinions, strongest first:\n";
  std::size_t layerWidth = 0;
  std::size_t pathWidth = 0;
  for (const OpinionLine& line : lines) {
    layerWidth = std::max(layerWidth, line.layer.size());
    pathWidth = std::max(pathWidth, line.specPath.size());
  }
  for (const OpinionLine& line : lines) {
    out += fmt::format("  {} {}  {}  {}: {}\n", line.wins ? "*" : " ",
                       padded(line.layer, layerWidth), padded(line.specPath, pathWidth),
                       line.holds.empty() ? "only a spec" : line.holds, line.reason);
  }
}

}  // namespace

std::string timeText(TimeCode time) {
  if (time.isDefault()) return "default";
  if (time.isEarliest()) return "earliest";
  return (time.isPreTime() ? "pre:" : "") + timeText(time.time());
}

std::string timeText(double time) {
  if (std::isnan(time)) return "nan";
  return fmt::format("{:.10g}", time == 0.0 ? 0.0 : time);
}

Explanation explain(const Attribute& attribute, TimeCode time) {
  ResolveReport report = reportValue(attribute, time);
  std::erase_if(report.opinions, saysNothing);
  Explanation out{.attribute = attribute,
                  .time = time,
                  .value = std::move(report.value),
                  .trace = std::move(report.trace),
                  .opinions = std::move(report.opinions),
                  .unreached = unreachedClips(attribute),
                  .sentence = {}};
  out.sentence = sentenceOf(out);
  return out;
}

void explainRange(const Attribute& attribute, double from, double to,
                  const std::function<void(const ExplainedInterval&)>& visit) {
  const double longestJump = longestJumpOf(attribute);
  std::optional<SpokenInterval> last;
  const auto finish = [&] {
    visit({last->from, last->to, last->isConstant, explain(attribute, last->time)});
  };
  visitIntervals(attribute, from, to, [&](const ResolveInterval& interval) {
    const SpokenInterval next = {
        .from = interval.from,
        .to = interval.to,
        .time = interval.time,
        .isConstant = interval.isConstant,
        .isJump = interval.trace.clip && interval.from < interval.to &&
                  interval.to - interval.from <= longestJump,
    };
    if (last && next.isJump) {
      last->to = next.to;
      if (!last->isJump) last->time = last->from + (last->to - last->from) / 2.0;
      last->isConstant = last->isConstant && next.isConstant;
      return;
    }
    const double start = last && last->isJump ? last->from : next.from;
    if (last && !last->isJump) finish();
    last = next;
    last->from = start;
  });
  if (last) finish();
}

std::vector<TimePathLine> timePathLines(const Explanation& explanation) {
  const ResolveTrace& trace = explanation.trace;
  const bool usesTime = explanation.time.isNumeric() && trace.samples != SampleUse::None;
  if (!usesTime) return {};
  const LayerNames names = namesFor(explanation.attribute);
  std::vector<TimePathLine> lines = {{timeText(explanation.time), "stage", {}}};
  for (const TimeStep& step : trace.timePath) {
    const std::string time = explanation.time.isEarliest() && step.kind != TimeStep::Kind::ClipTimes
                                 ? "earliest"
                                 : timeText(step.to);
    lines.push_back({time, whatOf(step, names),
                     step.isInnerTimeConstant ? "stands still" : mappingOf(step.offset)});
  }
  return lines;
}

std::vector<OpinionLine> opinionLines(const Explanation& explanation) {
  const LayerNames names = namesFor(explanation.attribute);
  std::vector<OpinionLine> lines;
  for (const OpinionReport& opinion : explanation.opinions) {
    const Token schema = explanation.attribute.prim().schemaTypeName();
    lines.push_back({.wins = opinion.verdict == OpinionVerdict::Wins,
                     .source = opinion.offers,
                     .layer = opinion.layer ? layerText(*opinion.layer, names)
                              : schema      ? fmt::format("schema {}", schema.text())
                                            : std::string("schema"),
                     .specPath = opinion.specPath.isEmpty() ? "" : opinion.specPath.text(),
                     .holds = holdsOf(opinion),
                     .reason = reasonOf(opinion, explanation.opinions),
                     .identifier = opinion.layer ? opinion.layer->identifier() : ""});
  }
  for (const UnreachedClips& clips : explanation.unreached) {
    lines.push_back({.wins = false,
                     .source = ValueSource::Clips,
                     .layer = layerText(*clips.layer, names),
                     .specPath = clips.site.text(),
                     .holds = fmt::format("clip set `{}`", clips.set),
                     .reason = clips.reason,
                     .identifier = clips.layer->identifier()});
  }
  return lines;
}

std::string explanationToText(const Explanation& explanation) {
  std::string out =
      fmt::format("{} at {}\n\n{}\nvalue: {}\n", explanation.attribute.path().text(),
                  timeText(explanation.time), explanation.sentence, valueToText(explanation.value));
  addLines(explanation, out);
  return out;
}

std::string explanationToText(const ExplainedInterval& interval) {
  const std::string times = fmt::format("{} to {}", timeText(interval.from), timeText(interval.to));
  const std::string& sentence = interval.explanation.sentence;
  const bool usesTime = interval.explanation.trace.samples != SampleUse::None;
  if (!usesTime || interval.from == interval.to) return fmt::format("{}: {}\n", times, sentence);
  return fmt::format("{}, as at {}: {}\n", times, timeText(interval.explanation.time), sentence);
}

}  // namespace usdscope
