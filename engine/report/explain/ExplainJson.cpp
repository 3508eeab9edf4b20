// SPDX-License-Identifier: Apache-2.0
#include <algorithm>

#include "engine/report/explain/Explain.h"
#include "engine/report/explain/ExplainWords.h"
#include "engine/report/text/ValueJson.h"
#include "engine/stage/Stage.h"

namespace usdscope {
namespace {

std::string_view nameOf(TimeStep::Kind kind) {
  switch (kind) {
    case TimeStep::Kind::SubLayer:
      return "sublayer";
    case TimeStep::Kind::Reference:
      return "reference";
    case TimeStep::Kind::Payload:
      return "payload";
    case TimeStep::Kind::Rate:
      return "rate";
    case TimeStep::Kind::ClipTimes:
      return "clipTimes";
    case TimeStep::Kind::Arc:
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
          {"isFramesPerSecond", rate.field == fields::kFramesPerSecond}};
}

Json stepJson(const TimeStep& step, const LayerNames& names) {
  Json site;
  if (step.kind == TimeStep::Kind::Rate) {
    site = rateSite(step.innerRate, names);
    site["outer"] = rateSite(step.outerRate, names);
  } else {
    site["layer"] = step.layer ? Json(names.layer(*step.layer)) : Json();
    if (!step.path.isEmpty()) site["path"] = step.path.text();
    if (step.target) site["target"] = names.layer(*step.target);
  }
  return {{"by", nameOf(step.kind)},
          {"site", std::move(site)},
          {"offset", step.isInnerTimeConstant ? Json() : numberToJson(step.offset.offset)},
          {"scale", step.isInnerTimeConstant ? Json() : numberToJson(step.offset.scale)},
          {"from", numberToJson(step.from)},
          {"to", numberToJson(step.to)}};
}

Json samplesJson(const ResolveTrace& trace) {
  if (trace.samples == SampleUse::None) return nullptr;
  return {{"how", nameOf(trace.samples)},
          {"lower", trace.hasBracket ? numberToJson(trace.lower) : Json()},
          {"upper", trace.hasBracket ? numberToJson(trace.upper) : Json()}};
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

// The edits of an array, each with the array that it is applied to.
Json editsJson(const ResolveTrace& trace, const LayerNames& names) {
  Json out = Json::array();
  for (const ArrayEditTrace& edit : trace.edits) {
    const ResolveInfo& info = edit.edited.info;
    Json entry = {{"time", timeJson(edit.time)}, {"array", nullptr}};
    if (trace.info.source == ValueSource::TimeSamples) entry["sample"] = numberToJson(edit.sample);
    if (edit.isEdit) {
      entry["array"] = {
          {"source", sourceText(info)},
          {"layer", info.layer ? Json(names.layer(*info.layer)) : Json()},
          {"specPath", info.specPath.isEmpty() ? Json() : Json(info.specPath.text())},
          {"samples", samplesJson(edit.edited)},
          {"edits", editsJson(edit.edited, names)},
      };
    }
    out.push_back(std::move(entry));
  }
  return out;
}

Json opinionsJson(const Explanation& explanation, const LayerNames& names) {
  Json out = Json::array();
  for (const OpinionReport& opinion : explanation.opinions) {
    out.push_back(
        {{"layer", opinion.layer ? Json(names.layer(*opinion.layer)) : Json()},
         {"specPath", opinion.specPath.isEmpty() ? Json() : Json(opinion.specPath.text())},
         {"wins", opinion.verdict == OpinionVerdict::Wins},
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
  // A block that ends the search is not a source, but it has a place.
  const auto winner =
      std::ranges::find(explanation.opinions, OpinionVerdict::Wins, &OpinionReport::verdict);
  const bool isBlock = !info.layer && winner != explanation.opinions.end();
  const Layer* layer = isBlock ? winner->layer.get() : info.layer.get();
  const Path specPath = isBlock ? winner->specPath : info.specPath;
  Json timePath = Json::array();
  for (const TimeStep& step : trace.timePath) timePath.push_back(stepJson(step, names));
  Json out = {
      {"path", explanation.attribute.path().text()},
      {"time", timeJson(explanation.time)},
      {"value", valueToJson(explanation.value, names)},
      {"source", sourceText(info)},
      {"layer", layer ? Json(names.layer(*layer)) : Json()},
      {"specPath", specPath.isEmpty() ? Json() : Json(specPath.text())},
      {"timePath", std::move(timePath)},
      {"samples", samplesJson(trace)},
      {"clip", clipJson(trace)},
      {"opinions", opinionsJson(explanation, names)},
      {"sentence", explanation.sentence},
  };
  if (!trace.edits.empty()) out["edits"] = editsJson(trace, names);
  for (const UnreachedClips& clips : explanation.unreached) {
    out["unreached"].push_back({{"set", clips.set},
                                {"layer", names.layer(*clips.layer)},
                                {"specPath", clips.site.text()},
                                {"reason", clips.reason}});
  }
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
