// SPDX-License-Identifier: Apache-2.0
#include "engine/report/Explain.h"

#include <CLI/CLI.hpp>
#include <algorithm>
#include <cmath>
#include <memory>
#include <ostream>

#include "app/cli/FrameRange.h"
#include "app/cli/SceneFile.h"
#include "app/cli/StageOptions.h"
#include "app/cli/TimeOption.h"
#include "app/cli/Verbs.h"
#include "engine/report/ExplainCollection.h"
#include "engine/report/ExplainPrim.h"
#include "engine/report/SkelExplain.h"

namespace usdscope {
namespace {

struct ExplainOptions {
  StageOptions stage;
  std::string path;
  std::string time;
  std::string range;
  bool json = false;
};

int refuse(Streams streams, const std::string& what, const std::string& why) {
  streams.err << "error: " << what << ": " << why << '\n';
  return kFailure;
}

int explainPrim(const Prim& prim, bool json, Streams streams) {
  const bool isSkinned = concernsSkinning(prim);
  if (json) {
    Json explanation = primExplanationToJson(prim);
    if (isSkinned) explanation["skinning"] = skelExplanationToJson(explainSkel(prim));
    streams.out << toLine(explanation) << '\n';
  } else {
    streams.out << primExplanationToText(prim);
    if (isSkinned) streams.out << "\nSkinning\n" << skelExplanationToText(explainSkel(prim));
  }
  return kSuccess;
}

// The intervals of all ranges; of one with a stride those that one of its frames lies in.
int explainRanges(const Attribute& attribute, const FrameRanges& frames, bool json,
                  Streams streams) {
  const std::string path = Json(attribute.path().text()).dump();
  streams.out << (json ? "{\"path\": " + path + ", \"intervals\": [\n"
                       : attribute.path().text() + "\n\n");
  bool isFirst = true;
  for (const FrameRange& range : frames.ranges) {
    const double last = range.frame(range.count - 1);
    const auto [from, end] = std::minmax(range.first, last);
    const double to = end;
    const double start = from;
    const double step = std::abs(range.stride);
    explainRange(attribute, start, to, [&](const ExplainedInterval& interval) {
      const double frame = start + step * std::ceil((interval.from - start) / step);
      if (step > 1.0 && frame >= interval.to && interval.to != to) return;
      if (json && !isFirst) streams.out << ",\n";
      isFirst = false;
      streams.out << (json ? toLine(explanationToJson(interval)) : explanationToText(interval));
    });
  }
  if (json) streams.out << "]}\n";
  return kSuccess;
}

int explainAttribute(const Attribute& attribute, const ExplainOptions& options, Streams streams) {
  if (!options.range.empty()) {
    const FrameRanges frames = parseFrames(options.range);
    if (!frames.problem.empty()) return refuse(streams, "--range", frames.problem);
    return explainRanges(attribute, frames, options.json, streams);
  }
  TimeCode time = TimeCode::earliest();
  if (options.time.empty()) {
    streams.err << "note: no --time is given; this is the earliest time.\n";
  } else if (const auto parsed = parseTime(options.time)) {
    time = *parsed;
  } else {
    return refuse(streams, "--time " + options.time,
                  "Expected a finite number, default, earliest or pre:NUMBER.");
  }
  const Explanation explanation = explain(attribute, time);
  if (options.json) {
    streams.out << toLine(explanationToJson(explanation)) << '\n';
  } else {
    streams.out << explanationToText(explanation);
  }
  return kSuccess;
}

int run(const ExplainOptions& options, Streams streams) {
  const std::shared_ptr<const Stage> stage = openStage(options.stage, streams.err);
  if (!stage) return kFailure;
  const Path path = Path::fromText(options.path, Path::root());
  const Prim prim = path.isEmpty() ? Prim() : stage->primAt(path.primPath());
  if (!prim) return refuse(streams, options.path, "The stage has no such prim.");
  if (const auto collection = explainCollection(*stage, path)) {
    streams.out << (options.json ? toLine(collectionExplanationToJson(*collection)) + '\n'
                                 : collectionExplanationToText(*collection));
    return kSuccess;
  }
  if (path.isRootOrPrim()) return explainPrim(prim, options.json, streams);
  if (const Attribute attribute = prim.attribute(path.name())) {
    const int status = explainAttribute(attribute, options, streams);
    printDiagnostics(stage->clipDiagnostics(), streams.err);
    return status;
  }
  return refuse(streams, options.path,
                prim.relationship(path.name())
                    ? "This is a relationship; only prims and attributes are explained."
                    : "The prim has no attribute of this name.");
}

}  // namespace

RunVerb declareExplain(CLI::App& command) {
  auto options = std::make_shared<ExplainOptions>();
  addStageOptions(command, options->stage);
  addInterpolationOption(command, options->stage);
  addMaskOption(command, options->stage.mask);
  command.add_option("PATH", options->path, "Prim, PRIM.attribute, or PRIM.collection:NAME")
      ->required();
  auto* time = command.add_option("--time", options->time,
                                  "A time code, default, earliest or pre:T; else the earliest");
  command.add_option("--range", options->range, "Intervals between two times: FIRST:LAST")
      ->excludes(time);
  command.add_flag("--json", options->json, "Print JSON");
  return [options](Streams streams) { return run(*options, streams); };
}

}  // namespace usdscope
