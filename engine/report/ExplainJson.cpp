// SPDX-License-Identifier: Apache-2.0
#include <algorithm>

#include "engine/report/Explain.h"
#include "engine/report/ExplainWords.h"
#include "engine/report/ValueJson.h"
#include "engine/stage/Stage.h"

namespace usdscope {
namespace {

std::string_view nameOf(TimeRung::By by) {
  switch (by) {
    case TimeRung::By::SubLayer:
      return "sublayer";
    case TimeRung::By::Reference:
      return "reference";
    case TimeRung::By::Payload:
      return "payload";
    case TimeRung::By::Rate:
      return "rate";
    case TimeRung::By::ClipTimes:
      return "clipTimes";
    case TimeRung::By::Arc:
      return "arc";
  }
  return "arc";
}

std::string_view nameOf(SampleUse use) {
  switch (use) {
    case SampleUse::None:
      return "none";
    case SampleUse::Exact:
      return "exact";
    case SampleUse::Linear:
      return "linear";
    case SampleUse::Held:
      return "held";
    case SampleUse::HeldBeforeFirst:
      return "heldBeforeFirst";
    case SampleUse::HeldAfterLast:
      return "heldAfterLast";
    case SampleUse::Blocked:
      return "blocked";
    case SampleUse::Spline:
      return "spline";
  }
  return "none";
}

Json timeJson(TimeCode time) {
  if (time.isDefault() || time.isEarliest() || time.isPreTime()) return timeText(time);
  return numberToJson(time.time());
}

std::string sourceText(const ResolveInfo& info) {
  return (info.isBlocked ? "blocked " : "") + std::string(usdscope::nameOf(info.source));
}

Json rateSite(const LayerRate& rate, const LayerNames& names) {
  return {{"layer", rate.layer ? Json(names.layer(*rate.layer)) : Json()},
          {"field", rate.field.isEmpty() ? Json() : Json(rate.field.text())},
          {"rate", numberToJson(rate.rate)},
          {"standsIn", rate.field == fields::kFramesPerSecond}};
}

Json rungJson(const LadderRung& rung, const LayerNames& names) {
  Json site;
  if (rung.by == TimeRung::By::Rate) {
    site = rateSite(rung.innerRate, names);
    site["outer"] = rateSite(rung.outerRate, names);
  } else {
    site["layer"] = rung.layer ? Json(names.layer(*rung.layer)) : Json();
    if (!rung.path.isEmpty()) site["path"] = rung.path.text();
    if (rung.target) site["target"] = names.layer(*rung.target);
  }
  return {{"by", nameOf(rung.by)},
          {"site", std::move(site)},
          {"offset", rung.isStill ? Json() : numberToJson(rung.offset.offset)},
          {"scale", rung.isStill ? Json() : numberToJson(rung.offset.scale)},
          {"from", numberToJson(rung.from)},
          {"to", numberToJson(rung.to)}};
}

Json samplesJson(const ResolveTrace& trace) {
  if (trace.samples == SampleUse::None) return nullptr;
  return {{"how", nameOf(trace.samples)},
          {"lower", trace.hasTimes ? numberToJson(trace.lower) : Json()},
          {"upper", trace.hasTimes ? numberToJson(trace.upper) : Json()}};
}

Json clipJson(const ResolveTrace& trace) {
  if (!trace.clip) return nullptr;
  const ClipUse& use = *trace.info.clip;
  return {{"set", use.set},
          {"anchor", trace.clip->anchor.text()},
          {"index", use.index},
          {"file", use.file},
          {"time", numberToJson(trace.fileTime)},
          {"from", numberToJson(trace.clip->from)},
          {"to", numberToJson(trace.clip->to)}};
}

// The edits of an array, each with what it is done to.
Json editsJson(const ResolveTrace& trace, const LayerNames& names) {
  Json out = Json::array();
  for (const ArrayEditTrace& edit : trace.edits) {
    const ResolveInfo& info = edit.below.info;
    Json entry = {{"time", timeJson(edit.time)}, {"array", nullptr}};
    if (trace.info.source == ValueSource::TimeSamples) entry["sample"] = numberToJson(edit.sample);
    if (edit.isEdit) {
      entry["array"] = {
          {"source", sourceText(info)},
          {"layer", info.layer ? Json(names.layer(*info.layer)) : Json()},
          {"specPath", info.specPath.isEmpty() ? Json() : Json(info.specPath.text())},
          {"samples", samplesJson(edit.below)},
          {"edits", editsJson(edit.below, names)},
      };
    }
    out.push_back(std::move(entry));
  }
  return out;
}

Json opinionsJson(const Explanation& explanation, const LayerNames& names) {
  Json out = Json::array();
  for (const WeighedOpinion& opinion : explanation.opinions) {
    out.push_back(
        {{"layer", opinion.layer ? Json(names.layer(*opinion.layer)) : Json()},
         {"specPath", opinion.specPath.isEmpty() ? Json() : Json(opinion.specPath.text())},
         {"wins", opinion.outcome == OpinionOutcome::Wins},
         {"reason", reasonOf(opinion, explanation.opinions)},
         {"samples", opinion.sampleCount}});
  }
  return out;
}

}  // namespace

Json explanationToJson(const Explanation& explanation) {
  const Stage& stage = explanation.attribute.prim().stage();
  const LayerNames names(*stage.rootLayer(), stage.sessionLayer().get());
  const ResolveTrace& trace = explanation.trace;
  const ResolveInfo& info = trace.info;
  // A block that ends the search is no source, but has a place.
  const auto winner =
      std::ranges::find(explanation.opinions, OpinionOutcome::Wins, &WeighedOpinion::outcome);
  const bool isBlock = !info.layer && winner != explanation.opinions.end();
  const Layer* layer = isBlock ? winner->layer.get() : info.layer.get();
  const Path specPath = isBlock ? winner->specPath : info.specPath;
  Json rungs = Json::array();
  for (const LadderRung& rung : trace.ladder) rungs.push_back(rungJson(rung, names));
  Json out = {
      {"path", explanation.attribute.path().text()},
      {"time", timeJson(explanation.time)},
      {"value", valueToJson(explanation.value, names)},
      {"source", sourceText(info)},
      {"layer", layer ? Json(names.layer(*layer)) : Json()},
      {"specPath", specPath.isEmpty() ? Json() : Json(specPath.text())},
      {"rungs", std::move(rungs)},
      {"samples", samplesJson(trace)},
      {"clip", clipJson(trace)},
      {"opinions", opinionsJson(explanation, names)},
      {"sentence", explanation.sentence},
  };
  if (!trace.edits.empty()) out["edits"] = editsJson(trace, names);
  return out;
}

Json explanationToJson(const ExplainedInterval& interval) {
  Json out = {{"from", numberToJson(interval.from)},
              {"to", numberToJson(interval.to)},
              {"constant", interval.isConstant}};
  out.update(explanationToJson(interval.explanation));
  return out;
}

}  // namespace usdscope
